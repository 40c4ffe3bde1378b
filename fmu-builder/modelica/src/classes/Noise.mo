package Noise "Seeds, and the base of noise blocks: numbers come from MultibodyFmu.Random"
  model GlobalSeed "Global settings of noise blocks"
    parameter Boolean enableNoise = true "= true, if noise blocks generate noise; = false, if their output is constant";
    parameter Boolean useAutomaticSeed = false "= true, choose a seed by system time and process id";
    parameter Integer fixedSeed = 67867967 "Fixed global seed for random number generators";
    final parameter Integer seed = fixedSeed "Actually used global seed";
  equation
    assert(not useAutomaticSeed, "noise of an FMU is reproducible: set fixedSeed instead of useAutomaticSeed");
    annotation(defaultComponentPrefixes = "inner", missingInnerMessage = "a default GlobalSeed with fixedSeed = 67867967 is used");
  end GlobalSeed;

  partial block PartialNoise "Partial noise generator"
    extends Modelica.Blocks.Interfaces.SO;
    parameter Modelica.Units.SI.Time samplePeriod(start = 0.01) "Period for sampling the raw random numbers";
    parameter Boolean enableNoise = globalSeed.enableNoise "= true: y = noise, otherwise y = y_off";
    parameter Real y_off = 0.0 "Value of y without noise, and before startTime";
    parameter Boolean useGlobalSeed = true "= true: use global seed, otherwise ignore it";
    parameter Boolean useAutomaticLocalSeed = true "= true: use automatic local seed, otherwise use fixedLocalSeed";
    parameter Integer fixedLocalSeed = 1 "Local seed (any Integer number)";
    parameter Modelica.Units.SI.Time startTime = 0.0 "Start time for sampling the raw random numbers";
    final parameter Integer localSeed = if useAutomaticLocalSeed then Modelica.Utilities.Strings.hashString(getInstanceName())
      else fixedLocalSeed "The actual localSeed";
  protected
    outer Modelica.Blocks.Noise.GlobalSeed globalSeed;
    parameter Integer actualGlobalSeed = if useGlobalSeed then globalSeed.seed else 0 "The global seed, which is actually used";
    parameter Boolean generateNoise = enableNoise and globalSeed.enableNoise "= true, if noise shall be generated";
    MultibodyFmu.Random generator(samplePeriod = samplePeriod, startTime = startTime, localSeed = localSeed,
      globalSeed = actualGlobalSeed);
    discrete Real r "Random number according to the desired distribution";
    Real r_raw = generator.y "Uniform random number in the range (0,1]";
  equation
    y = if not generateNoise or time < startTime then y_off else r;
  end PartialNoise;
end Noise;
