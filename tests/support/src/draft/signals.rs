//! Signals that drive forces.

use super::Draft;

impl Draft {
    /// Lets a signal of about this size drive an input, or nothing.
    pub fn feed(&mut self, input: &str, size: f64) {
        if self.one_in(3) {
            let value = size * self.random.number();
            self.inputs.push((input.to_owned(), value));
            return;
        }
        let signal = self.signal();
        let gain = size * self.random.number();
        let name = self.component("Blocks.Math.Gain", &format!("k = {gain:?}"));
        self.connect(signal, format!("{name}.u"));
        self.connect(format!("{name}.y"), input);
    }

    /// A scalar signal: one that is there, a new source, or something made of others.
    pub fn signal(&mut self) -> String {
        if !self.signals.is_empty() && self.one_in(2) {
            let k = self.random.below(self.signals.len());
            return self.signals[k].clone();
        }
        let signal = if self.signals.is_empty() || self.one_in(2) { self.source() } else { self.block() };
        self.signals.push(signal.clone());
        signal
    }

    fn source(&mut self) -> String {
        let (x, t) = (self.random.number(), 0.9 * self.random.positive());
        let (class, rest) = match self.random.below(13) {
            0 => ("Constant", format!("k = {x:?}")),
            1 => ("Sine", format!("amplitude = {x:?}\nf = 1.3\nphase = {t:?}\noffset = 0.2")),
            2 => ("Step", format!("height = {x:?}\nstartTime = {t:?}")),
            3 => ("Ramp", format!("height = {x:?}\nduration = 0.4\nstartTime = {t:?}")),
            4 => (
                "Trapezoid",
                format!(
                    "amplitude = {x:?}\nrising = 0.1\nwidth = 0.1\nfalling = 0.05\nperiod = 0.4\nstartTime = {t:?}"
                ),
            ),
            5 => {
                let smoothness = self.pick(&["LinearSegments", "ContinuousDerivative"]);
                (
                    "CombiTimeTable",
                    format!(
                        "table = [[0, 0.1], [0.25, {x:?}], [0.6, -0.3], [1.5, 0.4]]\nsmoothness = \"{smoothness}\""
                    ),
                )
            }
            6 => ("Pulse", format!("amplitude = {x:?}\nwidth = 40\nperiod = 0.3\nstartTime = {t:?}")),
            7 => ("SawTooth", format!("amplitude = {x:?}\nperiod = 0.3\nstartTime = {t:?}")),
            8 => ("ExpSine", format!("amplitude = {x:?}\nf = 1.3\ndamping = 0.9\nstartTime = {t:?}")),
            9 => ("TimeTable", format!("table = [[0, 0.1], [0.25, {x:?}], [0.25, -0.3], [1.5, 0.4]]")),
            10 => ("KinematicPTP", format!("deltaq = [{x:?}]\nqd_max = [2]\nqdd_max = [4]\nstartTime = {t:?}")),
            11 => ("KinematicPTP2", format!("q_end = [{x:?}]\nqd_max = [2]\nqdd_max = [4]\nstartTime = {t:?}")),
            _ => ("RealExpression", format!("y = \"{x:?}*cos(1)\"")),
        };
        let name = self.component(&format!("Blocks.Sources.{class}"), &rest);
        match class {
            "CombiTimeTable" | "KinematicPTP" => format!("{name}.y[1]"),
            "KinematicPTP2" => format!("{name}.qd[1]"),
            _ => format!("{name}.y"),
        }
    }

    /// A signal between 0.5 and 0.9.
    fn bounded(&mut self) -> String {
        let name = self.component("Blocks.Sources.Sine", "amplitude = 0.2\nf = 1.1\noffset = 0.7");
        format!("{name}.y")
    }

