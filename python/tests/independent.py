"""Rigid bodies in absolute coordinates with multipliers, made linear by complex steps, which have no error but that of rounding: what the
linear systems of the tool are compared with. World axes; R turns from a body's axes into those of the world."""

import numpy as np

G = 9.80665
X, Y, Z = np.eye(3)


def cross_matrix(a):
    return np.array([[0 * a[0], -a[2], a[1]], [a[2], 0 * a[0], -a[0]], [-a[1], a[0], 0 * a[0]]])


def length(a):
    return np.sqrt(a @ a)


class State:
    """Of all bodies: centres of mass ``r`` and their velocities ``v``, ``R``, angular velocities ``w``."""

    def __init__(self, r, R, v, w):
        self.r, self.R, self.v, self.w = r, R, v, w

    def moved(self, by):
        """Shifted and turned by the first half of ``by``, (shift, turn) for each body, faster by the second half."""
        shift, v = np.split(by.reshape(-1, 6), 2)
        R = np.array([(np.eye(3) + cross_matrix(turn)) @ R for turn, R in zip(shift[:, 3:], self.R)])
        return State(self.r + shift[:, :3], R, self.v + v[:, :3], self.w + v[:, 3:])

    def placed(self, by):
        """As :meth:`moved`, of positions alone and for turns of any size: R stays a rotation."""
        by = by.reshape(-1, 6)
        R = []
        for turn, old in zip(by[:, 3:], self.R):
            half = cross_matrix(turn / 2)
            R.append(np.linalg.solve(np.eye(3) - half, np.eye(3) + half) @ old)
        return State(self.r + by[:, :3], np.array(R), self.v, self.w)

    def point(self, i, a):
        """Position, velocity, the part of the acceleration that the velocities give, and the Jacobian of a point of body i."""
        arm, w = self.R[i] @ a, self.w[i]
        jacobian = np.zeros((3, 6 * len(self.r)), dtype=complex)
        jacobian[:, 6 * i : 6 * i + 6] = np.hstack([np.eye(3), -cross_matrix(arm)])
        return self.r[i] + arm, self.v[i] + np.cross(w, arm), np.cross(w, np.cross(w, arm)), jacobian


class Ground:
    """A point that rests."""

    def __init__(self, place):
        self.place = np.asarray(place)

    def of(self, state):
        zero = np.zeros(3)
        return self.place, zero, zero, np.zeros((3, 6 * len(state.r)))


class Point:
    """A point of a body, from its centre of mass in its axes."""

    def __init__(self, body, place):
        self.body, self.place = body, np.asarray(place)

    def of(self, state):
        return state.point(self.body, self.place)


def ball(a, b):
    """Two points are one: residuals, Jacobian, and the part of their second derivative that the velocities give."""

    def rows(state):
        (p, _, bias, J), (q, _, other_bias, K) = a.of(state), b.of(state)
        return p - q, J - K, bias - other_bias

    return rows


def rod(a, b, distance):
    """The distance of two points."""

    def rows(state):
        (p, v, bias, J), (q, u, other_bias, K) = a.of(state), b.of(state)
        d, d_v = p - q, v - u
        return np.array([d @ d - distance**2]) / 2, (d @ (J - K))[None], np.array([d @ (bias - other_bias) + d_v @ d_v])

    return rows


def axis(body, n, others):
    """A body's axis n stays normal to two directions of the world."""

    def rows(state):
        u, w = state.R[body] @ n, state.w[body]
        J = np.zeros((2, 6 * len(state.r)), dtype=complex)
        for row, e in enumerate(others):
            J[row, 6 * body + 3 : 6 * body + 6] = np.cross(u, e)
        bias = np.cross(w, np.cross(w, u))
        return np.array([u @ e for e in others]), J, np.array([bias @ e for e in others])

    return rows


