import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { LargeBodies, type ReadCall } from './large-bodies.ts'

it('a large body that has come for 5 s makes room for another, in all and of its network; one that is answered does not', () => {
  const clock = createManualClock()
  const bodies = new LargeBodies(clock, { inAll: 3, perNetwork: 2 })
  const ended: string[] = []
  const call = (name: string, network: string, isRead = false): ReadCall => ({
    network,
    isRead: () => isRead,
    end: () => ended.push(name),
  })
  const gone = call('gone', 'a')
  expect([bodies.take(call('answered', 'a', true)), bodies.take(gone), bodies.take(call('third', 'a'))]).toEqual([
    ...[true, true, false],
  ])
  bodies.leave(gone)
  expect([bodies.take(call('slow', 'a')), bodies.take(call('b', 'b')), bodies.take(call('c', 'c'))]).toEqual([
    ...[true, true, false],
  ])
  clock.advance(5_001)
  expect([bodies.take(call('d', 'c')), ended]).toEqual([true, ['slow']])
  expect([bodies.take(call('e', 'a')), ended]).toEqual([true, ['slow', 'b']])
  expect([bodies.take(call('f', 'a')), ended]).toEqual([false, ['slow', 'b']])
})
