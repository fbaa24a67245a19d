import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import TestOrder from './scripts/test-order.ts'

// What is found at random changes from run to run; a run comes back with the seed it printed.
const seed = process.env.FLEETGLASS_FUZZ_SEED ?? String(Math.floor(Math.random() * 0x7fff_ffff))
process.stdout.write(`properties begin with FLEETGLASS_FUZZ_SEED=${seed}\n`)

// Half an hour off the hour, and another day than UTC for much of it: what takes the zone of the server, that of the browser or
// UTC for another fails.
process.env.TZ = 'Asia/Kolkata'

// Threads without isolation: a hundred files in seconds. Tests may therefore share no module state.
export default defineConfig({
  // The build cuts the world into files; a test that shows a small map has none of them.
  resolve: {
    alias: {
      'virtual:world': join(import.meta.dirname, 'apps/console/src/engines/map/base/no-world.fixtures.ts'),
      // What a test file names as its environment `served`.
      'vitest-environment-served': join(import.meta.dirname, 'apps/console/src/app/served.environment.ts'),
    },
  },
  test: {
    pool: 'threads',
    isolate: false,
    // Much of the time goes by in waiting: two cores carry three. With four, tests of whole servers ran out of their time now and then.
    maxWorkers: 3,
    env: { FLEETGLASS_FUZZ_SEED: seed },
    setupFiles: ['scripts/fuzz-seed.ts', 'apps/console/src/app/page-tests.setup.ts'],
    sequence: { sequencer: TestOrder },
    globalSetup: ['apps/server/test/databases/postgres-of-run.ts', 'apps/server/test/nats/nats-of-run.ts'],
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.{ts,tsx}',
      'docs/example-feature/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Limits of last resort, several times what a test takes beside a load of the whole machine.
    testTimeout: 240_000,
    expect: { poll: { timeout: 90_000 } },
    hookTimeout: 300_000,
  },
})
