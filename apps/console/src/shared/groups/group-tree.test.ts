import type { Group } from '@fleetglass/contract/groups'
import { expect, it } from 'vitest'
import { buildGroupTree } from './group-tree.ts'

const group = (groupid: string, parentid: string | null, name = groupid): Group => ({ groupid, parentid, name })

it('groups stand below their parents, sorted by name in any case', () => {
  const tree = buildGroupTree([
    group('root', null, 'All'),
    group('a', 'root', 'beta'),
    group('b', 'root', 'Alpha'),
    group('c', 'a'),
  ])
  expect(tree.all.map(({ groupid, depth }) => [groupid, depth])).toEqual([
    ['root', 0],
    ['b', 1],
    ['a', 1],
    ['c', 2],
  ])
  expect(tree.pathOf('c').map(({ name }) => name)).toEqual(['All', 'beta', 'c'])
  expect([tree.pathOf('nobody'), tree.childrenOf('nobody')]).toEqual([[], []])
})

it('a group whose parent is not listed is a top, and a circle is left out', () => {
  const tree = buildGroupTree([group('a', 'elsewhere'), group('b', 'c'), group('c', 'b')])
  expect(tree.all.map(({ groupid }) => groupid)).toEqual(['a'])
})

it('a chain of 10 000 groups has its last one at its depth', () => {
  const chain = Array.from({ length: 10_000 }, (_, n) => group(String(n), n === 0 ? null : String(n - 1)))
  expect(buildGroupTree(chain).all.at(-1)?.depth).toBe(9_999)
})