class Mechanism:
    """``bodies``: mass and inertia about the centre of mass; ``constraints``: functions as :func:`ball` gives; ``forces(state, u)``: a
    force and a torque about the centre of mass for each body, without gravity along -z; ``coordinates(state)``: values of the independent
    ones, rows that take their rates out of the motion of the bodies, and what the velocities give of the second derivatives."""

    def __init__(self, bodies, constraints, forces, coordinates, outputs):
        self.bodies, self.constraints, self.forces = bodies, constraints, forces
        self.coordinates, self.outputs = coordinates, outputs

    def rows(self, state):
        none = (np.zeros(0), np.zeros((0, 6 * len(self.bodies))), np.zeros(0))
        return tuple(np.concatenate(part) for part in zip(none, *(rows(state) for rows in self.constraints)))

    def accelerations(self, state, u):
        """Of all bodies, and the multipliers."""
        n = 6 * len(self.bodies)
        mass, load = np.zeros((n, n), dtype=complex), np.array(self.forces(state, u), dtype=complex).reshape(-1)
        for i, (m, inertia) in enumerate(self.bodies):
            in_world = state.R[i] @ inertia @ state.R[i].T
            mass[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = m * np.eye(3)
            mass[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = in_world
            load[6 * i : 6 * i + 3] -= m * G * Z
            load[6 * i + 3 : 6 * i + 6] -= np.cross(state.w[i], in_world @ state.w[i])
        _, J, bias = self.rows(state)
        matrix = np.block([[mass, J.T], [J, np.zeros((len(J), len(J)))]])
        found = np.linalg.solve(matrix, np.concatenate([load, -bias]))
        return found[:n], -found[n:]

    def at(self, state, positions, speeds):
        """The state near ``state`` whose independent ``coordinates`` have these values, by Newton's method."""
        size = 6 * len(self.bodies)
        for _ in range(50):
            residual, J, _ = self.rows(state)
            values, selected, _ = self.coordinates(state)
            step = np.linalg.solve(np.vstack([J, selected]), -np.concatenate([residual, values - positions])).real
            state = state.placed(step)
            if np.abs(step).max() < 1e-15:
                break
        _, J, _ = self.rows(state)
        selected = self.coordinates(state)[1]
        V = np.linalg.solve(np.vstack([J, selected]), np.concatenate([np.zeros(len(J)), speeds])).real.reshape(-1, 6)
        assert V.size == size
        return State(state.r, state.R, V[:, :3], V[:, 3:])

    def linear(self, state, u):
        """Derivatives of the accelerations of the coordinates, and of the outputs, by coordinates and speeds and by u; and their values."""
        n, u, h = 6 * len(self.bodies), np.asarray(u, dtype=complex), 1e-30
        free = len(self.coordinates(state)[0])

        def evaluated(state, u):
            y, multipliers = self.accelerations(state, u)
            V = np.hstack([state.v, state.w]).reshape(-1)
            _, selected, bias = self.coordinates(state)
            J = self.rows(state)[1]
            outputs = np.array(self.outputs(state, multipliers))
            return {"speeds": np.concatenate([J @ V, selected @ V]), "rates": selected @ y + bias, "outputs": outputs}

        def along(by, by_u):
            changed = evaluated(state.moved(1j * h * by), u + 1j * h * by_u)
            return {name: value.imag / h for name, value in changed.items()}

        # Coordinates move all bodies, and what they change of the velocity is taken back where it is not a speed of its own.
        whole = np.vstack([self.rows(state)[1], self.coordinates(state)[1]]).real
        dependent = n - free
        lift = np.linalg.solve(whole, np.vstack([np.zeros((dependent, free)), np.eye(free)]))
        columns = []
        for column in lift.T:
            by = np.concatenate([column, np.zeros(n)])
            change = along(by, 0 * u)["speeds"]
            columns.append(np.concatenate([column, -np.linalg.solve(whole, change)]))
        columns += [np.concatenate([np.zeros(n), column]) for column in lift.T]
        by_states = [along(column, 0 * u) for column in columns]
        by_inputs = [along(np.zeros(2 * n), unit) for unit in np.eye(len(u))]
        matrices = [np.array([column[name] for column in of]).T for of in (by_states, by_inputs) for name in ("rates", "outputs")]
        values = evaluated(state, u)
        by_state, outputs_by_state, by_input, outputs_by_input = matrices
        return by_state, by_input, outputs_by_state, outputs_by_input, values["rates"].real, values["outputs"].real


def spring(a, b, c, d, s0, push=0.0):
    """Force on the first point along the line of both, and the distance: the spring pulls them together, ``push`` apart."""

    def of(state, push=push):
        (p, v, *_), (q, u, *_) = a.of(state), b.of(state)
        line = p - q
        s = length(line)
        pull = c * (s - s0) + d * (line @ (v - u)) / s - push
        return -pull * line / s, s

    return of


def on_body(state, body, place, force):
    """The force at a point of a body as a wrench on all."""
    wrench = np.zeros((len(state.r), 6), dtype=complex)
    wrench[body] = np.concatenate([force, np.cross(state.R[body] @ place, force)])
    return wrench


def wishbone():
    """examples/wishbone.toml: lower arm, upright, upper arm, rack."""
    LOWER, UPRIGHT, UPPER, RACK = range(4)
    centres = np.array([[0, 0.2, -0.01], [0, 0.03, 0.14], [-0.01, 0.14, -0.01], [0, 0, 0]])
    frames = np.array([[0, 0.3, 0.2], [0, 0.75, 0.18], [0, 0.4, 0.5], [-0.12, 0, 0.27]])
    inertias = [[0.06, 0.02, 0.07], [0.6, 1, 0.6], [0.02, 0.01, 0.02], [0.05, 0.001, 0.05]]
    bodies = [(m, np.diag(inertia)) for m, inertia in zip([3, 25, 2, 3], inertias)]

    def point(body, place):
        return Point(body, place - centres[body])

    def slides(state):
        J = np.eye(24, dtype=complex)[[18, 20, 21, 22, 23]]
        turned = [state.R[RACK][2, 1], state.R[RACK][0, 2], state.R[RACK][1, 0]]
        return np.array([state.r[RACK][0] + 0.12, state.r[RACK][2] - 0.27, *turned]), J, np.zeros(5)

    steering_arm, end = point(UPRIGHT, [-0.12, -0.03, 0.1]), point(RACK, [0, 0.33, 0])
    hub, foot = point(UPRIGHT, [0, 0.03, 0.14]), point(LOWER, [0, 0.3, -0.01])
    tie_rod = np.hypot(0.39, 0.01)
    strut = spring(foot, Ground([0, 0.45, 0.65]), 30000, 1500, 0.5)
    constraints = [
        ball(point(LOWER, [0, 0, 0]), Ground(frames[LOWER])),
        axis(LOWER, X, (Y, Z)),
        ball(point(UPPER, [0, 0, 0]), Ground(frames[UPPER])),
        axis(UPPER, X, (Y, Z)),
        ball(point(LOWER, [0, 0.45, -0.02]), point(UPRIGHT, [0, 0, 0])),
        ball(point(UPPER, [-0.02, 0.3, -0.02]), point(UPRIGHT, [-0.02, -0.05, 0.3])),
        slides,
        rod(end, steering_arm, tie_rod),
    ]

    def forces(state, u):
        rack = (u[3] - 40000 * state.r[RACK][1] - 400 * state.v[RACK][1]) * Y
        loads = [(UPRIGHT, hub.place, u[:3]), (LOWER, foot.place, strut(state)[0]), (RACK, np.zeros(3), rack)]
        return sum(on_body(state, *load) for load in loads)

    def coordinates(state):
        return np.array([np.arcsin(state.R[LOWER][2, 1]), state.r[RACK][1]]), np.eye(24, dtype=complex)[[3, 19]], np.zeros(2)

    def outputs(state, multipliers):
        R = state.R[UPRIGHT]
        angles = [np.arctan(-R[0, 1] / R[1, 1]), np.arcsin(R[2, 1]), np.arctan(-R[2, 0] / R[2, 2])]
        return [*angles, *hub.of(state)[0], strut(state)[1], multipliers[-1] * tie_rod]

    still = np.zeros((4, 3))
    start = State(frames + centres, np.array([np.eye(3)] * 4), still, still)
    return Mechanism(bodies, constraints, forces, coordinates, outputs), start


def stewart_platform():
    """examples/stewart_platform.toml, whose legs have no mass: one body."""
    centre = np.array([0, 0, 0.05])
    base, top = np.zeros((6, 3)), np.zeros((6, 3))
    base[:, :2] = [[0.4924, -0.0868], [0.4924, 0.0868], [-0.171, 0.4698], [-0.3214, 0.383], [-0.3214, -0.383], [-0.171, -0.4698]]
    top[:, :2] = [[0.1928, -0.2298], [0.1928, 0.2298], [0.1026, 0.2819], [-0.2954, 0.0521], [-0.2954, -0.0521], [0.1026, -0.2819]]
    legs = [spring(Point(0, end - centre), Ground(foot), 8000, 200, 0.686) for foot, end in zip(base, top)]
    origin = Point(0, -centre)

    def forces(state, u):
        return sum(on_body(state, 0, end - centre, leg(state, push)[0]) for end, leg, push in zip(top, legs, u))

    def coordinates(state):
        place, _, bias, J = origin.of(state)
        turn = np.hstack([np.zeros((3, 3)), state.R[0].T])
        return np.concatenate([place, np.zeros(3)]), np.vstack([J, turn]), np.concatenate([bias, np.zeros(3)])

    def outputs(state, _):
        R, place = state.R[0], origin.of(state)[0]
        angles = [np.arctan(-R[1, 2] / R[2, 2]), np.arcsin(R[0, 2]), np.arctan(-R[0, 1] / R[0, 0])]
        return [*place, *angles, place[2], *(leg(state)[1] for leg in legs)]

    def at(values):
        """With the tool's states of the platform."""
        x, y, z, s = (values[f"platform.Q[{k}]"] for k in (1, 2, 3, 4))
        turn = cross_matrix(np.array([x, y, z]))
        R = np.eye(3) + 2 * s * turn + 2 * turn @ turn
        r, v, w = (np.array([values[f"platform.{name}[{k}]"] for k in (1, 2, 3)]) for name in ("r_0", "v_0", "w_a"))
        return State((r + R @ centre)[None], R[None], (v + R @ np.cross(w, centre))[None], (R @ w)[None])

    return Mechanism([(20, np.diag([0.5, 0.5, 0.9]))], [], forces, coordinates, outputs), at
