import { expect, it } from 'vitest'
import { createStrangers } from './strangers.ts'

const ended: string[] = []
const end = (name: string) => () => void ended.push(name)

it('whoever is silent longest makes room, in all and of his address, and nobody whose login is checked', () => {
  ended.length = 0
  const strangers = createStrangers({ inAll: 3, perAddress: 2 })
  const a1 = strangers.take('a', end('a1'))
  strangers.take('a', end('a2'))
  strangers.take('b', end('b1'))
  expect(ended).toEqual([])
  strangers.take('a', end('a3'))
  expect(ended).toEqual(['a1'])
  strangers.take('c', end('c1'))
  expect(ended).toEqual(['a1', 'a2'])
  // Gone already: leaving twice gives no place back twice.
  a1?.leave()
  a1?.checking(false)
  strangers.take('d', end('d1'))
  expect(ended).toEqual(['a1', 'a2', 'b1'])
})

it('a link whose login is checked keeps its place, and is silent again when it was refused', () => {
  ended.length = 0
  const strangers = createStrangers({ inAll: 2, perAddress: 2 })
  const first = strangers.take('a', end('first'))
  const second = strangers.take('b', end('second'))
  first?.checking(true)
  second?.checking(true)
  expect(strangers.take('c', end('third'))).toBeNull()
  expect(ended).toEqual([])
  first?.checking(false)
  expect(strangers.take('c', end('third'))).not.toBeNull()
  expect(ended).toEqual(['first'])
  second?.leave()
  expect(strangers.take('d', end('fourth'))).not.toBeNull()
  expect(ended).toEqual(['first'])
})
