/* Forward dynamics of the benchmark chain by Pinocchio's articulated-body algorithm.
 *
 * Reads lines "AXES N", AXES being planar or spatial, and answers each with "NANOSECONDS CHECK": thread-CPU time of one evaluation, and the
 * last joint's acceleration in state 0. "derivatives N" is about derivatives of all accelerations of the spatial chain by all angles and speeds; the
 * check is then that of the last joint by the first angle. */
#include "chain.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>
#include <string>
#include <vector>

namespace pin = pinocchio;

static pin::Model chain(int n, bool spatial) {
    pin::Model model;
    model.gravity.linear(Eigen::Vector3d(0, 0, -9.81));
    const Eigen::Matrix3d inertia = Eigen::Vector3d(0.01, 0.02, 0.03).asDiagonal();
    pin::JointIndex parent = 0;
    for (int i = 0; i < n; i++) {
        const Eigen::Vector3d place(0, 0, i == 0 ? 0 : -0.1);
        const pin::SE3 placement(Eigen::Matrix3d::Identity(), place);
        const std::string name = "j" + std::to_string(i);
        switch (axis(i, spatial)) {
        case 0: parent = model.addJoint(parent, pin::JointModelRX(), placement, name); break;
        case 1: parent = model.addJoint(parent, pin::JointModelRY(), placement, name); break;
        default: parent = model.addJoint(parent, pin::JointModelRZ(), placement, name);
        }
        model.appendBodyToJoint(parent, pin::Inertia(1.0, Eigen::Vector3d(0, 0, -0.05), inertia));
    }
    return model;
}

int main() {
    std::string axes;
    int n;
    /* Making one takes a time that grows with the third power of n. */
    std::map<std::pair<std::string, int>, std::unique_ptr<pin::Model>> models;
    while (std::cin >> axes >> n) {
        auto &model = models[{axes, n}];
        if (!model) {
            model = std::make_unique<pin::Model>(chain(n, axes != "planar"));
        }
        pin::Data data(*model);
        std::vector<Eigen::VectorXd> q(STATES, Eigen::VectorXd(n)), v = q;
        for (int k = 0; k < STATES; k++) {
            state(n, k, q[k].data(), v[k].data());
        }
        const Eigen::VectorXd tau = Eigen::VectorXd::Zero(n);
        const bool derivatives = axes == "derivatives";
        const auto evaluate = [&](long k) {
            if (derivatives) {
                pin::computeABADerivatives(*model, data, q[k % STATES], v[k % STATES], tau);
            } else {
                pin::aba(*model, data, q[k % STATES], v[k % STATES], tau);
            }
        };
        evaluate(0);
        const double check = derivatives ? data.ddq_dq(n - 1, 0) : data.ddq[n - 1];
        const long count = derivatives ? std::max(10L, 10000L / n) : evaluations(n);
        const double start = thread_seconds();
        for (long k = 0; k < count; k++) {
            evaluate(k);
        }
        printf("%.3f %.12g\n", (thread_seconds() - start) * 1e9 / (double)count, check);
        fflush(stdout);
    }
}
