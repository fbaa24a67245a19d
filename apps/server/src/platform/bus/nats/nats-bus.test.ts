// What only the bus over NATS has to keep: outages, bounds, and who may connect.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { natsDeps, program, settleBuses } from '../../../../test/nats/nats-buses.ts'
import { natsCredentials } from '../../../../test/nats/nats-credentials.ts'
import { sharedNatsPort, startNats } from '../../../../test/nats/nats-server.ts'
import { StallingProxy } from '../../../../test/nats/stalling-proxy.ts'
import { BusUnavailable, createNatsBus, type NatsBus, type NatsBusDeps, openSession, serveSessions } from '../index.ts'

const clock = createManualClock()
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (from: Uint8Array): string => new TextDecoder().decode(from)

async function open(deps: NatsBusDeps): Promise<NatsBus> {
  const bus = await createNatsBus(deps)
  onTestFinished(() => bus.close())
  return bus
}

async function ownServer(config = '') {
  const nats = await startNats(program ?? '', config)
  onTestFinished(() => nats.close())
  return nats
}

const nothing = { onData: () => undefined, onControl: () => undefined, onDrained: () => undefined }

describe.skipIf(program === null)('the bus over NATS', () => {
  it('outlives the NATS server: refuses at once meanwhile, and its subscriptions live again after', async () => {
    const nats = await ownServer()
    const deps = natsDeps(nats.port, clock)
    const [near, far] = [await open(deps), await open(deps)]
    const received: string[] = []
    const changes: string[] = []
    const ends: string[] = []
    far.subscribe('a', (message) => received.push(text(message)))
    far.respond('slow', () => new Promise(() => {}))
    far.respond('b', async () => bytes('answer'))
    near.watch((change) => changes.push(change))
    serveSessions({ bus: far, clock, maxInFlightBytes: 100 }, 'live', () => ({ ...nothing, onEnd: () => undefined }))
    await settleBuses([far, near])
    openSession({ bus: near, clock, maxInFlightBytes: 100 }, 'live', bytes(''), {
      ...nothing,
      onEnd: ({ kind }) => ends.push(kind),
    })
    near.publish('a', bytes('before'))
    const waiting = near.request('slow', bytes(''), 60_000)
    const failed = expect(waiting).rejects.toThrow(BusUnavailable)
    await settleBuses([near, far])

    await nats.kill()
    await failed
    await until('both know it', () => !near.health().isConnected && !far.health().isConnected)
    expect(near.publish('a', bytes('meanwhile'))).toBe(false)
    await expect(near.request('b', bytes(''), 60_000)).rejects.toMatchObject({ code: 'bus-unavailable' })
    expect(near.health()).toMatchObject({ isConnected: false, refused: 2, waitingBytes: 0, interruptions: 1 })
    expect(ends).toEqual(['lost'])

    await nats.start()
    await until('both are back', () => near.health().isConnected && far.health().isConnected)
    await settleBuses([near, far])
    expect(near.publish('a', bytes('after'))).toBe(true)
    await settleBuses([near, far])
    expect(received).toEqual(['before', 'after'])
    expect(text(await near.request('b', bytes(''), 60_000))).toBe('answer')
    expect(changes).toEqual(['interrupted', 'restored'])
  })

  it('a consumer that stands still is cut off by the server, and learns that it missed messages', async () => {
    const nats = await ownServer('max_pending: 1MB\nwrite_deadline: "1s"\n')
    const proxy = await StallingProxy.open(nats.port)
    onTestFinished(() => proxy.close())
    const deps = natsDeps(nats.port, clock)
    const near = await open(deps)
    const slow = await open({ ...deps, server: { ...deps.server, servers: [`127.0.0.1:${proxy.port}`] } })
    const changes: string[] = []
    let received = 0
    slow.watch((change) => changes.push(change))
    slow.subscribe('a', () => {
      received += 1
    })
    await settleBuses([slow, near])
    proxy.stall()
    const sent = 20
    for (let n = 0; n < sent; n++) near.publish('a', new Uint8Array(900_000))
    await until('the sender is rid of all of it', () => near.health().waitingBytes === 0)
    proxy.goOn()
    await until('it is connected again', () => changes.includes('restored'))
    expect(changes).toEqual(['interrupted', 'restored'])
    expect(received).toBeLessThan(sent)
    received = 0
    await settleBuses([slow, near])
    near.publish('a', bytes('x'))
    await settleBuses([slow, near])
    expect(received).toBe(1)
  })

  it('holds no more for the server than its limit: sessions are refused first, then everything', async () => {
    const port = await sharedNatsPort(program ?? '')
    const bus = await open({ ...natsDeps(port, clock), maxWaitingBytes: 1_000_000 })
    const sends = (subject: string): number => {
      let sent = 0
      while (bus.publish(subject, new Uint8Array(100_000))) sent += 1
      return sent
    }
    expect(sends('session.a.up')).toBe(5)
    expect(sends('events')).toBe(5)
    expect(bus.health()).toMatchObject({ waitingBytes: 1_000_000, refused: 2 })
    await bus.flush()
    await until('the server has it', () => bus.health().waitingBytes === 0)
    expect(bus.publish('session.a.up', new Uint8Array(100_000))).toBe(true)
  })

  it('counts requests and answers too: what is above the limit is refused at once', async () => {
    const port = await sharedNatsPort(program ?? '')
    const deps = natsDeps(port, clock)
    const [near, far] = [
      await open({ ...deps, maxWaitingBytes: 1_000 }),
      await open({ ...deps, maxWaitingBytes: 1_000 }),
    ]
    far.respond('long', async () => new Uint8Array(1_001))
    far.respond('short', async () => new Uint8Array(900))
    await settleBuses([far, near])
    expect(await near.request('short', new Uint8Array(900), 60_000)).toHaveLength(900)
    await expect(near.request('short', new Uint8Array(1_001), 60_000)).rejects.toThrow(BusUnavailable)
    expect(near.health().refused).toBe(1)
    await expect(near.request('long', bytes(''), 60_000)).rejects.toThrow('the bus has no room for the answer')
    expect(far.health().refused).toBe(1)
  })

  it('refuses what is longer than it carries with the limit', async () => {
    const port = await sharedNatsPort(program ?? '')
    const bus = await open(natsDeps(port, clock))
    const tooLong = new Uint8Array(8 * 1024 * 1024 + 1)
    expect(() => bus.publish('a', tooLong)).toThrow(/8388609 bytes, at most 8388608 are allowed/)
    await expect(bus.request('a', new Uint8Array(1_100_000), 1)).rejects.toThrow(/1100000 bytes, at most \d+ fit/)
  })

  it('does not start where messages are too short for it', async () => {
    const nats = await ownServer('max_payload: 100KB\n')
    await expect(createNatsBus(natsDeps(nats.port, clock))).rejects.toThrow(/takes 102400 bytes.*set max_payload/)
  })

  it('logs in by a password or a token, and is refused with the address and without the secret', async () => {
    const byPassword = await ownServer('authorization { user: "fg", password: "sesame" }\n')
    const byToken = await ownServer('authorization { token: "sesame" }\n')
    const logIn = (port: number, over: Partial<NatsBusDeps['server']>): Promise<NatsBus> => {
      const deps = natsDeps(port, clock)
      return open({ ...deps, server: { ...deps.server, ...over } })
    }
    await logIn(byPassword.port, { user: 'fg', password: 'sesame' })
    await logIn(byToken.port, { token: 'sesame' })
    for (const over of [{}, { user: 'fg', password: 'secret-1' }, { token: 'secret-1' }]) {
      const refused = await logIn(byPassword.port, over).catch((error: Error) => error.message)
      expect(refused).toContain(`No connection to NATS at 127.0.0.1:${byPassword.port}`)
      expect(refused).not.toContain('secret-1')
    }
  })

  it('tries again for ever where the password is wrong for a while', async () => {
    const right = 'authorization { user: "fg", password: "sesame" }\n'
    const nats = await ownServer(right)
    const errors: unknown[] = []
    const deps = natsDeps(nats.port, clock, { onError: (error) => errors.push(error) })
    const bus = await open({ ...deps, server: { ...deps.server, user: 'fg', password: 'sesame' } })
    await nats.kill()
    await nats.start(right.replace('sesame', 'other'))
    await until('it was refused three times', () => errors.length >= 3)
    await nats.kill()
    await nats.start(right)
    await until('it is connected again', () => bus.health().isConnected)
    expect(bus.health().interruptions).toBe(1)
  })

  it('logs in by a file of credentials, also after that is gone', async () => {
    const credentials = natsCredentials()
    const nats = await ownServer(credentials.config)
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-creds-'))
    const credentialsFile = join(folder, 'bus.creds')
    writeFileSync(credentialsFile, credentials.file)
    const deps = natsDeps(nats.port, clock)
    await expect(createNatsBus(deps)).rejects.toThrow(/No connection/)
    const bus = await open({ ...deps, server: { ...deps.server, credentialsFile } })
    rmSync(folder, { recursive: true })
    await nats.kill()
    await nats.start()
    await until('it is connected again', () => bus.health().interruptions === 1 && bus.health().isConnected)
  })

  it('says which file of credentials cannot be used', async () => {
    const nats = await ownServer()
    const deps = natsDeps(nats.port, clock)
    for (const credentialsFile of ['/nowhere/bus.creds', import.meta.filename]) {
      const refused = createNatsBus({ ...deps, server: { ...deps.server, credentialsFile } })
      await expect(refused).rejects.toThrow(`bus credentials cannot be read, or holds none: ${credentialsFile}`)
    }
  })

  it('connects by TLS, and only to a server whose certificate is known', async () => {
    const certificates = join(import.meta.dirname, '../../../../test/certificates')
    const certificate = (name: string): string => join(certificates, `${name}.pem`)
    const nats = await ownServer(
      `tls { cert_file: "${certificate('first.cert')}", key_file: "${certificate('first.key')}" }\n`,
    )
    const deps = natsDeps(nats.port, clock)
    const server = { ...deps.server, servers: [`localhost:${nats.port}`], isTls: true }
    const bus = await open({ ...deps, server: { ...server, caFile: certificate('first.cert') } })
    bus.respond('a', async (message) => message)
    expect(text(await bus.request('a', bytes('secret'), 1_000))).toBe('secret')
    for (const caFile of ['', certificate('second.cert')]) {
      await expect(createNatsBus({ ...deps, server: { ...server, caFile } })).rejects.toThrow(
        /No connection.*certificate/,
      )
    }
  })

  it('does not start where TLS is asked of a server without it; where nobody listens it begins later', async () => {
    const nats = await ownServer()
    const deps = natsDeps(nats.port, clock)
    await expect(createNatsBus({ ...deps, server: { ...deps.server, isTls: true } })).rejects.toThrow(
      /No connection.*tls/,
    )
    await nats.kill()
    const manual = createManualClock()
    const errors: unknown[] = []
    const bus = await open({ ...deps, clock: manual, onError: (error) => errors.push(error) })
    const changes: string[] = []
    const received: string[] = []
    bus.watch((change) => changes.push(change))
    bus.respond('a', async (message) => message)
    bus.subscribe('b', (message) => received.push(text(message)))
    bus.subscribe('b', () => received.push('closed')).close()
    expect(bus.publish('b', bytes('lost'))).toBe(false)
    await expect(bus.request('a', bytes('x'), 60_000)).rejects.toThrow(BusUnavailable)
    expect(bus.health()).toMatchObject({ isConnected: false, refused: 2 })
    await nats.start()
    await until('it is connected', () => {
      manual.advance(5_000)
      return bus.health().isConnected
    })
    expect(changes).toEqual(['restored'])
    expect(text(await bus.request('a', bytes('x'), 60_000))).toBe('x')
    bus.publish('b', bytes('after'))
    await settleBuses([bus])
    expect(received).toEqual(['after'])
    expect(errors).toEqual([])
  })
})