    fn block(&mut self) -> String {
        let (class, inputs, output, rest): (_, &[&str], _, _) = match self.random.below(64) {
            0 => ("Blocks.Math.Add", &["u1", "u2"], "y", "k2 = -0.5"),
            1 => ("Blocks.Math.Add3", &["u1", "u2", "u3"], "y", "k1 = 0.3"),
            2 => ("Blocks.Math.Feedback", &["u1", "u2"], "y", ""),
            3 => ("Blocks.Math.MatrixGain", &["u[1]", "u[2]"], "y[2]", "K = [[1, 2], [0.3, -0.4]]"),
            4 => ("Blocks.Routing.RealPassThrough", &["u"], "y", ""),
            5 => ("Blocks.Math.Gain", &["u"], "y", "k = 0.7"),
            6 => ("Blocks.Continuous.Integrator", &["u"], "y", "k = 0.5"),
            7 => ("Blocks.Continuous.Derivative", &["u"], "y", "k = 0.02\nT = 0.05"),
            8 => ("Blocks.Continuous.FirstOrder", &["u"], "y", "T = 0.1\ninitType = \"SteadyState\""),
            9 => ("Blocks.Continuous.SecondOrder", &["u"], "y", "w = 9\nD = 0.4"),
            10 => ("Blocks.Continuous.PI", &["u"], "y", "k = 0.4\nT = 0.8"),
            11 => ("Blocks.Continuous.PID", &["u"], "y", "k = 0.4\nTi = 0.8\nTd = 0.02"),
            12 => ("Blocks.Continuous.TransferFunction", &["u"], "y", "b = [0.1, 1]\na = [0.01, 0.1, 1]"),
            13 => (
                "Blocks.Continuous.StateSpace",
                &["u[1]", "u[2]"],
                "y[2]",
                "A = [[-1, 4], [-4, -1]]\nB = [[0.5, 0], [0, 1]]\nC = [[1, 0], [0, 1]]",
            ),
            14 => ("Blocks.Continuous.CriticalDamping", &["u"], "y", "f = 2\nn = 3"),
            16 => ("Blocks.Math.Abs", &["u"], "y", ""),
            17 => ("Blocks.Math.Sin", &["u"], "y", ""),
            18 => ("Blocks.Math.Cos", &["u"], "y", ""),
            19 => ("Blocks.Math.Atan", &["u"], "y", ""),
            20 => ("Blocks.Math.Tanh", &["u"], "y", ""),
            21 => ("Blocks.Math.Atan2", &["u1", "u2"], "y", ""),
            22 => ("Blocks.Math.Product", &["u1", "u2"], "y", ""),
            23 => ("Blocks.Math.Max", &["u1", "u2"], "y", ""),
            24 => ("Blocks.Math.Min", &["u1", "u2"], "y", ""),
            25 => ("Blocks.Math.Sum", &["u[1]", "u[2]", "u[3]"], "y", "nin = 3\nk = [1, 0.2, -0.3]"),
            26 => ("Blocks.Math.MultiSum", &["u[1]", "u[2]"], "y", "nu = 2\nk = [0.4]"),
            27 => ("Blocks.Math.MultiProduct", &["u[1]", "u[2]"], "y", "nu = 2"),
            // These have a value in a part of the numbers only, or grow without bounds: they see a signal between 0.5 and 0.9.
            k @ 28..38 => {
                let classes = ["Sqrt", "Tan", "Asin", "Acos", "Sinh", "Cosh", "Exp", "Log", "Log10", "Sign"];
                let name = self.component(&format!("Blocks.Math.{}", classes[k - 28]), "");
                let source = self.bounded();
                self.connect(source, format!("{name}.u"));
                return format!("{name}.y");
            }
            38 => {
                let name = self.component("Blocks.Math.Division", "");
                let k = self.random.below(self.signals.len());
                let (signal, divisor) = (self.signals[k].clone(), self.bounded());
                self.connect(signal, format!("{name}.u1"));
                self.connect(divisor, format!("{name}.u2"));
                return format!("{name}.y");
            }
            39 => ("Blocks.Routing.RealReplicator", &["u"], "y[2]", "nout = 2"),
            40 => ("Blocks.Routing.Multiplex", &["u[1]", "u[2]"], "y[2]", "n = 2"),
            41 => ("Blocks.Routing.DeMultiplex", &["u[1]", "u[2]"], "y[2]", "n = 2"),
            42 => ("Blocks.Routing.Multiplex2", &["u1[1]", "u2[1]"], "y[2]", ""),
            43 => ("Blocks.Routing.Multiplex3", &["u1[1]", "u2[1]", "u3[1]"], "y[2]", ""),
            44 => ("Blocks.Routing.Multiplex4", &["u1[1]", "u2[1]", "u3[1]", "u4[1]"], "y[4]", ""),
            45 => ("Blocks.Routing.Multiplex5", &["u1[1]", "u2[1]", "u3[1]", "u4[1]", "u5[1]"], "y[5]", ""),
            46 => ("Blocks.Routing.Multiplex6", &["u1[1]", "u2[1]", "u3[1]", "u4[1]", "u5[1]", "u6[1]"], "y[6]", ""),
            47 => ("Blocks.Routing.DeMultiplex2", &["u[1]", "u[2]"], "y2[1]", ""),
            48 => ("Blocks.Routing.DeMultiplex3", &["u[1]", "u[2]", "u[3]"], "y3[1]", ""),
            49 => ("Blocks.Routing.DeMultiplex4", &["u[1]", "u[2]", "u[3]", "u[4]"], "y4[1]", ""),
            50 => ("Blocks.Routing.DeMultiplex5", &["u[1]", "u[2]", "u[3]", "u[4]", "u[5]"], "y5[1]", ""),
            51 => ("Blocks.Routing.DeMultiplex6", &["u[1]", "u[2]", "u[3]", "u[4]", "u[5]", "u[6]"], "y6[1]", ""),
            52 => (
                "Blocks.Tables.CombiTable1Ds",
                &["u"],
                "y[1]",
                "table = [[-1, 0.4], [0, 0], [0.5, 0.3], [2, 0.6]]\nsmoothness = \"ContinuousDerivative\"",
            ),
            53 => (
                "Blocks.Tables.CombiTable1Dv",
                &["u[1]"],
                "y[1]",
                "table = [[-1, 0.4], [0, 0], [2, 0.6]]\nsmoothness = \"MonotoneContinuousDerivative2\"",
            ),
            54 => ("Blocks.Nonlinear.Limiter", &["u"], "y", "uMax = 0.3"),
            55 => ("Blocks.Nonlinear.DeadZone", &["u"], "y", "uMax = 0.2"),
            56 => ("Blocks.Nonlinear.SlewRateLimiter", &["u"], "y", "Rising = 2\nTd = 0.05"),
            57 => ("Blocks.Nonlinear.VariableLimiter", &["u", "limit1"], "y", "strict = true"),
            58 => ("Blocks.Continuous.LimIntegrator", &["u"], "y", "outMax = 0.3"),
            59 => ("Blocks.Continuous.LimPID", &["u_s", "u_m"], "y", "k = 0.3\nTi = 0.8\nTd = 0.02\nyMax = 0.5"),
            60 => (
                "Blocks.Tables.CombiTable2Ds",
                &["u1", "u2"],
                "y",
                "table = [[0, -1, 0, 2], [-1, 0.1, 0.3, -0.2], [0.5, 0.2, 0, 0.4], [2, 0.3, 0.1, 0.2]]\nsmoothness = \"ContinuousDerivative\"",
            ),
            61 => (
                "Blocks.Continuous.Filter",
                &["u"],
                "y",
                "analogFilter = \"ChebyshevI\"\nfilterType = \"BandStop\"\nf_min = 1\nf_cut = 2\norder = 3",
            ),
            62 => {
                // Forth and back, so that the signal keeps its size; FirstOrder follows because no seed of the tests draws 8.
                let to = self.component("Blocks.Math.UnitConversions.To_deg", "");
                let from = self.component("Blocks.Math.UnitConversions.From_deg", "");
                let filter = self.component("Blocks.Continuous.FirstOrder", "T = 0.1\ninitType = \"SteadyState\"");
                let k = self.random.below(self.signals.len());
                let signal = self.signals[k].clone();
                self.connect(signal, format!("{to}.u"));
                self.connect(format!("{to}.y"), format!("{from}.u"));
                self.connect(format!("{from}.y"), format!("{filter}.u"));
                return format!("{filter}.y");
            }
            15 => ("Blocks.Continuous.LowpassButterworth", &["u"], "y", "f = 2\nn = 3"),
            _ => {
                // Their outputs are for hosts: one differentiates, the other is Boolean.
                let class = self.pick(&["Blocks.Continuous.Der", "Blocks.Logical.LessEqualThreshold"]);
                let name = self.component(class, "");
                let k = self.random.below(self.signals.len());
                let signal = self.signals[k].clone();
                self.connect(signal, format!("{name}.u"));
                return self.source();
            }
        };
        let sources: Vec<String> = inputs
            .iter()
            .map(|_| {
                let k = self.random.below(self.signals.len());
                self.signals[k].clone()
            })
            .collect();
        let name = self.component(class, rest);
        for (input, source) in inputs.iter().zip(sources) {
            self.connect(source, format!("{name}.{input}"));
        }
        format!("{name}.{output}")
    }
}
