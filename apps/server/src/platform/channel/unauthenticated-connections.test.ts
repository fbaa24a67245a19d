import { expect, it } from 'vitest'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'

const ended: string[] = []
const end = (name: string) => () => void ended.push(name)

it('closes the connection that is silent longest, in total and per address, and none whose login is being checked', () => {
  ended.length = 0
  const unauthenticated = createUnauthenticatedConnections({ inAll: 3, perAddress: 2 })
  const a1 = unauthenticated.take('a', end('a1'))
  unauthenticated.take('a', end('a2'))
  unauthenticated.take('b', end('b1'))
  expect(ended).toEqual([])
  unauthenticated.take('a', end('a3'))
  expect(ended).toEqual(['a1'])
  unauthenticated.take('c', end('c1'))
  expect(ended).toEqual(['a1', 'a2'])
  // Gone already: leaving twice gives no place back twice.
  a1?.leave()
  a1?.checking(false)
  unauthenticated.take('d', end('d1'))
  expect(ended).toEqual(['a1', 'a2', 'b1'])
})

it('a link whose login is checked keeps its place, and is silent again when it was refused', () => {
  ended.length = 0
  const unauthenticated = createUnauthenticatedConnections({ inAll: 2, perAddress: 2 })
  const first = unauthenticated.take('a', end('first'))
  const second = unauthenticated.take('b', end('second'))
  first?.checking(true)
  second?.checking(true)
  expect(unauthenticated.take('c', end('third'))).toBeNull()
  expect(ended).toEqual([])
  first?.checking(false)
  expect(unauthenticated.take('c', end('third'))).not.toBeNull()
  expect(ended).toEqual(['first'])
  second?.leave()
  expect(unauthenticated.take('d', end('fourth'))).not.toBeNull()
  expect(ended).toEqual(['first'])
})
