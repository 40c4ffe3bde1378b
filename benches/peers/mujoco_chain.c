/* Forward dynamics of the benchmark chain by MuJoCo's mj_forward; without contacts and constraints.
 *
 * Reads lines "AXES N" and answers as the program for Pinocchio does. */
#include "chain.h"

#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

static mjModel *chain(int n, int spatial) {
    mjSpec *spec = mj_makeSpec();
    spec->option.gravity[2] = -9.81;
    spec->option.disableflags = mjDSBL_CONTACT | mjDSBL_CONSTRAINT;
    mjsBody *parent = mjs_findBody(spec, "world");
    for (int i = 0; i < n; i++) {
        mjsBody *body = mjs_addBody(parent, NULL);
        const double inertia[] = {0.01, 0.02, 0.03};
        body->pos[2] = i == 0 ? 0 : -0.1;
        body->mass = 1;
        body->ipos[0] = body->ipos[1] = 0; /* Not a number until they are set. */
        body->ipos[2] = -0.05;
        memcpy(body->inertia, inertia, sizeof inertia);
        body->explicitinertial = 1;
        mjsJoint *joint = mjs_addJoint(body, NULL);
        joint->type = mjJNT_HINGE;
        joint->axis[0] = joint->axis[1] = joint->axis[2] = 0;
        joint->axis[axis(i, spatial)] = 1;
        parent = body;
    }
    mjModel *model = mj_compile(spec, NULL);
    if (!model) {
        fprintf(stderr, "%s\n", mjs_getError(spec));
        exit(1);
    }
    mj_deleteSpec(spec);
    return model;
}

int main(void) {
    char axes[16];
    int n;
    while (scanf("%15s %d", axes, &n) == 2) {
        mjModel *model = chain(n, strcmp(axes, "spatial") == 0);
        mjData *data = mj_makeData(model);
        double *q = malloc(STATES * n * sizeof *q), *v = malloc(STATES * n * sizeof *v);
        size_t size = n * sizeof *q;
        for (int k = 0; k < STATES; k++) {
            state(n, k, q + k * n, v + k * n);
        }
        memcpy(data->qpos, q, size);
        memcpy(data->qvel, v, size);
        mj_forward(model, data);
        double check = data->qacc[n - 1];
        /* Its time grows with the square of n. */
        long count = n > 100 ? 2 : evaluations(n);
        double start = thread_seconds();
        for (long k = 0; k < count; k++) {
            memcpy(data->qpos, q + k % STATES * n, size);
            memcpy(data->qvel, v + k % STATES * n, size);
            mj_forward(model, data);
        }
        printf("%.3f %.12g\n", (thread_seconds() - start) * 1e9 / (double)count, check);
        fflush(stdout);
        free(q);
        free(v);
        mj_deleteData(data);
        mj_deleteModel(model);
    }
    return 0;
}
