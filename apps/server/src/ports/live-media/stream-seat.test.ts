import { describe, expect, it } from 'vitest'
import { StreamSeat } from './stream-seat.ts'

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
    const seat = new StreamSeat({ reader, hubOf, plays: () => true, stays: false }, false)
    expect(readers).toEqual({ main: 0, sub: 1 })
    seat.prefer(true)
    expect(readers).toEqual({ main: 1, sub: 1 })
    seat.prefer(false)
    expect(readers).toEqual({ main: 0, sub: 1 })
    seat.prefer(true)
    seat.close()
    expect(readers).toEqual({ main: 0, sub: 0 })
  })
})
