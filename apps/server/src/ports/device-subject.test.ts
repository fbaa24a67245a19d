import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInProcessBus } from '../platform/bus/index.ts'
import { deviceSubject } from './device-subject.ts'

describe('the subject of a device', () => {
  it('keeps ids of letters, digits, dashes and dots readable', () => {
    expect(deviceSubject('13800138000', 'live')).toBe('device.13800138000.live')
    expect(deviceSubject('A.b-c_9', 'command')).toBe('device.A~b-c_9.command')
  })

  it('makes one word of any id, without a wildcard, and another word of another id', () => {
    const hostile = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '.', '*', '>', ' ', '~', '=', '7', 'e', '\r', '\n', '\0') }),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const [subject, second] = [deviceSubject(one, 'live'), deviceSubject(other, 'live')]
        expect(subject).toMatch(/^device\.[\w=~-]+\.live$/)
        // Half of a surrogate pair is no sign: all of them are one.
        if (one.isWellFormed() && other.isWellFormed()) expect(subject === second).toBe(one === other)
      }),
    )
  })

  it('of a hostile id is one that the bus takes, and that no device answers', async () => {
    const bus = createInProcessBus({ clock: createManualClock(), onError: () => undefined })
    bus.respond(deviceSubject('van', 'command'), async (bytes) => bytes)
    for (const id of ['*', '>', 'van.command', '', 'van\r\nPUB x 1', 'device.van']) {
      await expect(bus.request(deviceSubject(id, 'command'), new Uint8Array(), 1)).rejects.toThrow('nobody answers')
    }
  })
})
