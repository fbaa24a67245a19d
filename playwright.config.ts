import { defineConfig } from '@playwright/test'

// Nothing outside this machine is reachable from the browser: a call out fails at once and fails the test.
// `console.test` is a name for 127.0.0.1 without a secure context: a page on plain http, where WebCodecs is missing.
const RESOLVER = '--host-resolver-rules=MAP console.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

// Tests that look at pictures as they come: scripts/check.ts runs them by themselves, after all others.
const OF_MOVING_PICTURES = ['live', 'playback', 'remote-playback', 'talk'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  projects: [
    {
      name: 'pages',
      testMatch: '*.spec.ts',
      testIgnore: OF_MOVING_PICTURES,
      // A new context for each test costs a fifth of the processor time: a process for its page, which compiles the console from
      // nothing. Playwright resets a reused one (pages, cookies, storage, cache, routes, scripts, viewport, clock) and starts
      // another browser after a failed test. It leaves permissions and the like, which eslint.config.mjs forbids in e2e/, and
      // the history of the tab: a test goes back only to pages that it opened.
      use: { reuseContext: true },
    },
    { name: 'pictures', testMatch: OF_MOVING_PICTURES, workers: 1 },
  ],
  // Each file has a server of its own.
  workers: 2,
  fullyParallel: false,
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'node_modules/.cache/check/e2e.json' }],
  ],
  use: {
    viewport: { width: 1920, height: 1080 },
    // A trace of each action costs an eighth of the time of all tests. What the page showed at the end is kept without it, and
    // `npx playwright test --trace retain-on-failure FILE` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: [RESOLVER] },
  },
})
