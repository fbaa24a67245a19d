// `npm run bench -- --compare [NAME …]`: the committed version and the present one by turns, three times each; prints what became
// worse beyond the spread. Exit code 1 when something did.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from '../bench.ts'
import { type Comparison, compareRows } from './compare-rows.ts'

const ROUNDS = 3
const root = join(import.meta.dirname, '../..')

interface CompareOptions {
  /** Names of benches: files below `bench/`, without `.bench.ts`. */
  readonly names: readonly string[]
  /** A commit, or `null`: the one that committed the results of each bench. */
  readonly base: string | null
}

/** Measures and prints. Resolves with the number of rows that became worse. */
export async function compare({ names, base }: CompareOptions): Promise<number> {
  const bases = new Map<string, BaseVersion>()
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-compare-'))
  let worse = 0
  try {
    for (const name of names) {
      const commit = base ?? lastCommitOf(`bench/results/${name}.json`)
      if (commit === '') {
        console.log(`\n${name}: no results are committed, so there is nothing to compare with`)
        continue
      }
      const baseVersion = bases.get(commit) ?? new BaseVersion(commit, join(folder, commit))
      bases.set(commit, baseVersion)
      worse += await compareBench(name, baseVersion, join(folder, 'present'))
    }
  } finally {
    for (const baseVersion of bases.values()) baseVersion.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(
    worse === 0 ? '\nno row became worse beyond the spread' : `\n${worse} rows became worse beyond the spread`,
  )
  return worse
}

async function compareBench(name: string, baseVersion: BaseVersion, results: string): Promise<number> {
  console.log(`\n${name}: ${baseVersion.commit.slice(0, 10)} and the present version, ${ROUNDS} times each by turns`)
  const before: BenchRow[][] = []
  const now: BenchRow[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    before.push(await runBench(baseVersion.folder, name, join(baseVersion.folder, 'bench/results')))
    now.push(await runBench(root, name, results))
  }
  const rows = compareRows(before, now)
  for (const row of rows) printComparison(row)
  return rows.filter(({ verdict }) => verdict === 'worse').length
}

/** A checkout of its own with its own dependencies; the working tree is not touched. */
class BaseVersion {
  readonly commit: string
  readonly folder: string

  constructor(commit: string, folder: string) {
    this.commit = commit
    this.folder = folder
    git('worktree', 'add', '--quiet', '--detach', folder, commit)
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
    execFileSync('npm', options, { cwd: folder, stdio: 'inherit' })
  }

  remove(): void {
    git('worktree', 'remove', '--force', this.folder)
  }
}

function lastCommitOf(path: string): string {
  return git('log', '-1', '--format=%H', '--', path).trim()
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

/** Rows of one run; a bench that broke has those it got to. */
async function runBench(folder: string, name: string, results: string): Promise<BenchRow[]> {
  const file = join(results, `${name}.json`)
  mkdirSync(results, { recursive: true })
  rmSync(file, { force: true })
  const script = [join(folder, 'bench/main.ts'), name]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...script], {
    cwd: folder,
    env: { ...process.env, FLEETGLASS_BENCH_RESULTS: results },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await exited(child)
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as { rows: BenchRow[] }).rows
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', () => resolve()))
}

function printComparison({ what, unit, before, now, verdict }: Comparison): void {
  const values = (numbers: readonly number[]) =>
    numbers.map((value) => Number(value.toPrecision(4))).join(', ') || 'none'
  console.log(`  ${verdict.padEnd(9)} ${what} (${unit}): before ${values(before)}; now ${values(now)}`)
}
