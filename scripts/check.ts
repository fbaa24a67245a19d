// Everything that must hold. Build and tests run one step after the other; beside them run lint and, one after the other, the
// checks that read the source. A failing step does not hide the next. The last line is "N passed, N failed", with ", N skipped" behind
// it when tests were skipped: each static check counts as one, each test as one.
//
//   npm run check               all steps
//   npm run check -- types unit only these
//   npm run check -- --long     with a minute of fuzzing instead of twelve seconds, and fifty kills instead of five
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const results = join(root, 'node_modules', '.cache', 'check')
const compiled = join(root, 'node_modules', '.cache', 'compile')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

interface Counts {
  readonly passed: number
  readonly failed: number
  /** Tests that did not run, for example because a tool they need is not on this machine. */
  readonly skipped: number
  /** The tests that failed: file, title and the first line of the reason. */
  readonly failures?: readonly string[]
}

interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** It needs nothing of other steps, which run while it does. Those of one name run one after the other. */
  readonly beside?: 'lint' | 'checks'
  /** It measures: nothing runs beside it. */
  readonly alone?: true
  /** Where Playwright writes its report. */
  readonly playwrightReport?: string
  /** Reads how many tests ran; a step without it counts as one. */
  readonly counts?: (output: string, errors: string) => Counts | null
}

const unitReport = join(results, 'unit.json')
const e2eReport = join(results, 'e2e.json')
const picturesReport = join(results, 'pictures.json')

const isLong = process.argv.includes('--long')
const steps: readonly Step[] = [
  {
    name: 'lint',
    beside: 'lint',
    command: [
      process.execPath,
      // The types of all packages at once are more than what Node takes by itself.
      '--max-old-space-size=8192',
      join(root, 'node_modules/eslint/bin/eslint.js'),
      '.',
      '--cache',
      '--cache-location',
      join(root, 'node_modules/.cache/eslint/'),
    ],
  },
  {
    name: 'types',
    beside: 'checks',
    command: [process.execPath, join(root, 'node_modules/typescript7/bin/tsc'), '-b'],
  },
  { name: 'format', beside: 'checks', command: [bin('biome'), 'check', '.'] },
  {
    name: 'imports',
    beside: 'checks',
    command: [
      bin('depcruise'),
      ...['--config', '.dependency-cruiser.mjs'],
      ...['apps', 'packages', 'docs', 'bench', 'e2e', 'scripts', 'tools'],
    ],
  },
  { name: 'features', beside: 'checks', command: [process.execPath, 'scripts/features.ts'] },
  { name: 'unused', beside: 'checks', command: [bin('knip')] },
  { name: 'errors', beside: 'checks', command: [process.execPath, 'scripts/errors.ts'] },
  { name: 'links', beside: 'checks', command: [process.execPath, 'scripts/doc-links.ts'] },
  { name: 'secrets', beside: 'checks', command: [process.execPath, 'scripts/foreign-words.ts'] },
  { name: 'words', beside: 'checks', command: [process.execPath, 'scripts/plain-words.ts'] },
  { name: 'sizes', beside: 'checks', command: [process.execPath, 'scripts/sizes.ts'] },
  { name: 'build', command: ['sh', '-c', '. scripts/install.sh; root=$PWD; build_console'] },
  { name: 'budget', command: [process.execPath, 'scripts/size-budget.ts'] },
  // The server lists the address of the console only where there is one.
  { name: 'rights', command: [process.execPath, 'scripts/rights.ts'] },
  {
    name: 'unit',
    command: [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    counts: (_, errors) => readVitest(unitReport, errors),
  },
  {
    name: 'e2e',
    command: [bin('playwright'), 'test', '--project', 'pages'],
    playwrightReport: e2eReport,
    counts: () => readPlaywright(e2eReport),
  },
  {
    // Tests that measure pictures as they come. Their folder stores what failed before them.
    name: 'pictures',
    alone: true,
    command: [bin('playwright'), 'test', '--project', 'pictures', '--output', 'test-results/pictures'],
    playwrightReport: picturesReport,
    counts: () => readPlaywright(picturesReport),
  },
  {
    name: 'fuzz',
    command: [process.execPath, 'scripts/fuzz.ts', '--seconds', isLong ? '60' : '12'],
    counts: (output) => readClosingLine(output),
  },
]

const wanted = process.argv.slice(2).filter((word) => word !== '--long')
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`no step is called ${unknown.join(', ')}; there are ${steps.map((step) => step.name).join(', ')}`)
  process.exit(2)
}

