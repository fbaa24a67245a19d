import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What is found at random changes from run to run; a run comes back with the seed it printed.
const seed = process.env.FLEETGLASS_FUZZ_SEED ?? String(Math.floor(Math.random() * 0x7fff_ffff))
process.stdout.write(`properties begin with FLEETGLASS_FUZZ_SEED=${seed}\n`)

// Threads without isolation: a hundred files in seconds. Tests may therefore share no module state.
export default defineConfig({
  // The build cuts the world into files; a test that shows a small map has none of them.
  resolve: {
    alias: { 'virtual:world': join(import.meta.dirname, 'apps/console/src/engines/map/base/no-world.fixtures.ts') },
  },
  test: {
    pool: 'threads',
    isolate: false,
    // Most of the time goes by in waiting for other processes; vitest alone would leave a core to itself.
    maxWorkers: 2,
    env: { FLEETGLASS_FUZZ_SEED: seed },
    setupFiles: ['scripts/fuzz-seed.ts'],
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
