import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createInProcessBus, openSession, type SessionEnd, type SessionHandler, serveSessions } from './index.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (from: Uint8Array): string => new TextDecoder().decode(from)
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

class Recorded implements SessionHandler {
  readonly log: string[] = []
  readonly ends: SessionEnd[] = []
  onData(data: Uint8Array): void {
    this.log.push(`data ${text(data)}`)
  }
  onControl(control: Uint8Array): void {
    this.log.push(`control ${text(control)}`)
  }
  onDrained(): void {
    this.log.push('drained')
  }
  onEnd(end: SessionEnd): void {
    this.ends.push(end)
  }
}

function start(maxInFlightBytes = 100) {
  const clock = createManualClock()
  const errors: unknown[] = []
  const bus = createInProcessBus({ clock, onError: (error) => errors.push(error) })
  const deps = { bus, clock, maxInFlightBytes }
  const server = new Recorded()
  const orders: string[] = []
  const accepted: Parameters<Parameters<typeof serveSessions>[2]>[1][] = []
  const served = serveSessions(deps, 'device.van.live', (order, peer) => {
    orders.push(text(order))
    if (text(order) === 'no') throw new Error('the channel is busy')
    accepted.push(peer)
    return server
  })
  return { clock, bus, errors, deps, server, orders, accepted, served }
}

describe('a session over the bus', () => {
  it('carries data and orders both ways, in order, and orders that were given while it was opened', async () => {
    const { deps, server, orders, accepted } = start()
    const client = new Recorded()
    const peer = openSession(deps, 'device.van.live', bytes('main'), client)
    peer.sendControl(bytes('sub'))
    expect(peer.sendData(bytes('early'))).toBe(false)
    await settle()
    expect(orders).toEqual(['main'])
    expect(peer.sendData(bytes('up'))).toBe(true)
    accepted[0]?.sendControl(bytes('playing'))
    expect(accepted[0]?.sendData(bytes('down'))).toBe(true)
    expect(server.log).toEqual(['control sub', 'data up'])
    expect(client.log).toEqual(['control playing', 'data down'])
    peer.close()
    expect(server.ends).toEqual([{ kind: 'closed' }])
    expect(client.ends).toEqual([])
  })

  it('refuses data beyond its bound and says when there is room again', async () => {
    const { bus, deps, server, accepted } = start(100)
    const client = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), client)
    await settle()
    const peer = accepted[0]!
    // A receiver on another machine acknowledges later: here it is made to by holding its messages back.
    let isHeld = true
    const buffered: (() => unknown)[] = []
    const publish = bus.publish.bind(bus)
    bus.publish = (subject, message) => {
      if (!isHeld || !subject.endsWith('.up')) return publish(subject, message)
      buffered.push(() => publish(subject, message))
      return true
    }
    const sent = [40, 40, 40].map((length) => peer.sendData(new Uint8Array(length)))
    expect(sent).toEqual([true, true, false])
    expect(client.log).toHaveLength(2)
    isHeld = false
    for (const release of buffered.splice(0)) release()
    expect(server.log).toEqual(['drained'])
    expect(peer.sendData(new Uint8Array(40))).toBe(true)
  })

  it('carries many times its bound to a receiver that keeps up', async () => {
    const { deps, accepted } = start(100)
    const client = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), client)
    await settle()
    for (let n = 0; n < 100; n++) expect(accepted[0]?.sendData(new Uint8Array(30))).toBe(true)
    expect(client.log).toHaveLength(100)
  })

  it('goes on after the bus refused data, and ends where it refused what must not be missed', async () => {
    const { bus, clock, deps, server, accepted } = start(100)
    const client = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), client)
    await settle()
    const publish = bus.publish.bind(bus)
    bus.publish = () => false
    expect(accepted[0]?.sendData(new Uint8Array(60))).toBe(false)
    bus.publish = publish
    clock.advance(5_000)
    expect(server.log).toEqual(['drained'])
    expect(accepted[0]?.sendData(new Uint8Array(60))).toBe(true)
    bus.publish = () => false
    accepted[0]?.sendControl(bytes('playing'))
    expect(server.ends).toEqual([{ kind: 'lost' }])
  })

  it('is refused with the reason, or lost where no node serves the device', async () => {
    const { deps } = start()
    const [rejected, absent] = [new Recorded(), new Recorded()]
    openSession(deps, 'device.van.live', bytes('no'), rejected)
    openSession(deps, 'device.bus.live', bytes(''), absent)
    await settle()
    expect(rejected.ends).toEqual([{ kind: 'refused', reason: 'the channel is busy' }])
    expect(absent.ends).toEqual([{ kind: 'lost' }])
  })

  it('ends on both sides when either is silent for three signs of life', async () => {
    const { clock, bus, deps, server } = start()
    const client = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), client)
    await settle()
    clock.advance(60_000)
    expect(client.ends).toEqual([])
    bus.publish = () => true
    clock.advance(20_000)
    expect(client.ends).toEqual([{ kind: 'lost' }])
    expect(server.ends).toEqual([{ kind: 'lost' }])
    expect(clock.pending).toBe(0)
  })

  it('leaves nothing behind when it is closed before it was open, or its subject is served no longer', async () => {
    const { clock, deps, server, served } = start()
    const early = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), early).close()
    await settle()
    const late = new Recorded()
    openSession(deps, 'device.van.live', bytes(''), late)
    await settle()
    served.close()
    expect(late.ends).toEqual([{ kind: 'closed' }])
    expect(early.ends).toEqual([])
    expect(server.ends).toEqual([{ kind: 'closed' }])
    expect(clock.pending).toBe(0)
  })

  it('ignores messages that are none of its own', async () => {
    const { bus, deps, accepted, errors } = start()
    let subject = ''
    bus.subscribe('session.>', (_, name) => {
      subject = name
    })
    openSession(deps, 'device.van.live', bytes(''), new Recorded())
    await settle()
    accepted[0]?.sendControl(bytes('x'))
    for (const message of [[], [9], [2], [2, 1, 2, 3], [2, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0]]) {
      bus.publish(subject.replace('.down', '.up'), Uint8Array.from(message))
    }
    expect(accepted[0]?.sendData(bytes('y'))).toBe(true)
    expect(errors).toEqual([])
  })
})
