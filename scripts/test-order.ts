// The order of the unit test files. A worker thread reuses its modules in the next file only while the environment
// stays the same, so files of one environment stand together. Of those the ones that start processes or wait for real time
// go first: what is left at the end is short, and no thread is alone with a long file.
import { readFileSync, statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest for their length: they start servers as processes, or wait for time outside of this program. */
const LONG = [/^apps\/server\/test\//, /^apps\/server\/src\/main\.test/, /\/sound-alone\.test/, /\/storage-watch\.test/]

export interface FileOfOrder {
  /** From the root of the project. */
  readonly path: string
  readonly environment: string
  readonly bytes: number
}

export default class TestOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = new Map(specifications.map((one) => [one, fileOf(one.moduleId, one.project.config.root)]))
    return [...specifications].sort((a, b) => compareFiles(files.get(a) as FileOfOrder, files.get(b) as FileOfOrder))
  }
}

export function compareFiles(a: FileOfOrder, b: FileOfOrder): number {
  return (
    Number(isOfPage(a)) - Number(isOfPage(b)) ||
    a.environment.localeCompare(b.environment) ||
    Number(isLong(b)) - Number(isLong(a)) ||
    b.bytes - a.bytes
  )
}

const isOfPage = ({ environment }: FileOfOrder): boolean => environment !== 'node'
const isLong = ({ path }: FileOfOrder): boolean => LONG.some((pattern) => pattern.test(path))

function fileOf(file: string, root: string): FileOfOrder {
  const environment = /@vitest-environment ([\w-]+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'node'
  return { path: file.slice(root.length + 1), environment, bytes: statSync(file).size }
}
