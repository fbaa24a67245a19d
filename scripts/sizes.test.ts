import { expect, it } from 'vitest'
import { catalogues, type SourceFile, sizeProblems } from './sizes.ts'

const folderOf = (folder: string, count: number): SourceFile[] =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}/${at}.ts`, lines: 1 }))
/** The folders that are excepted, with as many files as make the exception necessary. */
const excepted = Object.keys(catalogues).flatMap((folder) => folderOf(folder, 31))

it('a file has at most 400 lines', () => {
  expect(sizeProblems([...excepted, { path: 'a/long.ts', lines: 400 }])).toEqual([])
  expect(sizeProblems([...excepted, { path: 'a/longer.ts', lines: 401 }])).toEqual([
    'a/longer.ts: 401 lines, the limit is 400',
  ])
})

it('a folder has at most 30 source files, those of its folders not counted', () => {
  expect(sizeProblems([...excepted, ...folderOf('a', 30), ...folderOf('a/b', 30)])).toEqual([])
  expect(sizeProblems([...excepted, ...folderOf('a', 31)])).toEqual(['a: 31 source files, the limit is 30'])
})

it('a catalogue may have more files, and is excepted only while it has', () => {
  expect(sizeProblems(excepted)).toEqual([])
  const [first = ''] = Object.keys(catalogues)
  const small = excepted.filter(({ path }) => path !== `${first}/0.ts`)
  expect(sizeProblems(small)).toEqual([`${first}: has at most 30 source files and needs no exception`])
})
