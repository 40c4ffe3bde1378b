//! A model in an instance, driven by names.

use super::*;

/// The value of a variable as a number, read by the function of its type.
pub fn number(instance: &mut Instance, reference: u32) -> f64 {
    fn read<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> f64 {
        let mut value = [T::default()];
        instance.get(&[reference], &mut value).unwrap();
        value[0].number()
    }
    match instance.catalogue().variables.at(reference as usize).data_type {
        DataType::Real { .. } => read::<f64>(instance, reference),
        DataType::Integer | DataType::Enumeration(_) => read::<i32>(instance, reference),
        DataType::Boolean => read::<bool>(instance, reference),
    }
}

/// An instance as a host has it, stepped from 0, with its variables by name.
pub struct Host {
    pub instance: Instance,
    names: HashMap<String, u32>,
}

impl Host {
    /// Instantiated, the experiment set up.
    pub fn new(model: Model, tolerance: f64) -> Self {
        let mut instance = Instance::new(Arc::new(read_back(&model)));
        instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
        let names = instance.catalogue().variables.iter().enumerate();
        let names = names.map(|(i, v)| (v.name.to_owned(), u32::try_from(i).unwrap())).collect();
        Self { instance, names }
    }

    /// Through Initialization Mode.
    pub fn start(&mut self) {
        self.instance.enter_initialization_mode().unwrap();
        self.instance.exit_initialization_mode().unwrap();
    }

    pub fn reference(&self, name: &str) -> u32 {
        *self.names.get(name).unwrap_or_else(|| panic!("no variable {name}"))
    }

    /// The value of a variable of any type, as a number.
    pub fn get(&mut self, name: &str) -> f64 {
        let reference = self.reference(name);
        number(&mut self.instance, reference)
    }

    pub fn vector(&mut self, name: &str) -> Vector3<f64> {
        Vector3::from_fn(|k, _| self.get(&format!("{name}[{}]", k + 1)))
    }

    pub fn matrix(&mut self, name: &str) -> Matrix3<f64> {
        Matrix3::from_fn(|i, j| self.get(&format!("{name}[{},{}]", i + 1, j + 1)))
    }

    pub fn set(&mut self, name: &str, value: f64) {
        self.instance.set(&[self.reference(name)], &[value]).unwrap();
    }

    /// `steps` communication steps of `size`, from the present time.
    pub fn steps(&mut self, steps: u32, size: f64) {
        let start = self.instance.time();
        for k in 0..steps {
            self.instance.do_step(start + f64::from(k) * size, size).unwrap();
        }
    }
}
