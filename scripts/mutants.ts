// Changes one file in many small ways, one at a time, and reports which changes no test notices.
//
//   npm run mutants -- packages/contract/src/pages/page-rules.ts                   tests beside the file
//   npm run mutants -- apps/server/src/services/device-list/device-rows.ts apps/server/test   these tests
//   npm run mutants -- apps/server/src/ingest/rules/rules.ts:200-280              these lines
//
// The file is changed in place and put back, so that tests which start other processes see the change too. A score below
// 85 % means that the tests of the file are not done.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const LEAST_SCORE = 85
const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules', '.cache', 'mutants')

const [mutated, ...tests] = process.argv.slice(2)
const path = mutated?.replace(/:\d+-\d+$/, '')
if (mutated === undefined || path === undefined || !existsSync(join(root, path))) {
  console.error('name the file to change, from the root of the project: npm run mutants -- <file> [<tests> …]')
  process.exit(2)
}

/** Glob patterns of the tests in a folder, or the test file itself. */
const patterns = (tests.length > 0 ? tests : [dirname(path)]).map((one) =>
  statSync(join(root, one)).isDirectory() ? `${one}/**/*.test.{ts,tsx}` : one,
)
mkdirSync(folder, { recursive: true })
const vitest = join(folder, 'vitest.config.mjs')
writeFileSync(
  vitest,
  `import base from ${JSON.stringify(relative(folder, join(root, 'vitest.config.ts')))}
export default { ...base, root: ${JSON.stringify(root)}, test: { ...base.test, include: ${JSON.stringify(patterns)} } }
`,
)
const config = join(folder, 'stryker.json')
writeFileSync(
  config,
  JSON.stringify({
    mutate: [mutated],
    inPlace: true,
    // Otherwise every file of the project gets a comment for the compiler.
    disableTypeChecks: false,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: vitest, related: false, pool: 'threads' },
    // A static value is computed once, before a single change can be switched on.
    ignoreStatic: true,
    concurrency: 1,
    reporters: ['clear-text', 'progress'],
    clearTextReporter: { allowEmojis: false, logTests: false },
    thresholds: { high: 95, low: LEAST_SCORE, break: LEAST_SCORE },
    tempDirName: join(folder, 'work'),
    allowConsoleColors: process.stdout.isTTY,
  }),
)
const original = readFileSync(join(root, path))
const stryker = spawn(join(root, 'node_modules', '.bin', 'stryker'), ['run', config], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stryker.kill(signal))
stryker.on('close', (code) => {
  // Stryker puts the file back itself, but not when it is ended early.
  writeFileSync(join(root, path), original)
  for (const name of readdirSync(root)) if (/^stryker-setup-\d+\.js$/.test(name)) rmSync(join(root, name))
  process.exit(code ?? 1)
})
