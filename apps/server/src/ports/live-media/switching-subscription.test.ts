import { describe, expect, it } from 'vitest'
import { SwitchingSubscription } from './switching-subscription.ts'

describe('a reader who may go over to the other stream', () => {
  it('leaves the awaited stream when it stays, and the current stream when it switches', () => {
    const readers = { main: 0, sub: 0 }
    const hubOf = (main: boolean) => ({
      subscribe() {
        const stream = main ? 'main' : 'sub'
        readers[stream] += 1
        return {
          close() {
            readers[stream] -= 1
          },
        }
      },
    })
    const reader = { frame: () => {}, state: () => {} }
    const side = new SwitchingSubscription({ reader, hubOf, plays: () => true, stays: false }, false)
    expect(readers).toEqual({ main: 0, sub: 1 })
    side.prefer(true)
    expect(readers).toEqual({ main: 1, sub: 1 })
    side.prefer(false)
    expect(readers).toEqual({ main: 0, sub: 1 })
    side.prefer(true)
    side.close()
    expect(readers).toEqual({ main: 0, sub: 0 })
  })
})
