"""Accelerations of robots by Pinocchio, for the test in pinocchio.rs.

Reads requests as JSON from standard input: path, floating, moving (names of joints that have an effort, with other characters than letters,
digits and underscores as underscores), states (how many). Writes for each request a list of states: q, v, effort and a by joint, and base.
Joints that mimic others are put in by the projection of the mass matrix; those that do not move stay at zero, or where they mimic.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree

import numpy
import pinocchio


def clean(name):
    text = re.sub("[^A-Za-z0-9_]", "_", name)
    return "_" + text if text[:1].isdigit() else text


def mimics(path):
    """Joint to the joint that it follows, multiplier and offset."""
    found = {}
    for joint in ElementTree.parse(path).getroot().iter("joint"):
        mimic = joint.find("mimic")
        if mimic is not None and "name" in joint.attrib:
            numbers = [float(mimic.get(key, default)) for key, default in (("multiplier", "1"), ("offset", "0"))]
            found[joint.get("name")] = (mimic.get("joint"), *numbers)
    return found


def rotation(angles):
    x, y, z = (numpy.eye(3) for _ in range(3))
    (a, b, c), (p, q, r) = numpy.cos(angles), numpy.sin(angles)
    x[1:, 1:] = [[a, -p], [p, a]]
    y[::2, ::2] = [[b, q], [-q, b]]
    z[:2, :2] = [[c, -r], [r, c]]
    return x @ y @ z


def answer(request, random):
    floating = request["floating"]
    root = [pinocchio.JointModelFreeFlyer()] if floating else []
    model = pinocchio.buildModelFromUrdf(request["path"], *root)
    model.gravity.linear = numpy.array([0, 0, -9.81])
    data = model.createData()
    follows = mimics(request["path"])
    first = 2 if floating else 1
    names = {name: model.joints[k] for k, name in enumerate(model.names) if k >= first}
    columns = [name for name in names if clean(name) in request["moving"]]
    free = 6 if floating else 0

    def law(name):
        """Row of velocities and offset of a joint."""
        row = numpy.zeros(free + len(columns))
        if name in columns:
            row[free + columns.index(name)] = 1
            return row, 0.0
        if name in follows and follows[name][0] in names:
            parent, multiplier, offset = follows[name]
            row, start = law(parent)
            return multiplier * row, multiplier * start + offset
        return row, 0.0

    laws = {name: law(name) for name in names}
    motion = numpy.zeros((model.nv, free + len(columns)))
    motion[:free, :free] = numpy.eye(free)
    for name, joint in names.items():
        motion[joint.idx_v] = laws[name][0]
    states = []
    for _ in range(request["states"]):
        position, speed, effort = (random.uniform(-1, 1, free + len(columns)) for _ in range(3))
        effort[:free] = 0
        q, base = pinocchio.neutral(model), None
        if floating:
            r, angles, v, w = (random.uniform(-1, 1, 3) for _ in range(4))
            turned = rotation(angles)
            q[:3], q[3:7] = r, pinocchio.Quaternion(turned).coeffs()
            speed[:3], speed[3:6] = turned.T @ v, turned.T @ w
            base = {"r": r.tolist(), "angles": angles.tolist(), "v": v.tolist(), "w": w.tolist()}
        for name, joint in names.items():
            row, offset = laws[name]
            value = row[free:] @ position[free:] + offset
            q[joint.idx_q : joint.idx_q + joint.nq] = value if joint.nq == 1 else [numpy.cos(value), numpy.sin(value)]
        speeds = motion @ speed
        mass = pinocchio.crba(model, data, q)
        mass = motion.T @ (numpy.triu(mass) + numpy.triu(mass, 1).T) @ motion
        friction = damping(request["path"], names, model) * speeds
        if motion.shape[0] == motion.shape[1]:
            # All joints move on their own. Without a mass matrix, which loses digits where links have next to no inertia.
            acceleration = motion.T @ pinocchio.aba(model, data, q, speeds, motion @ effort - friction)
        else:
            forces = pinocchio.nonLinearEffects(model, data, q, speeds) + friction
            acceleration = numpy.linalg.solve(mass, effort - motion.T @ forces)
        if floating:
            turn = numpy.cross(speed[3:6], speed[:3])
            base["a"] = (turned @ (acceleration[:3] + turn)).tolist()
            base["z"] = acceleration[3:6].tolist()
        columns_of = {clean(name): free + k for k, name in enumerate(columns)}
        joints = {
            name: [position[k], speed[k], effort[k], acceleration[k]] for name, k in columns_of.items()
        }
        states.append({"joints": joints, "base": base, "condition": numpy.linalg.cond(mass) if len(mass) else 1.0})
    return states


def damping(path, names, model):
    """Damping of each velocity; Pinocchio's algorithms leave it out."""
    found = numpy.zeros(model.nv)
    for joint in ElementTree.parse(path).getroot().iter("joint"):
        dynamics = joint.find("dynamics")
        if dynamics is not None and joint.get("name") in names:
            found[names[joint.get("name")].idx_v] = float(dynamics.get("damping", "0"))
    return found


if __name__ == "__main__":
    json.dump([answer(request, numpy.random.default_rng(7)) for request in json.load(sys.stdin)], sys.stdout)
