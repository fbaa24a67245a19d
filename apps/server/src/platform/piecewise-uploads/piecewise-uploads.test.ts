import { AppError } from '@fleetglass/contract/errors'
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createPiecewiseUploads, type Piece } from './piecewise-uploads.ts'

const IDLE_MS = 1_000

/** Two uploads at once; what they wrote, finished and discarded, by key, in order. */
function start() {
  const clock = createManualClock()
  const done: string[] = []
  const writing = { held: null as Promise<void> | null, begun: 0 }
  const uploads = createPiecewiseUploads<Piece, string>({
    clock,
    idleMs: IDLE_MS,
    most: 2,
    failures: {
      busy: () => new AppError('firmware-upload-busy'),
      lost: () => new AppError('firmware-upload-lost'),
      unreadable: () => new AppError('firmware-upload-unreadable'),
    },
    async begin({ key }) {
      const bytes: number[] = []
      return {
        async write(some) {
          writing.begun += 1
          await writing.held
          if (some.includes(255)) throw new AppError('disk-full')
          bytes.push(...some)
        },
        async finish() {
          done.push(`${key} finished`)
          return bytes.join(' ')
        },
        async discard() {
          done.push(`${key} discarded`)
        },
      }
    },
  })
  const connect = () => {
    const listeners: (() => void)[] = []
    const connection = { onClose: (listener: () => void) => listeners.push(listener) }
    const take = (key: string, offset: number, size: number, ...bytes: number[]) =>
      uploads.of(connection).take({ key, offset, size }, Uint8Array.from(bytes))
    const end = (): void => {
      for (const listener of listeners) listener()
    }
    return { take, end }
  }
  return { clock, done, writing, uploads, connect }
}

describe('an upload in pieces', () => {
  it('answers how far it is, and the whole after its last piece', async () => {
    const { connect, done, clock } = start()
    const { take } = connect()
    expect(await take('a', 0, 3, 1, 2)).toEqual({ received: 2, whole: null })
    expect(await take('a', 2, 3, 3)).toEqual({ received: 3, whole: '1 2 3' })
    expect(done).toEqual(['a finished'])
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['leaves a gap', [3, 3, 9]],
    ['goes back', [1, 3, 1]],
    ['is longer than what is left', [2, 3, 1, 2]],
    ['names another size', [2, 4, 9]],
    ['is empty', [2, 3]],
  ])('is over when a piece %s', async (_, [offset = 0, size = 0, ...bytes]) => {
    const { connect, done } = start()
    const { take } = connect()
    await take('a', 0, 3, 1, 2)
    await expect(take('a', offset, size, ...bytes)).rejects.toMatchObject({ code: 'firmware-upload-unreadable' })
    await expect(take('a', 2, 3, 3)).rejects.toMatchObject({ code: 'firmware-upload-lost' })
    expect(done).toEqual(['a discarded'])
  })

  it('begins anew with a first piece', async () => {
    const { connect, done } = start()
    const { take } = connect()
    await take('a', 0, 2, 1)
    await take('a', 0, 2, 7)
    expect(done).toEqual(['a discarded'])
    expect(await take('a', 1, 2, 8)).toMatchObject({ whole: '7 8' })
  })

  it('refuses a piece that comes before the answer to the last one, and goes on with that', async () => {
    const { connect, writing } = start()
    const { take } = connect()
    const held = Promise.withResolvers<void>()
    writing.held = held.promise
    const first = take('a', 0, 2, 1)
    await expect(take('a', 1, 2, 2)).rejects.toMatchObject({ code: 'firmware-upload-unreadable' })
    held.resolve()
    expect(await first).toEqual({ received: 1, whole: null })
    expect(await take('a', 1, 2, 2)).toMatchObject({ whole: '1 2' })
  })

  it('is discarded when it cannot be written, and its place is free', async () => {
    const { connect, done } = start()
    const { take } = connect()
    await expect(take('a', 0, 2, 255)).rejects.toMatchObject({ code: 'disk-full' })
    expect(done).toEqual(['a discarded'])
    expect(await take('b', 0, 1, 1)).toMatchObject({ whole: '1' })
  })

  it('is discarded when no piece comes for its time, which begins anew with each', async () => {
    const { connect, clock, done } = start()
    const { take } = connect()
    await take('a', 0, 3, 1)
    clock.advance(IDLE_MS - 1)
    await take('a', 1, 3, 2)
    clock.advance(IDLE_MS - 1)
    expect(done).toEqual([])
    clock.advance(1)
    await expect(take('a', 2, 3, 3)).rejects.toMatchObject({ code: 'firmware-upload-lost' })
    expect(done).toEqual(['a discarded'])
  })

  it('ends with its connection, also while a piece is being written, and keeps its place until then', async () => {
    const { connect, writing, done } = start()
    const [one, other, third] = [connect(), connect(), connect()]
    await other.take('b', 0, 2, 1)
    const held = Promise.withResolvers<void>()
    writing.held = held.promise
    const piece = one.take('a', 0, 2, 1)
    await expect.poll(() => writing.begun).toBe(2)
    one.end()
    await expect(third.take('c', 0, 1, 1)).rejects.toMatchObject({ code: 'firmware-upload-busy' })
    held.resolve()
    writing.held = null
    await expect(piece).rejects.toMatchObject({ code: 'firmware-upload-lost' })
    expect(done).toEqual(['a discarded'])
    expect(await third.take('c', 0, 1, 1)).toMatchObject({ whole: '1' })
    await expect(one.take('a', 0, 1, 1)).rejects.toMatchObject({ code: 'firmware-upload-lost' })
  })

  it('ends with the server', async () => {
    const { connect, uploads, done, clock } = start()
    await connect().take('a', 0, 2, 1)
    await connect().take('b', 0, 2, 1)
    await uploads.close()
    expect(done.sort()).toEqual(['a discarded', 'b discarded'])
    expect(clock.pending).toBe(0)
  })
})
