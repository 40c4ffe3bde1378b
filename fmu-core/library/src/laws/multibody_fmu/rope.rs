//! Ropes, which only pull.

use crate::laws::contact_damper::{
    CONTACT_MODES, DAMPER_RELATIONS, Pushes, contact_indicators, contact_name, next_mode, pushes,
};
use binary::Binary;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{
    Connections, Contact, Discrete, Event, FrameId, Law, LineGeometry, ModeName, Modes, MotionView, Real, Signals,
    after, law_variables,
};

/// A line force that only pulls; modes 1 to 3 if it is taut.
#[derive(Clone, Debug, Binary)]
pub struct RopeLaw {
    pub frames: [FrameId; 2],
    pub length: Real,
    pub c: Real,
    pub d: Real,
    pub s_small: Real,
}

law_variables! {
    pub RopeVariable of RopeLaw {
        Distance: Motion distance,
        Force: Motion force,
        Taut: Motion taut,
    }
}

impl RopeLaw {
    fn geometry<T: Scalar>(&self, view: &MotionView<'_, T>) -> LineGeometry<T> {
        LineGeometry::between(view, self.frames, self.s_small)
    }

    fn distance<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.geometry(view).length
    }

    fn taut<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        T::constant(f64::from(u8::from(view.mode() != 0)))
    }

    fn force<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        // At an event rounding errors may make it negative.
        self.pull(view).0.max(T::zero())
    }

    /// The force, and the direction from frame_a to frame_b.
    fn pull<T: Scalar>(&self, view: &MotionView<'_, T>) -> (T, Vector3<T>) {
        if view.mode() == 0 {
            return (T::zero(), Vector3::zeros());
        }
        (self.pushes(view).sum(view.mode()), self.geometry(view).e)
    }

    /// Forces of the taut rope; it pulls where a contact pushes.
    fn pushes<T: Scalar>(&self, view: &MotionView<'_, T>) -> Pushes<T> {
        let (p, LineGeometry { length, e, speed, .. }) = (view.parameters(), self.geometry(view));
        pushes(p[self.c], p[self.d], length - p[self.length], e.dot(&speed))
    }

    fn stretch(&self, view: &MotionView<'_, f64>) -> f64 {
        self.geometry(view).length - view.parameters()[self.length]
    }
}

impl Law for RopeLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = CONTACT_MODES;
    const RELATIONS: usize = 1 + DAMPER_RELATIONS;

    fn connections(&self) -> Connections {
        Connections::default().touches(self.frames.map(Contact::Frame))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let (force, e) = self.pull(view);
        let flow = e * force;
        let [frame_a, frame_b] = self.frames;
        view.set_flow(frame_b, flow, Vector3::zeros());
        view.set_flow(frame_a, -flow, Vector3::zeros());
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(contact_name(discrete.mode, ["slack", "taut"]))
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        contact_indicators(view.mode(), self.stretch(view), self.pushes(view), indicators);
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = next_mode(event, self.stretch(view), self.pushes(view));
    }
}
