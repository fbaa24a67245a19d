// One suite for both implementations of the bus, and what only one of them has to keep.
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { type Bus, createInProcessBus, NoResponder, RequestTimeout } from './index.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (from: Uint8Array): string => new TextDecoder().decode(from)

interface Implementation {
  /** What is subscribed, and what is published: two nodes, or one. */
  readonly far: Bus
  readonly near: Bus
  readonly clock: ReturnType<typeof createManualClock>
  readonly errors: readonly unknown[]
  readonly settle: () => Promise<void>
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  async 'of one machine'() {
    const clock = createManualClock()
    const errors: unknown[] = []
    const bus = createInProcessBus({ clock, onError: (error) => errors.push(error) })
    return { far: bus, near: bus, clock, errors, settle: async () => undefined }
  },
  ...whereNats(async () => {
    const clock = createManualClock()
    const errors: unknown[] = []
    return { clock, errors, ...(await twoNodes(clock, { onError: (error) => errors.push(error) })) }
  }),
}

describe.each(Object.entries(implementations))('the bus, %s', (_, implementation) => {
  async function start() {
    const given = await implementation()
    const received: string[] = []
    const listen = (pattern: string) =>
      given.far.subscribe(pattern, (message, subject) => received.push(`${pattern} ← ${subject} ${text(message)}`))
    return { ...given, received, listen }
  }

  it('delivers by subject, by a star for one word, and by > for the rest', async () => {
    const { near, received, listen, settle } = await start()
    for (const pattern of ['a.b', 'a.*', 'a.>', '*.b', 'a', 'a.b.c']) listen(pattern)
    await settle()
    expect(near.publish('a.b', bytes('1'))).toBe(true)
    await settle()
    expect(received.sort()).toEqual(['*.b ← a.b 1', 'a.* ← a.b 1', 'a.> ← a.b 1', 'a.b ← a.b 1'])
    received.length = 0
    near.publish('a.b.c', bytes('2'))
    await settle()
    expect(received.sort()).toEqual(['a.> ← a.b.c 2', 'a.b.c ← a.b.c 2'])
  })

  it('keeps the order of a subject', async () => {
    const { near, far, settle } = await start()
    const received: number[] = []
    far.subscribe('a.*', (message) => received.push(Number(text(message))))
    await settle()
    const sent = Array.from({ length: 3_000 }, (_, n) => n)
    for (const n of sent) near.publish('a.b', bytes(String(n)))
    await settle()
    expect(received).toEqual(sent)
  })

  it('no longer delivers to a subscription that was closed, twice if need be', async () => {
    const { near, received, listen, settle } = await start()
    const [first, second] = [listen('a'), listen('a')]
    await settle()
    first.close()
    first.close()
    near.publish('a', bytes(''))
    await settle()
    expect(received).toHaveLength(1)
    second.close()
    near.publish('a', bytes(''))
    await settle()
    expect(received).toHaveLength(1)
  })

  it('a receiver that fails is logged and does not keep others from receiving', async () => {
    const { near, far, received, listen, errors, settle } = await start()
    far.subscribe('a', () => {
      throw new Error('no')
    })
    listen('a')
    await settle()
    near.publish('a', bytes(''))
    await settle()
    expect(received).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  it('a request is answered, has nobody, is too late, or fails with the reason', async () => {
    const { near, far, clock, settle } = await start()
    far.respond('device.*.command', async (_, subject) => bytes(subject))
    far.respond('slow', () => new Promise(() => {}))
    far.respond('bad', () => Promise.reject(new Error('the disk is full')))
    await settle()
    expect(text(await near.request('device.7.command', bytes(''), 100))).toBe('device.7.command')
    await expect(near.request('other', bytes(''), 100)).rejects.toThrow(NoResponder)
    await expect(near.request('bad', bytes(''), 100)).rejects.toThrow('the disk is full')
    const late = near.request('slow', bytes(''), 100)
    clock.advance(100)
    await expect(late).rejects.toThrow(RequestTimeout)
    expect(clock.pending).toBe(0)
  })

  it('one of several responders answers, and the next one when that has gone', async () => {
    const { near, far, settle } = await start()
    const answers: string[] = []
    const respond = (name: string) =>
      far.respond('a', async () => {
        answers.push(name)
        return bytes(name)
      })
    const [first, second] = [respond('first'), respond('second')]
    await settle()
    await near.request('a', bytes(''), 100)
    expect(answers).toEqual(['first'])
    first.close()
    expect(text(await near.request('a', bytes(''), 100))).toBe('second')
    second.close()
    await settle()
    await expect(near.request('a', bytes(''), 100)).rejects.toThrow(NoResponder)
  })

  it('carries messages and answers of several megabytes', async () => {
    const { near, far, settle } = await start()
    const large = Uint8Array.from({ length: 4_300_000 }, (_, n) => n % 251)
    const received: Uint8Array[] = []
    far.subscribe('a', (message) => received.push(message))
    far.respond('b', async () => large)
    await settle()
    for (const message of [large, bytes('after')]) near.publish('a', message)
    await settle()
    expect(received.map(({ length }) => length)).toEqual([large.length, 5])
    expect(Buffer.compare(received[0] ?? bytes(''), large)).toBe(0)
    expect(Buffer.compare(await near.request('b', bytes(''), 100), large)).toBe(0)
  })

  it('refuses a subject that could reach more than it says', async () => {
    const { near } = await start()
    for (const subject of ['', 'a.', '.a', 'a..b', 'a b', 'a.*', 'a.>', 'a\r\nPUB b 1']) {
      expect(() => near.publish(subject, bytes(''))).toThrow('is no subject')
      await expect((async () => near.request(subject, bytes(''), 1))()).rejects.toThrow('is no subject')
    }
    for (const pattern of ['', '>.a', 'a b', 'a*', 'a.>b']) {
      expect(() => near.subscribe(pattern, () => undefined)).toThrow('is no pattern')
    }
  })
})
