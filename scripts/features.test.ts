import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linesOf, readClaimProblems } from './features-claims.ts'
import { consoleList, serverList, wiringProblems } from './features-wiring.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fleetglass-features-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
}

it('a page owns its lines, ranges in either spelling, and none of what is not here yet', () => {
  const page =
    '- `ABC-009`–`ABC-011` so\n- ABC-01 … ABC-03, ABC-05\n\n## Not here yet\n\nABC-90\n\n## Places\n\nABC-70\n'
  expect([...linesOf(page)]).toEqual([
    'ABC-009',
    'ABC-010',
    'ABC-011',
    'ABC-01',
    'ABC-02',
    'ABC-03',
    'ABC-05',
    'ABC-70',
  ])
})

it('a line without a title and a title without a line are problems', () => {
  write('page.md', '- `ABC-01`–`ABC-03` so')
  write(
    'apps/a.test.ts',
    "it('ABC-01 ABC-02 it holds', () => {})\nit.each([1])(`ABC-04 %d holds`, () => {})\nconst plate = 'ABC-55'",
  )
  write('apps/b.ts', "const said = 'ABC-03 is said in no test'")
  expect(readClaimProblems(base, ['page.md'])).toEqual([
    'ABC-03 stands in page.md, but no title of a test names it',
    'ABC-04 is named by a test (apps/a.test.ts), but stands in no page of a feature',
  ])
})

it('a line in brackets in front of a title counts, beside findings in brackets', () => {
  write('page.md', '- `ABC-01`–`ABC-05` so')
  write('apps/a.test.ts', "it('[D4][ABC-01] it holds', () => {})\nit('[ABC-02] [ABC-03] it holds', () => {})")
  write('apps/b.test.ts', "const rows = [['[ABC-05]', 'the name of the field']]")
  write('e2e/a.spec.ts', "test('it holds [ABC-04]', () => {})")
  expect(readClaimProblems(base, ['page.md'])).toEqual(['ABC-04 stands in page.md, but no title of a test names it'])
})

it('what only looks like a numbered line is none', () => {
  write('page.md', '- `ABC-01` so')
  write('e2e/a.spec.ts', "test('ABC-01 with a car', () => {})\ntest('KAA-1014 KAB-10 is a plate', () => {})")
  expect(readClaimProblems(base, ['page.md'])).toEqual([])
})

it('a feature has a module and one line in the list of its app, and is wired nowhere else', () => {
  const line = "import { aFeature } from '../features/a/index.ts'\n"
  write(serverList.file, '')
  expect(wiringProblems(base, 'a', serverList)).toEqual([
    'a: apps/server/src/features/a/a.module.ts is missing',
    'a: apps/server/src/app/feature-list.ts imports it 0 times, and once is right',
  ])
  write(serverList.file, line)
  write('apps/server/src/features/a/a.module.ts', "defineFeature({ name: 'b' })")
  expect(wiringProblems(base, 'a', serverList)).toEqual([
    'a: apps/server/src/features/a/a.module.ts declares no feature of this name',
  ])
  write('apps/server/src/features/a/a.module.ts', "defineFeature({ name: 'a' })")
  expect(wiringProblems(base, 'a', serverList)).toEqual([])
  write('apps/server/src/app/listeners.ts', line)
  expect(wiringProblems(base, 'a', serverList)).toEqual([
    'a: apps/server/src/app/listeners.ts wires it by hand; what it contributes belongs into apps/server/src/features/a/a.module.ts',
  ])
})

it('a feature of the console is wired by its list alone, but for those that begin before it or stand instead of it', () => {
  const imports = (name: string) => `import { x } from '../features/${name}/${name}.module.ts'\n`
  write(consoleList.file, imports('a') + imports('session'))
  for (const name of ['a', 'session'])
    write(`apps/console/src/features/${name}/${name}.module.ts`, `defineConsoleFeature({ name: '${name}' })`)
  write('apps/console/src/app/router.tsx', imports('session') + imports('monitors'))
  for (const name of ['a', 'session', 'monitors']) expect(wiringProblems(base, name, consoleList)).toEqual([])
  write('apps/console/src/app/shell/top-bar.tsx', imports('a'))
  expect(wiringProblems(base, 'a', consoleList)).toEqual([
    'a: apps/console/src/app/shell/top-bar.tsx wires it by hand; what it contributes belongs into apps/console/src/features/a/a.module.ts',
  ])
})
