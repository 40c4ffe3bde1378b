//! Classes of the Modelica Standard Library 4.1.0 that are not here, and what to use in their place.
//!
//! Names are facts; none of them is explained here. A class that comes into the library of this crate leaves this list, which a test asks
//! for.

use crate::library::PREFIXES;

/// A package, its classes that are not here, and what is to be used instead where a class says nothing of its own.
type Package = (&'static str, &'static str, &'static [&'static str]);

const INPUT: &str = "compute it outside of the FMU and connect it to an input";
const OUTPUT: &str = "make its input an output of the FMU (`[outputs]`), and compute it outside";
const SOURCES: &str = "Blocks.Sources.RealExpression with an expression of `time`, CombiTimeTable, or an input of the FMU";
const LOGIC: &str = "a branch in an expression (`if a < b then x else y`), or an input of the FMU";
const MECHANICS: &str = "Rotational.Sources.Torque or Translational.Sources.Force with an input that is computed from measured outputs";
const FRICTION: &str = "Damper, whose torque is proportional to the speed, or a source with an input";
const ELECTRICAL: &str = "Rotational.Sources.Torque with the torque of the motor as an input; circuits are computed outside of the FMU";
const HEAT: &str = "Thermal.HeatTransfer.Components.ThermalConductor, Convection and HeatCapacitor";
const VISUAL: &str = "Visualizers.FixedFrame, FixedArrow, Rectangle, Torus, VoluminousWheel, or the shape of a BodyShape";
const DERIVED: &str = "the function as an expression where a number is expected, or an output that is computed outside";

