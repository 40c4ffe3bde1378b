//! Instances: running models.

use super::MbfStatus;
use super::boundary::{self, Failure};
use super::model::{MbfExperiment, MbfModel};
use super::variable::c_string;
use crate::instance::{Experiment, FmiValue, Instance, InstanceError, Mode};
use std::ffi::{CString, c_char};
use std::sync::Arc;

/// A running model: parameters, state and time of its own.
pub struct MbfInstance {
    instance: Instance,
    /// What holds when mbf_instance_setup is not called.
    default_experiment: MbfExperiment,
    /// Of the last call that failed.
    message: CString,
}

impl From<&MbfExperiment> for Experiment {
    fn from(experiment: &MbfExperiment) -> Self {
        Self {
            tolerance: Some(experiment.tolerance).filter(|&tolerance| tolerance != 0.0),
            start_time: experiment.start_time,
            stop_time: Some(experiment.stop_time).filter(|&stop| stop != f64::INFINITY),
        }
    }
}

/// Makes an instance of a model, with the parameters and start values of the model file. The model may be freed before its instances.
/// The instance has to be freed with mbf_instance_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_new(model: *const MbfModel, instance: *mut *mut MbfInstance) -> MbfStatus {
    boundary::status(|| {
        // SAFETY: the contract of this module.
        let model = unsafe { boundary::reference(model) }?;
        let make = || Ok(MbfInstance::new(Instance::new(Arc::clone(&model.model)), model.experiment()));
        // SAFETY: the contract of this module.
        unsafe { boundary::hand_out(instance, make) }
    })
}

/// Frees an instance, in any state. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_free(instance: *mut MbfInstance) {
    // SAFETY: the contract of this module.
    unsafe { boundary::free(instance) }
}

/// What the last call with this instance that failed has to say; empty if none has failed, NULL for NULL. The text stays until the
/// next call with this instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_message(instance: *const MbfInstance) -> *const c_char {
    // SAFETY: the contract of this module.
    unsafe { boundary::reference(instance) }.map_or(std::ptr::null(), |instance| instance.message.as_ptr())
}

/// Sets start time, stop time and tolerance, before the initialization. Without this call the model's own start time and tolerance
/// hold, and no stop time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_setup(instance: *mut MbfInstance, experiment: *const MbfExperiment) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        enter(instance, |handle| {
            let experiment = boundary::reference(experiment)?;
            Ok(handle.instance.setup_experiment(experiment.into())?)
        })
    }
}

/// Computes the initial state from parameters and start values; variables then have values, and steps can be made. After a failure
/// parameters and start values can be mended, and the call repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_initialize(instance: *mut MbfInstance) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe { enter(instance, |handle| handle.initialize()) }
}

/// Advances from `time`, which is the time that the instance has reached, to `time + step`, both in s. Programs that step at a fixed
/// rate pass `start + k * step` for `time`: differences by rounding are evened out, so that nothing adds up.
///
/// A refused step (MBF_STATUS_STEP) changes nothing; after one that failed (MBF_STATUS_STEP_FAILED) the instance stands at the last
/// time that was reached and can be read and reset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_do_step(instance: *mut MbfInstance, time: f64, step: f64) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        enter(instance, |handle| {
            handle.instance.do_step(time, step)?;
            Ok(())
        })
    }
}

/// The time that has been reached, s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_time(instance: *const MbfInstance, time: *mut f64) -> MbfStatus {
    // SAFETY: the contract of this module.
    boundary::status(|| unsafe { boundary::write(time, boundary::reference(instance)?.instance.time()) })
}

/// Back to the state right after mbf_instance_new, from any state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_instance_reset(instance: *mut MbfInstance) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        enter(instance, |handle| {
            handle.instance.reset();
            handle.message = CString::default();
            Ok(())
        })
    }
}

/// Functions that read or set variables, a row each. The build script of the header reads the same rows.
macro_rules! functions {
    ($($(#[$doc:meta])+ fn $name:ident($($argument:ident: $from:ty),*) -> ($values:ident: $to:ty) = $value:expr;)*) => {$(
        $(#[$doc])+
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $from,)* $values: $to) -> MbfStatus {
            // SAFETY: the contract of this module.
            unsafe { $value }
        }
    )*};
}

