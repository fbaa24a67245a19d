// Fails on a source file that is too long to read in one sitting, and on a folder with too many source files to find one of
// them. What is above a limit is split by subject.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LINES_MAX = 400
const FILES_MAX = 30

/** Folders that may hold more, each with the reason: one file for each entry of a catalogue, found by the name of the entry. */
export const catalogues: Readonly<Record<string, string>> = {
  'packages/jt808/src/messages': 'one file for each message of the standard, named after its number',
}

export interface SourceFile {
  readonly path: string
  readonly lines: number
}

export function sizeProblems(files: readonly SourceFile[]): string[] {
  const filesIn = new Map<string, number>()
  for (const { path } of files) filesIn.set(dirname(path), (filesIn.get(dirname(path)) ?? 0) + 1)
  return [
    ...files
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ path, lines }) => `${path}: ${lines} lines, the limit is ${LINES_MAX}`),
    ...[...filesIn]
      .filter(([folder, count]) => count > FILES_MAX && !Object.hasOwn(catalogues, folder))
      .map(([folder, count]) => `${folder}: ${count} source files, the limit is ${FILES_MAX}`),
    // An exception that nothing needs any more would hide the next folder of that name.
    ...Object.keys(catalogues)
      .filter((folder) => (filesIn.get(folder) ?? 0) <= FILES_MAX)
      .map((folder) => `${folder}: has at most ${FILES_MAX} source files and needs no exception`),
  ]
}

function sourceFiles(): SourceFile[] {
  const root = join(import.meta.dirname, '..')
  const patterns = ['*.ts', '*.tsx', '*.css', '*.mjs']
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
}

if (import.meta.main) {
  const files = sourceFiles()
  const problems = sizeProblems(files)
  for (const problem of problems) console.error(problem)
  console.log(`${files.length} source files, ${problems.length} above a limit`)
  process.exit(problems.length === 0 ? 0 : 1)
}