const PACKAGES: &[Package] = &[
    ("Modelica.Mechanics.MultiBody.Joints.Internal", "a joint of MultiBody.Joints", &["InitAngle", "InitPosition"]),
    ("Modelica.Mechanics.MultiBody.Forces.Internal", "a force of MultiBody.Forces", &["BasicForce", "BasicTorque", "BasicWorldForce", "BasicWorldTorque", "StandardGravityAcceleration", "ZeroForceAndTorque"]),
    ("Modelica.Mechanics.MultiBody.Sensors.Internal", "a sensor of MultiBody.Sensors", &["BasicAbsoluteAngularVelocity", "BasicAbsolutePosition", "BasicAbsoluteVelocity", "BasicCutForce", "BasicCutTorque", "BasicRelativeAngularVelocity", "BasicRelativePosition", "BasicRelativeVelocity", "BasicTransformAbsoluteVector", "BasicTransformRelativeVector", "ZeroForceAndTorque"]),
    ("Modelica.Mechanics.MultiBody.Visualizers", VISUAL, &["FixedShape", "FixedShape2", "SignalArrow", "SurfaceShape", "Ground", "PipeWithScalarField", "Advanced.Arrow", "Advanced.DoubleArrow", "Advanced.Vector", "Advanced.Shape", "Advanced.Surface", "Advanced.CoordinateSystem", "Advanced.PipeWithScalarField"]),
    ("Modelica.Mechanics.MultiBody.Interfaces", "a class that has this connector; connectors are not components", &["Frame", "Frame_a", "Frame_b", "Frame_resolve", "FlangeWithBearing", "FlangeWithBearingAdaptor", "PartialTwoFrames", "PartialOneFrame_a", "PartialOneFrame_b", "PartialElementaryJoint", "PartialForce", "PartialLineForce", "PartialAbsoluteSensor", "PartialRelativeSensor", "PartialVisualizer"]),
    ("Modelica.Mechanics.Rotational.Components", MECHANICS, &["ElastoBacklash", "ElastoBacklash2", "GeneralAngleToTorqueAdaptor", "GeneralTorqueToAngleAdaptor", "InitializeFlange", "RelativeStates", "TorqueToAngleAdaptor", "AngleToTorqueAdaptor", "IdealRollingWheel", "Disc"]),
    ("Modelica.Mechanics.Rotational.Components", FRICTION, &["BearingFriction", "Brake", "Clutch", "OneWayClutch", "OneWayClutchDisengaged", "LossyGear", "Gearbox"]),
    ("Modelica.Mechanics.Rotational.Sources", "Rotational.Sources.Torque, Position or Move with an input, or with Blocks.Sources.RealExpression", &["Accelerate", "Speed", "TorqueStep", "LinearSpeedDependentTorque", "SignTorque", "InverseSpeedDependentTorque", "EddyCurrentTorque"]),
    ("Modelica.Mechanics.Rotational.Sensors", "Rotational.Sensors.AngleSensor, SpeedSensor, AccSensor or TorqueSensor at each flange", &["MultiSensor", "PowerSensor", "RelAngleSensor", "RelSpeedSensor", "RelAccSensor"]),
    ("Modelica.Mechanics.Rotational.Interfaces", "a class that has this connector; connectors are not components", &["Flange_a", "Flange_b", "Support", "InternalSupport", "PartialTwoFlanges", "PartialCompliant", "PartialTorque"]),
    ("Modelica.Mechanics.Translational.Components", FRICTION, &["Brake", "SupportFriction", "MassWithStopAndFriction", "RollingResistance", "Vehicle", "ElastoGap", "IdealGearR2T", "IdealRollingWheel", "InitializeFlange", "RelativeStates", "GeneralForceToPositionAdaptor", "GeneralPositionToForceAdaptor"]),
    ("Modelica.Mechanics.Translational.Sources", "Translational.Sources.Force, Position or Move with an input, or with Blocks.Sources.RealExpression", &["Accelerate", "Speed", "ForceStep", "LinearSpeedDependentForce", "QuadraticSpeedDependentForce", "SignForce", "InverseSpeedDependentForce", "EddyCurrentForce"]),
    ("Modelica.Mechanics.Translational.Sensors", "Translational.Sensors.PositionSensor, SpeedSensor, AccSensor or ForceSensor at each flange", &["MultiSensor", "PowerSensor", "RelPositionSensor", "RelSpeedSensor", "RelAccSensor"]),
    ("Modelica.Mechanics.Translational.Interfaces", "a class that has this connector; connectors are not components", &["Flange_a", "Flange_b", "Support", "PartialTwoFlanges", "PartialCompliant", "PartialForce"]),
    ("Modelica.Blocks.Sources", SOURCES, &["ContinuousClock", "SineVariableFrequencyAndAmplitude", "CosineVariableFrequencyAndAmplitude", "Cosine", "Sinc", "ExpSine", "Exponentials", "Pulse", "SawTooth", "KinematicPTP", "KinematicPTP2", "TimeTable", "LogFrequencySweep"]),
    ("Modelica.Blocks.Sources", LOGIC, &["BooleanConstant", "BooleanStep", "BooleanPulse", "BooleanTable", "BooleanExpression", "SampleTrigger", "IntegerConstant", "IntegerStep", "IntegerTable", "IntegerExpression", "RadioButtonSource"]),
    ("Modelica.Blocks.Math", DERIVED, &["Abs", "Sign", "Sqrt", "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Atan2", "Sinh", "Cosh", "Tanh", "Exp", "Log", "Log10", "Power", "Max", "Min", "MinMax", "MultiSum", "Sum", "Product", "MultiProduct", "Division", "LinearDependency", "Edge", "WrapAngle", "Mean", "RectifiedMean", "ContinuousMean", "RootMeanSquare", "Variance", "StandardDeviation", "Harmonic", "TotalHarmonicDistortion", "RealFFT", "Pythagoras", "BooleanChange", "BooleanToInteger", "BooleanToReal", "IntegerChange", "IntegerToBoolean", "IntegerToReal", "RealToBoolean", "RealToInteger", "InverseBlockConstraints", "UnitConversions.To_deg", "UnitConversions.From_deg", "UnitConversions.To_rpm", "UnitConversions.From_rpm", "UnitConversions.To_degC", "UnitConversions.From_degC", "UnitConversions.To_kmh", "UnitConversions.From_kmh", "UnitConversions.To_bar", "UnitConversions.From_bar"]),
    ("Modelica.Blocks.Continuous", INPUT, &["Integrator", "LimIntegrator", "Derivative", "FirstOrder", "SecondOrder", "PI", "PID", "LimPID", "TransferFunction", "StateSpace", "LowpassButterworth", "CriticalDamping", "Filter"]),
    ("Modelica.Blocks.Discrete", INPUT, &["Sampler", "ZeroOrderHold", "FirstOrderHold", "UnitDelay", "TransferFunction", "StateSpace", "TriggeredSampler", "TriggeredMax"]),
    ("Modelica.Blocks.Interaction.Show", OUTPUT, &["RealValue", "BooleanValue", "IntegerValue"]),
    ("Modelica.Blocks.Logical", LOGIC, &["And", "Or", "Xor", "Nor", "Nand", "Not", "Pre", "Edge", "FallingEdge", "Change", "GreaterThreshold", "GreaterEqualThreshold", "LessThreshold", "Greater", "GreaterEqual", "Less", "LessEqual", "ZeroCrossing", "LogicalSwitch", "Switch", "Hysteresis", "OnOffController", "TriggeredTrapezoid", "Timer", "LogicalDelay", "RSFlipFlop", "TerminateSimulation"]),
    ("Modelica.Blocks.Nonlinear", "`min` and `max` in an expression, or an input that is computed outside", &["Limiter", "VariableLimiter", "SlewRateLimiter", "DeadZone", "FixedDelay", "PadeDelay", "VariableDelay"]),
    ("Modelica.Blocks.Noise", INPUT, &["UniformNoise", "NormalNoise", "TruncatedNormalNoise", "BandLimitedWhiteNoise", "GlobalSeed"]),
    ("Modelica.Blocks.Routing", "connections to the elements of a signal (`force[2]`)", &["RealReplicator", "IntegerReplicator", "BooleanReplicator", "ExtractSignal", "Extractor", "RealExtractor", "Multiplex", "Multiplex2", "Multiplex3", "Multiplex4", "Multiplex5", "Multiplex6", "DeMultiplex", "DeMultiplex2", "DeMultiplex3", "DeMultiplex4", "DeMultiplex5", "DeMultiplex6", "BooleanPassThrough", "IntegerPassThrough"]),
    ("Modelica.Blocks.Tables", "Blocks.Sources.CombiTimeTable for a function of time, or an input that is computed outside", &["CombiTable1Ds", "CombiTable1Dv", "CombiTable2Ds", "CombiTable2Dv"]),
    ("Modelica.Blocks.Interfaces", "a block that has this connector; connectors are not components", &["RealInput", "RealOutput", "BooleanInput", "BooleanOutput", "IntegerInput", "IntegerOutput", "SO", "SI", "SISO", "MIMO"]),
    ("Modelica.Thermal.HeatTransfer.Components", HEAT, &["ThermalResistor", "ConvectiveResistor", "BodyRadiation", "ThermalCollector", "GeneralHeatFlowToTemperatureAdaptor", "GeneralTemperatureToHeatFlowAdaptor"]),
    ("Modelica.Thermal.HeatTransfer.Sources", "Thermal.HeatTransfer.Sources.FixedTemperature", &["PrescribedTemperature", "FixedHeatFlow", "PrescribedHeatFlow"]),
    ("Modelica.Thermal.HeatTransfer.Sensors", "the variable `T` of a HeatCapacitor as an output", &["TemperatureSensor", "RelTemperatureSensor", "HeatFlowSensor"]),
    ("Modelica.Thermal.HeatTransfer.Celsius", "the same class below Thermal.HeatTransfer, in K; values may have the unit degC", &["ToKelvin", "FromKelvin", "PrescribedTemperature", "TemperatureSensor"]),
    ("Modelica.Electrical.Analog.Basic", ELECTRICAL, &["Ground", "Resistor", "HeatingResistor", "Conductor", "Capacitor", "Inductor", "SaturatingInductor", "Transformer", "M_Transformer", "Gyrator", "EMF", "RotationalEMF", "TranslationalEMF", "VCV", "VCC", "CCV", "CCC", "OpAmp", "OpAmpDetailed", "VariableResistor", "VariableConductor", "VariableCapacitor", "VariableInductor", "Potentiometer"]),
    ("Modelica.Electrical.Analog.Ideal", ELECTRICAL, &["IdealThyristor", "IdealGTOThyristor", "IdealCommutingSwitch", "IdealIntermediateSwitch", "ControlledIdealOpeningSwitch", "ControlledIdealClosingSwitch", "IdealOpAmp", "IdealOpAmp3Pin", "IdealOpAmpLimited", "IdealDiode", "IdealTransformer", "IdealGyrator", "Idle", "Short", "IdealOpeningSwitch", "IdealClosingSwitch"]),
    ("Modelica.Electrical.Analog.Sensors", ELECTRICAL, &["PotentialSensor", "VoltageSensor", "CurrentSensor", "PowerSensor", "MultiSensor"]),
    ("Modelica.Electrical.Analog.Sources", ELECTRICAL, &["SignalVoltage", "ConstantVoltage", "StepVoltage", "RampVoltage", "SineVoltage", "CosineVoltage", "PulseVoltage", "TableVoltage", "SignalCurrent", "ConstantCurrent", "StepCurrent", "RampCurrent", "SineCurrent", "PulseCurrent", "SupplyVoltage"]),
    ("Modelica.Electrical.Machines.BasicMachines.DCMachines", ELECTRICAL, &["DC_PermanentMagnet", "DC_ElectricalExcited", "DC_SeriesExcited", "DC_Compound"]),
    ("Modelica.Electrical.Machines.BasicMachines.SynchronousMachines", ELECTRICAL, &["SM_PermanentMagnet", "SM_ElectricalExcited", "SM_ReluctanceRotor"]),
    ("Modelica.Electrical.Machines.BasicMachines.InductionMachines", ELECTRICAL, &["IM_SquirrelCage", "IM_SlipRing"]),
];

/// Full name of the class of the library that `name` means and that is not here, and what to use instead.
pub fn absent_class(name: &str) -> Option<(String, &'static str)> {
    PREFIXES.iter().find_map(|prefix| {
        let full = format!("{prefix}{name}");
        PACKAGES.iter().find_map(|(package, instead, classes)| {
            let class = full.strip_prefix(package)?.strip_prefix('.')?;
            classes.contains(&class).then(|| (full.clone(), *instead))
        })
    })
}

/// Full names of all classes of the library that are known and not here.
pub fn absent_classes() -> impl Iterator<Item = String> {
    PACKAGES.iter().flat_map(|(package, _, classes)| classes.iter().map(move |class| format!("{package}.{class}")))
}
