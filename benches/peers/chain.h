/* The benchmark chain, as all programs have it: links of 0.1 m along -z, 1 kg at (0, 0, -0.05) m, diag(0.01, 0.02, 0.03) kg m2 about it. */
#ifndef CHAIN_H
#define CHAIN_H

#include <math.h>
#include <stdio.h>
#include <time.h>

/* Different states, made beforehand. */
enum { STATES = 16 };

/* World axis of joint i: 0 is x. */
static int axis(int i, int spatial) { return spatial ? i % 3 : 1; }

/* Angles and speeds of state k. */
static void state(int n, int k, double *q, double *v) {
    for (int i = 0; i < n; i++) {
        q[i] = sin(0.7 * (i + 1) + 0.3 * k);
        v[i] = 0.1 * cos(1.3 * (i + 1) + 0.2 * k);
    }
}

/* So many take about 20 ms where a joint costs 200 ns. */
static long evaluations(int n) {
    long count = 100000 / n;
    return count < STATES ? STATES : count;
}

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
