import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { type RelayLimits, UdpRelay } from './udp-relay.ts'

describe('a relay with limits', () => {
  const clock = createManualClock()
  let peer: ReturnType<typeof createSocket>
  let relay: UdpRelay
  let limits: RelayLimits
  let arrived: string[]
  let counted: string[]

  beforeEach(async () => {
    arrived = []
    counted = []
    limits = { maxRun: 50, limitRate: 0, maxWait: 10 }
    peer = createSocket('udp4')
    peer.on('message', (bytes) => arrived.push(bytes.toString().trim()))
    peer.bind(0, '127.0.0.1')
    await once(peer, 'listening')
    relay = new UdpRelay({
      clock,
      log: createLog('silent'),
      allowLocal: true,
      counted: (outcome) => counted.push(outcome),
      limits: () => limits,
    })
    relay.aim({ host: '127.0.0.1', port: peer.address().port })
    await until('it has an address', () => relay.isOn)
  })
  afterEach(() => {
    relay.close()
    peer.close()
  })

  const send = (...names: string[]) => {
    for (const name of names) relay.send(Buffer.from(name.padEnd(100)))
  }

  it('passes on no more bytes per second than are set, and what waits in its order', async () => {
    limits = { ...limits, limitRate: 1000 }
    send('a', 'b', 'c')
    await until('the first has come', () => arrived.length === 1)
    clock.advance(99)
    expect(counted).toEqual(['sent'])
    clock.advance(1)
    await until('the second has come', () => arrived.length === 2)
    expect(counted).toEqual(['sent', 'sent'])
    clock.advance(100)
    await until('the third has come', () => arrived.length === 3)
    expect(arrived).toEqual(['a', 'b', 'c'])
  })

  it('hands over as many at once as are set, and the next when one has been sent', async () => {
    limits = { ...limits, maxRun: 1 }
    send('a', 'b', 'c')
    await until('all have come', () => arrived.length === 3)
    expect(arrived).toEqual(['a', 'b', 'c'])
  })

  it('drops and counts what would have to wait beyond the count that is set', async () => {
    limits = { maxRun: 50, limitRate: 1000, maxWait: 2 }
    send('a', 'b', 'c', 'd', 'e')
    expect(counted.filter((outcome) => outcome === 'dropped')).toHaveLength(2)
    clock.advance(100)
    clock.advance(100)
    await until('the others have come', () => arrived.length === 3)
    expect(arrived).toEqual(['a', 'b', 'c'])
  })
})
