import { defineConfig } from '@playwright/test'

// Nothing outside this machine is reachable from the browser: a call out fails at once and fails the test.
// `console.test` is a name for 127.0.0.1 without a secure context: a page on plain http, where WebCodecs is missing.
const RESOLVER = '--host-resolver-rules=MAP console.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'node_modules/.cache/check/e2e.json' }],
  ],
  use: {
    viewport: { width: 1920, height: 1080 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: [RESOLVER] },
  },
})
