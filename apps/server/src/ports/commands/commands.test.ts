// One suite for every implementation of the port, and what only the codecs of the bus have to keep.
import { createManualClock } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createInProcessBus, type PayloadCodec } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { commandReplyCodec, commandRequestCodec } from './command-codecs.ts'
import { done, everyCommand, everyResult } from './commands.fixtures.ts'
import { type CommandPort, createBusCommands, createDirectCommands, type DeviceCommand } from './index.ts'

const VAN = '13800138000'
interface Implementation {
  readonly port: CommandPort
  /** What was served or closed is known to the node that sends. */
  readonly settle: () => Promise<void>
}

const atOnce = async (): Promise<void> => undefined

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  'called directly': async () => ({ port: createDirectCommands(), settle: atOnce }),
  async 'over the bus'() {
    const bus = createInProcessBus({ clock: createManualClock(), onError: () => {} })
    return { port: createBusCommands({ bus }), settle: atOnce }
  },
  ...whereNats(async () => {
    const { near, far, settle } = await twoNodes()
    const [{ commands }, { host }] = [createBusCommands({ bus: near }), createBusCommands({ bus: far })]
    return { port: { commands, host }, settle }
  }),
}

describe.each(Object.entries(implementations))('the commands port, %s', (_, start) => {
  it('hands each command to the node that holds the device', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    const taken: DeviceCommand[] = []
    host.serve(VAN, async (command) => {
      taken.push(command)
      return done
    })
    await settle()
    for (const command of Object.values(everyCommand)) expect(await commands.send(VAN, command)).toEqual(done)
    expect(taken).toEqual(Object.values(everyCommand))
  })

  it('brings each result back', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    const results = [...everyResult]
    host.serve(VAN, async () => results.shift() ?? done)
    await settle()
    for (const result of everyResult) expect(await commands.send(VAN, { name: 'readAttributes' })).toEqual(result)
  })

  it('says how long the device may take: 30 s for a picture, 10 s for anything else, or what the caller says', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    const times: number[] = []
    host.serve(VAN, async (_, timeoutMs) => {
      times.push(timeoutMs)
      return done
    })
    await settle()
    await commands.send(VAN, { name: 'takePicture', channel: 1 })
    await commands.send(VAN, { name: 'readAttributes' })
    await commands.send(VAN, { name: 'readAttributes' }, { timeoutMs: 250 })
    expect(times).toEqual([30_000, 10_000, 250])
  })

  it('answers offline at once where no node holds the device, or holds it no longer', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    expect(await commands.send(VAN, { name: 'readAttributes' })).toEqual({ kind: 'offline' })
    const served = host.serve(VAN, async () => done)
    await settle()
    expect(await commands.send('another.device', { name: 'readAttributes' })).toEqual({ kind: 'offline' })
    served.close()
    served.close()
    await settle()
    expect(await commands.send(VAN, { name: 'readAttributes' })).toEqual({ kind: 'offline' })
  })

  it('keeps ids apart that differ by a dot only', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    host.serve('a.b', async () => done)
    await settle()
    expect(await commands.send('a.b', { name: 'readAttributes' })).toEqual(done)
    expect(await commands.send('a', { name: 'readAttributes' })).toEqual({ kind: 'offline' })
  })

  it('rejects with the reason when the owning node fails', async () => {
    const { port, settle } = await start()
    const { commands, host } = port
    host.serve(VAN, () => Promise.reject(new Error('the line broke in the middle')))
    await settle()
    await expect(commands.send(VAN, { name: 'readAttributes' })).rejects.toThrow('the line broke in the middle')
  })
})

describe('commands over the bus', () => {
  const start = () => {
    const clock = createManualClock()
    const bus = createInProcessBus({ clock, onError: () => {} })
    return { clock, bus, ...createBusCommands({ bus }) }
  }

  it('time out when the owning node does not answer, a little after the node itself would have', async () => {
    const { clock, commands, host } = start()
    host.serve(VAN, () => new Promise(() => {}))
    const sent = commands.send(VAN, { name: 'readAttributes' }, { timeoutMs: 1_000 })
    clock.advance(2_999)
    expect(clock.pending).toBe(1)
    clock.advance(1)
    expect(await sent).toEqual({ kind: 'timeout' })
  })

  it('are refused before they leave where a value is outside of the schema, or the payload above its limit', async () => {
    const { commands } = start()
    await expect(commands.send(VAN, { name: 'takePicture', channel: 256 })).rejects.toThrow(
      /device command: command\.channel/,
    )
    const long = { name: 'readParameters', ids: Array.from({ length: 256 }, (_, id) => id) } as const
    await expect(commands.send(VAN, long)).rejects.toThrow(/device command: command\.ids/)
  })

  it('reject with the limit when a result is too long to travel', async () => {
    const { commands, host } = start()
    const jpeg = new Uint8Array(4 * 1024 * 1024)
    host.serve(VAN, async () => ({ kind: 'answered', answer: { name: 'picture', jpeg } }))
    await expect(commands.send(VAN, { name: 'takePicture', channel: 1 })).rejects.toThrow(
      /device command result: \d+ bytes, at most 4194304 are allowed/,
    )
  })

  it('of another release are refused by the owning node with a sentence', async () => {
    const { bus, host } = start()
    host.serve(VAN, async () => done)
    const request = commandRequestCodec.encode({ command: { name: 'readAttributes' }, timeoutMs: 1 })
    request[0] = 2
    const reply = commandReplyCodec.decode(await bus.request(deviceSubject(VAN, 'command'), request, 100))
    expect(reply).toEqual({
      ok: true,
      value: {
        ok: false,
        reason: 'device command: version 2 came, version 1 is read; run the same release on all servers',
      },
    })
  })
})

describe('the codecs of commands', () => {
  const codecs: readonly PayloadCodec<unknown>[] = [commandRequestCodec, commandReplyCodec] as never
  const valid = [
    ...Object.values(everyCommand).map((command) => commandRequestCodec.encode({ command, timeoutMs: 5 })),
    ...everyResult
      .filter(({ kind }) => kind !== 'answered')
      .map((result) => commandReplyCodec.encode({ ok: true, result })),
  ]

  it('refuse any bytes that are not theirs with a reason, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...codecs), (bytes, codec) => {
        const decoded = codec.decode(bytes)
        if (!decoded.ok) expect(decoded.reason).toMatch(new RegExp(`^${codec.name}: .+`))
      }),
    )
  })

  it('refuse any JSON that is not theirs with a reason, and never throw', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...codecs), (json, codec) => {
        const decoded = codec.decode(Buffer.concat([Uint8Array.of(codec.version), Buffer.from(json)]))
        expect(decoded.ok).toBe(false)
      }),
    )
  })

  it('read a payload with changed bytes as another valid one, or refuse it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valid), fc.nat(), fc.nat(255), fc.nat(), (bytes, at, value, cut) => {
        const changed = Uint8Array.from(bytes)
        changed[at % changed.length] = value
        const part = changed.subarray(0, changed.length - (cut % 3))
        for (const codec of codecs) {
          const decoded = codec.decode(part)
          if (decoded.ok) expect(codec.encode(decoded.value)[0]).toBe(codec.version)
          else expect(decoded.reason).toContain(codec.name)
        }
      }),
    )
  })

  it('refuse a payload above their limit without reading it', () => {
    for (const codec of codecs) {
      const decoded = codec.decode(new Uint8Array(codec.maxBytes + 1))
      expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining(`at most ${codec.maxBytes}`) })
    }
  })
})