mkdirSync(results, { recursive: true })
for (const report of [unitReport, e2eReport, picturesReport]) rmSync(report, { force: true })
const total = { passed: 0, failed: 0, skipped: 0 }
const failedSteps: string[] = []
const beside = new Map<Step['beside'], Promise<void>>()
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  if (step.beside !== undefined) {
    const before = beside.get(step.beside)
    beside.set(step.beside, before === undefined ? take(step) : before.then(() => take(step)))
    continue
  }
  if (step.alone) await Promise.all(beside.values())
  await take(step)
}
await Promise.all(beside.values())
printSlowest(10)
// Last, and by name: of a long output often only the end is stored.
for (const failed of failedSteps) console.log(`\nfailed: ${failed}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs a step and counts what it found. A step that runs beside others prints everything at once when it is done. */
async function take(step: Step): Promise<void> {
  const startMs = performance.now()
  if (!step.beside) console.log(`\n--- ${step.name}`)
  const { code, output, errors } = await run(step)
  const counted = step.counts?.(output, errors) ?? {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
  }
  // A runner that fails for another reason than a failing test (a crash, a leak) is one failure more.
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed
  total.passed += counted.passed
  total.failed += failed
  total.skipped += counted.skipped
  if (failed > 0) failedSteps.push([step.name, ...(counted.failures ?? [])].join('\n  '))
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const heading = step.beside ? `\n--- ${step.name}, beside the others\n${output}${errors}` : ''
  console.log(`${heading}--- ${step.name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
}

/** Where servers of tests keep their data: in memory where there is plenty, since a shared disk may take seconds for what costs it nothing. */
function dataFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 8 * 2 ** 30 ? memory : tmpdir()
}

interface TimedFile {
  readonly file: string
  readonly seconds: number
}

/** Where the time goes: the test files that took the longest. */
function printSlowest(count: number): void {
  for (const [step, files] of [
    ['unit', unitTimes()],
    ['e2e', [e2eReport, picturesReport].flatMap(e2eTimes)],
  ] as const) {
    if (files.length === 0) continue
    console.log(`\nslowest ${step} test files:`)
    const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  }
}

function unitTimes(): TimedFile[] {
  if (!existsSync(unitReport)) return []
  const { testResults } = JSON.parse(readFileSync(unitReport, 'utf8')) as VitestReport
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** The time of a file is that of its tests, what they share at the beginning included. */
function e2eTimes(report: string): TimedFile[] {
  if (!existsSync(report)) return []
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { readonly suites: readonly PlaywrightSuite[] }
  const secondsOf = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const seconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    secondsOf.set(file, (secondsOf.get(file) ?? 0) + seconds)
  }
  return [...secondsOf].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds }))
}

/** What it printed: the last of each. */
function run(step: Step): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    const [file = '', ...args] = step.command
    // The tools start by `env node`: the one that runs this, not the machine's own.
    const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
    const env = {
      ...process.env,
      PATH: path,
      TMPDIR: dataFolder(),
      // Tests start hundreds of servers: each after the first finds its modules compiled.
      NODE_COMPILE_CACHE: compiled,
      ...(step.playwrightReport !== undefined && { PLAYWRIGHT_JSON_OUTPUT_NAME: step.playwrightReport }),
      ...(isLong && { FLEETGLASS_KILLS: '50' }),
    }
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    // It has what the tests leave of the processor: they wait for real time, and may not starve.
    if (step.beside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-20_000)
    })
    if (!step.beside) {
      child.stdout.pipe(process.stdout, { end: false })
      child.stderr.pipe(process.stderr, { end: false })
    }
    child.on('error', (error) => resolve({ code: 127, output, errors: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output, errors }))
  })
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function readVitest(path: string, errors: string): Counts | null {
  if (!existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message) || reasonOf(file, errors)}`]
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures }
}

interface PlaywrightResult {
  readonly duration: number
  readonly error?: { readonly message?: string }
}

interface PlaywrightSpec {
  readonly ok: boolean
  readonly file: string
  readonly title: string
  readonly tests: readonly { readonly results: readonly PlaywrightResult[] }[]
}

interface PlaywrightSuite {
  readonly specs: readonly PlaywrightSpec[]
  readonly suites?: readonly PlaywrightSuite[]
}

function readPlaywright(path: string): Counts | null {
  if (!existsSync(path)) return null
  const { stats, suites } = JSON.parse(readFileSync(path, 'utf8')) as {
    stats: { expected: number; unexpected: number; skipped: number }
    suites: readonly PlaywrightSuite[]
  }
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const reason = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error?.message
      return `e2e/${file}: ${title}: ${firstLine(reason)}`
    })
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped, failures }
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** Why a file failed before its first test, of which the report says nothing: the line behind its heading in what was printed. */
function reasonOf(file: string, errors: string): string {
  const lines = stripVTControlCharacters(errors).split('\n')
  const heading = lines.findLastIndex(
    (line) => line.trimEnd().endsWith(` FAIL  ${file}`) || line.includes(` FAIL  ${file} `),
  )
  return heading < 0 ? 'failed before its first test' : firstLine(lines[heading + 1])
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0]?.slice(0, 300) ?? ''
}

function readClosingLine(output: string): Counts | null {
  const match = /(\d+) passed, (\d+) failed\s*$/.exec(output.trim())
  return match ? { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 } : null
}
