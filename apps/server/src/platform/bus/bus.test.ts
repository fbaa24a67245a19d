import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createInProcessBus, NoResponder, RequestTimeout } from './index.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function start() {
  const clock = createManualClock()
  const errors: unknown[] = []
  const bus = createInProcessBus({ clock, onError: (error) => errors.push(error) })
  const received: string[] = []
  const listen = (pattern: string) =>
    bus.subscribe(pattern, (message, subject) =>
      received.push(`${pattern} ← ${subject} ${new TextDecoder().decode(message)}`),
    )
  return { clock, errors, bus, received, listen }
}

describe('the bus of one machine', () => {
  it('delivers by subject, by a star for one word, and by > for the rest', () => {
    const { bus, received, listen } = start()
    for (const pattern of ['a.b', 'a.*', 'a.>', '*.b', '>', 'a', 'a.b.c']) listen(pattern)
    bus.publish('a.b', bytes('1'))
    expect(received.sort()).toEqual(['*.b ← a.b 1', '> ← a.b 1', 'a.* ← a.b 1', 'a.> ← a.b 1', 'a.b ← a.b 1'])
    received.length = 0
    bus.publish('a.b.c', bytes('2'))
    expect(received.sort()).toEqual(['> ← a.b.c 2', 'a.> ← a.b.c 2', 'a.b.c ← a.b.c 2'])
  })

  it('no longer delivers to a subscription that was closed, twice if need be', () => {
    const { bus, received, listen } = start()
    const [first, second] = [listen('a'), listen('a')]
    first.close()
    first.close()
    bus.publish('a', bytes(''))
    expect(received).toHaveLength(1)
    second.close()
    bus.publish('a', bytes(''))
    expect(received).toHaveLength(1)
  })

  it('a receiver that fails is logged and does not keep others from receiving', () => {
    const { bus, received, listen, errors } = start()
    bus.subscribe('a', () => {
      throw new Error('no')
    })
    listen('a')
    bus.publish('a', bytes(''))
    expect(received).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  it('a request is answered, has nobody, or is too late', async () => {
    const { bus, clock } = start()
    bus.respond('device.*.command', async (_, subject) => bytes(subject))
    expect(new TextDecoder().decode(await bus.request('device.7.command', bytes(''), 100))).toBe('device.7.command')
    await expect(bus.request('other', bytes(''), 100)).rejects.toThrow(NoResponder)
    bus.respond('slow', () => new Promise(() => {}))
    const late = bus.request('slow', bytes(''), 100)
    clock.advance(100)
    await expect(late).rejects.toThrow(RequestTimeout)
    expect(clock.pending).toBe(0)
  })
})