functions! {
    /// Reads `count` variables of type Real: `values[i]` becomes the value of the variable with value reference `references[i]`, in its
    /// SI unit. What was set before is already taken into account. Before the initialization parameters and start values can be read.
    fn mbf_instance_get_real(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *mut f64)
        = get(instance, references, count, values, |value: f64| value);

    /// Reads `count` variables of type Integer or enumerations; otherwise like mbf_instance_get_real.
    fn mbf_instance_get_integer(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *mut i32)
        = get(instance, references, count, values, |value: i32| value);

    /// Reads `count` variables of type Boolean as 0 (false) and 1 (true); otherwise like mbf_instance_get_real.
    fn mbf_instance_get_boolean(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *mut i32)
        = get(instance, references, count, values, |value: bool| i32::from(value));

    /// Sets `count` variables of type Real: the variable with value reference `references[i]` becomes `values[i]`, in its SI unit; all
    /// of them or, if one is refused, none. Parameters and start values are set before the initialization, inputs and tunable parameters
    /// also between steps.
    fn mbf_instance_set_real(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *const f64)
        = set(instance, references, count, values, |value| value);

    /// Sets `count` variables of type Integer or enumerations; otherwise like mbf_instance_set_real.
    fn mbf_instance_set_integer(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *const i32)
        = set(instance, references, count, values, |value| value);

    /// Sets `count` variables of type Boolean, 0 for false and anything else for true; otherwise like mbf_instance_set_real.
    fn mbf_instance_set_boolean(instance: *mut MbfInstance, references: *const u32, count: usize) -> (values: *const i32)
        = set(instance, references, count, values, |value| value != 0);
}

impl MbfInstance {
    /// An instance of a model with this experiment, whose stop time is only a proposal.
    pub(super) fn new(instance: Instance, experiment: MbfExperiment) -> Self {
        let default_experiment = MbfExperiment { stop_time: f64::INFINITY, ..experiment };
        Self { instance, default_experiment, message: CString::default() }
    }

    fn initialize(&mut self) -> Result<(), Failure> {
        // After an initialization that failed the instance is still in Initialization Mode.
        if self.instance.mode() != Mode::Initialization {
            let mut entered = self.instance.enter_initialization_mode();
            if entered == Err(InstanceError::ExperimentNotSetUp) {
                self.instance.setup_experiment((&self.default_experiment).into())?;
                entered = self.instance.enter_initialization_mode();
            }
            entered?;
        }
        Ok(self.instance.exit_initialization_mode()?)
    }

    fn record(&mut self, failure: Failure) -> MbfStatus {
        if failure.status == MbfStatus::InternalError {
            self.instance.fail();
        }
        self.message = c_string(&failure.message);
        failure.status
    }
}

/// Runs `body` on the instance, which remembers what went wrong.
///
/// # Safety
/// The contract of [`crate::c_api`].
unsafe fn enter(instance: *mut MbfInstance, body: impl FnOnce(&mut MbfInstance) -> Result<(), Failure>) -> MbfStatus {
    if let Err(status) = boundary::usable(instance.cast_const()) {
        return status;
    }
    // SAFETY: usable; that nobody else uses it now is the contract of this module.
    let handle = unsafe { &mut *instance };
    match boundary::catch(|| body(handle)) {
        Ok(()) => MbfStatus::Ok,
        Err(failure) => handle.record(failure),
    }
}

/// Reads variables as Rust has them, and writes them as C has them.
///
/// # Safety
/// The contract of [`crate::c_api`].
unsafe fn get<T: FmiValue + Default, C: Copy>(
    instance: *mut MbfInstance,
    references: *const u32,
    count: usize,
    values: *mut C,
    to_c: impl Fn(T) -> C,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        enter(instance, |handle| {
            let references = boundary::slice(references, count)?;
            boundary::check_array(values.cast_const(), count)?;
            let mut read = vec![T::default(); count];
            handle.instance.get(references, &mut read)?;
            let converted: Vec<C> = read.into_iter().map(to_c).collect();
            boundary::write_slice(values, &converted);
            Ok(())
        })
    }
}

/// Sets variables from values as C has them.
///
/// # Safety
/// The contract of [`crate::c_api`].
unsafe fn set<T: FmiValue, C: Copy>(
    instance: *mut MbfInstance,
    references: *const u32,
    count: usize,
    values: *const C,
    from_c: impl Fn(C) -> T,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        enter(instance, |handle| {
            let references = boundary::slice(references, count)?;
            let values = boundary::slice(values, count)?;
            let converted: Vec<T> = values.iter().copied().map(from_c).collect();
            Ok(handle.instance.set(references, &converted)?)
        })
    }
}
