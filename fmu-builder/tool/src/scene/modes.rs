//! Oscillations near an operating point.

use super::run::Recording;
use super::{Drawable, RunOptions, Scene, SceneOptions};
use crate::linear::{LinearError, Mode, OperatingPoint};

/// Rows of a period of a mode, and its duration on the page, s.
const MODE_ROWS: usize = 41;
const MODE_PERIOD: f64 = 2.0;
/// The largest rotation of a mode, rad, and its largest displacement as part of the mechanism.
const MODE_ANGLE: f64 = 0.25;
const MODE_LENGTH: f64 = 0.1;

impl Scene {
    /// Draws a period of each of these oscillations near an operating point, one after the other; `names` are those of the control that
    /// chooses one.
    ///
    /// # Errors
    /// When the model cannot be run, or a graphic expression has no value.
    pub fn of_modes(
        drawable: &Drawable,
        options: &RunOptions,
        point: &mut OperatingPoint,
        modes: &[(String, &Mode)],
    ) -> Result<Self, LinearError> {
        let still = Drawable { curves: Vec::new(), ..drawable.clone() };
        let time = drawable.span(options)?[0];
        let mut instance = drawable.instance_at(options, time, &mut |_| ())?;
        let size = Self::of(&still, &Recording::now(&still, &mut instance)?, &SceneOptions::default())?.size;
        let shapes: Vec<&Mode> = modes.iter().map(|(_, mode)| *mode).collect();
        let states = point.oscillations(&shapes, MODE_ROWS, [MODE_ANGLE, MODE_LENGTH * size])?;
        let mut recording: Option<Recording> = None;
        for state in &states {
            instance.take_equations(&point.system, state);
            let row = Recording::now(&still, &mut instance)?;
            match &mut recording {
                Some(recording) => recording.append(&row),
                None => recording = Some(row),
            }
        }
        let Some(mut recording) = recording else { return Err(LinearError::Nothing { of: "model" }) };
        // A mode begins where the last one has ended.
        let duration =
            |row: usize| MODE_PERIOD * (row / MODE_ROWS * MODE_ROWS + row % MODE_ROWS) as f64 / (MODE_ROWS - 1) as f64;
        recording.times = (0..states.len()).map(duration).collect();
        let times = recording.times.clone();
        let chapters = modes
            .iter()
            .zip(times.chunks(MODE_ROWS))
            .map(|((name, _), times)| (name.clone(), [times[0], times[MODE_ROWS - 1]]));
        Ok(Self { chapters: chapters.collect(), ..Self::of(&still, &recording, &SceneOptions::default())? })
    }
}
