import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, BenchRow } from './bench.ts'

const here = import.meta.dirname
// `--minutes` is for the benches that watch for long, `--days` and `--store` for that of tracks; they read them where they may also
// be set from outside.
const text = { type: 'string' } as const
// `--compare` measures the committed version too, and `--base` is another commit to compare with.
const options = { minutes: text, days: text, store: text, base: text, compare: { type: 'boolean' } } as const
const { values, positionals: wanted } = parseArgs({ options, allowPositionals: true })
const { compare: isComparison = false, base = null, ...settings } = values
for (const [name, value] of Object.entries(settings)) process.env[`FLEETGLASS_BENCH_${name.toUpperCase()}`] = value
// A bench lies in this folder, or beside what only it and its likes use.
const paths = new Map(
  readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => [basename(file, '.bench.ts'), join(here, file)]),
)
const names = [...paths.keys()]
  .sort()
  // `console` is every bench of the console: `console` itself, `console-server`, …
  .filter((name) => wanted.length === 0 || wanted.some((word) => name === word || name.startsWith(`${word}-`)))
if (names.length === 0) {
  console.error(`no bench is called ${wanted.join(', ')}`)
  process.exit(1)
}

if (isComparison) {
  const { compare } = await import('./comparison/compare.ts')
  process.exit((await compare({ names, base })) === 0 ? 0 : 1)
}

const results = process.env.FLEETGLASS_BENCH_RESULTS ?? join(here, 'results')
mkdirSync(results, { recursive: true })
const failed: string[] = []
let running = ''
// What a bench left behind and what then broke is that bench's failure, and no end of the others.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => fail(running, error))
}
for (const name of names) {
  running = name
  const rows: BenchRow[] = []
  try {
    const { bench } = (await import(paths.get(name) ?? name)) as { bench: Bench }
    console.log(`\n${bench.name}`)
    await bench.run((row) => {
      rows.push(row)
      printRow(row)
    })
  } catch (error) {
    fail(name, error)
  }
  const record = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, rows }
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`)
}
if (failed.length > 0) console.error(`\ncould not be measured: ${[...new Set(failed)].join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

function fail(name: string, error: unknown): void {
  failed.push(name)
  console.error(`  could not be measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
}

function printRow(row: BenchRow): void {
  const peer = row.peer ? `  (${row.peer.ratio.toFixed(2)} of ${row.peer.what}: ${format(row.peer.value)})` : ''
  const note = row.note ? `  ${row.note}` : ''
  console.log(
    `  ${row.holds ? 'holds ' : 'SHORT '} ${row.what}: ${format(row.value)} ${row.unit}, bar ${row.bar}${peer}${note}`,
  )
}

function format(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en-US').replaceAll(',', ' ')
    : String(Number(value.toPrecision(4)))
}
