// Before each test file: every property of this run begins with the seed of the run (vitest.config.ts).
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FLEETGLASS_FUZZ_SEED) })
