// Everything that must hold, one step after the other; a failing step does not hide the next. The last line is
// "N passed, N failed", with ", N skipped" behind it when tests were skipped: each static check counts as one, each test
// as one.
//
//   npm run check               all steps
//   npm run check -- types unit only these
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const results = join(root, 'node_modules', '.cache', 'check')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

interface Counts {
  readonly passed: number
  readonly failed: number
  /** Tests that did not run, for example because a tool they need is not on this machine. */
  readonly skipped: number
}

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** Reads how many tests ran; a step without it counts as one. */
  readonly counts?: (output: string) => Counts | null
  /** What to run once more when little failed; `null` when that would not tell a chance failure from a fault. */
  readonly secondTry?: () => SecondTry | null
}

interface SecondTry {
  readonly command: readonly string[]
  /** Titles of the tests that failed and pass now. */
  readonly passedNow: () => readonly string[]
}

/** More files than this do not fail by chance. */
const MOST_FILES_AGAIN = 3

const unitReport = join(results, 'unit.json')
const unitAgainReport = join(results, 'unit-again.json')
const e2eReport = join(results, 'e2e.json')

const steps: readonly Step[] = [
  { name: 'types', command: [process.execPath, join(root, 'node_modules/typescript7/bin/tsc'), '-b'] },
  { name: 'format', command: [bin('biome'), 'check', '.'] },
  {
    name: 'lint',
    command: [bin('eslint'), '.', '--cache', '--cache-location', join(root, 'node_modules/.cache/eslint/')],
  },
  {
    name: 'imports',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'bench', 'e2e', 'scripts'],
  },
  { name: 'features', command: [process.execPath, 'scripts/features.ts'] },
  { name: 'unused', command: [bin('knip')] },
  { name: 'links', command: [process.execPath, 'scripts/doc-links.ts'] },
  { name: 'secrets', command: [process.execPath, 'scripts/foreign-words.ts'] },
  { name: 'build', command: ['sh', '-c', '. scripts/install.sh; root=$PWD; build_console'] },
  { name: 'budget', command: [process.execPath, 'scripts/size-budget.ts'] },
  // The server lists the address of the console only where there is one.
  { name: 'rights', command: [process.execPath, 'scripts/rights.ts'] },
  {
    name: 'unit',
    command: [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    counts: () => readVitest(unitReport),
    secondTry: () => unitAgain(),
  },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test', ...(process.env.CI ? ['--retries=1'] : [])],
    counts: () => readPlaywright(e2eReport),
  },
  {
    name: 'fuzz',
    command: [process.execPath, 'scripts/fuzz.ts', '--seconds', '60'],
    counts: (output) => readClosingLine(output),
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`no step is called ${unknown.join(', ')}; there are ${steps.map((step) => step.name).join(', ')}`)
  process.exit(2)
}

mkdirSync(results, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
const failedSteps: string[] = []
/** Tests that failed and passed at the second try: nothing is red for them, but each is a fault of somebody. */
const unsteady: string[] = []
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  const startMs = performance.now()
  console.log(`\n--- ${step.name}`)
  const { code, output } = await run(step)
  const counted = step.counts?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  // A runner that fails for another reason than a failing test (a crash, a leak) is one failure more.
  const saved = process.env.CI && counted.failed > 0 ? await tryAgain(step) : []
  unsteady.push(...saved)
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed - saved.length
  total.passed += counted.passed + saved.length
  total.failed += failed
  total.skipped += counted.skipped
  if (failed > 0) failedSteps.push(step.name)
  console.log(
    `--- ${step.name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
  )
}
if (unsteady.length > 0) console.log(`\npassed only at the second try:\n  ${unsteady.join('\n  ')}`)
if (failedSteps.length > 0) console.log(`\nfailed: ${failedSteps.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)

/** On a machine that nobody watches, a single failing file is run once more, alone, and told of at the end. */
async function tryAgain(step: Step): Promise<readonly string[]> {
  const again = step.secondTry?.() ?? null
  if (again === null) return []
  console.log(`\n--- ${step.name}, once more`)
  await run({ name: `${step.name}, once more`, command: again.command })
  return again.passedNow()
}

function unitAgain(): SecondTry | null {
  const failed = vitestTests(unitReport, 'failed')
  const files = [...new Set(failed.map(({ file }) => file))]
  if (failed.length === 0 || files.length > MOST_FILES_AGAIN) return null
  rmSync(unitAgainReport, { force: true })
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitAgainReport}`]
  return {
    command: [bin('vitest'), 'run', ...files, ...report],
    passedNow() {
      if (!existsSync(unitAgainReport)) return []
      const passed = new Set(vitestTests(unitAgainReport, 'passed').map(({ file, title }) => `${file} ${title}`))
      return failed.filter(({ file, title }) => passed.has(`${file} ${title}`)).map(({ title }) => title)
    },
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function vitestTests(path: string, wanted: 'passed' | 'failed'): { readonly file: string; readonly title: string }[] {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => ({ file: name, title: fullName })),
  )
}

function run(step: Step): Promise<{ code: number; output: string }> {
  if (step.name === 'unit') rmSync(unitReport, { force: true })
  if (step.name === 'e2e') rmSync(e2eReport, { force: true })
  return new Promise((resolve) => {
    const [file = '', ...args] = step.command
    // The tools start by `env node`: the one that runs this, not the machine's own.
    const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
    const env = { ...process.env, PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport }
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let tail = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      tail = (tail + chunk.toString()).slice(-20_000)
    })
    child.on('error', (error) => resolve({ code: 127, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: tail }))
  })
}

function readVitest(path: string): Counts | null {
  if (!existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
}

function readPlaywright(path: string): Counts | null {
  if (!existsSync(path)) return null
  const { stats } = JSON.parse(readFileSync(path, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) unsteady.push(`${stats.flaky} in e2e`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

function readClosingLine(output: string): Counts | null {
  const match = /(\d+) passed, (\d+) failed\s*$/.exec(output.trim())
  return match ? { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 } : null
}
