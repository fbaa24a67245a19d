import { ByteWriter } from '@fleetglass/bytes'
import { fastClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../options.ts'
import { systemClock } from '../platform/clock/index.ts'
import { HOUR_OFFSET_S, ID, PACE } from './device.fixtures.ts'
import { ParameterId } from './parameters.ts'

describe('faults of a terminal', () => {
  let platform: Platform
  let fleet: Fleet

  afterEach(async () => {
    await fleet.close()
    await platform.close()
  })

  async function start(options: Partial<FleetOptions> = {}) {
    platform = await Platform.start()
    const clock = fastClock(PACE, Date.now())
    fleet = await startFleet({ host: '127.0.0.1', signallingPort: platform.port, intervalS: 0.1, clock, ...options })
    const device = fleet.devices[0]!
    await platform.until('the device is online', () => device.state === 'online')
    return device
  }

  it('a silent device keeps its connection and its points', async () => {
    const device = await start({ intervalS: 1 })
    device.setFault('silent', true)
    const before = platform.received.length
    await platform.until('points wait', () => device.reports.waiting >= 2)
    expect(platform.received.length).toBeLessThanOrEqual(before + 1)
    expect(platform.connections).toBe(1)
    device.setFault('silent', false)
    await platform.until('they come as a batch', () => platform.bodies('positionBatch').length > 0)
  })

  it('duplicates arrive with one serial', async () => {
    const device = await start()
    device.setFault('duplicates', true)
    const serials = () =>
      platform.received.filter(({ message }) => message.name === 'position').map(({ header }) => header.serial)
    await platform.until('a serial came twice', () => serials().length > new Set(serials()).size)
  })

  it('a wrong checksum costs the frame, which is sent again', async () => {
    const device = await start()
    device.setFault('badChecksums', 1)
    await platform.until('bad frames came', () => platform.badFrames.length >= 3)
    expect(new Set(platform.badFrames)).toEqual(new Set(['checksum']))
    device.setFault('badChecksums', 0)
    await platform.until('good ones follow', () => platform.bodies('position').length > 0)
  })

  it('late points come after their time, in live messages', async () => {
    const device = await start({ clock: systemClock })
    device.setFault('latePointsS', 2)
    const late = () =>
      platform.received.find(
        ({ message, atMs }) =>
          message.name === 'position' && atMs / 1000 - (message.body.localTimeS! - HOUR_OFFSET_S) >= 2,
      )
    await platform.until('a late point came', late)
  })

  it('frames in pieces are still frames', async () => {
    const device = await start()
    device.setFault('splitWrites', true)
    const before = platform.bodies('position').length
    await platform.until('points came', () => platform.bodies('position').length > before + 5)
    expect(platform.badFrames).toEqual([])
  })

  it('a jump of the clock shows in the points', async () => {
    const device = await start()
    device.setFault('clockJumpS', -86_400)
    const jumped = () =>
      platform
        .bodies('position')
        .find(({ localTimeS }) => Math.abs(localTimeS! - HOUR_OFFSET_S + 86_400 - Date.now() / 1000) < 60)
    await platform.until('a point of yesterday came', jumped)
  })

  it('lost datagrams are made good by sending again', async () => {
    const device = await start({ transport: 'udp', intervalS: 1, clock: systemClock })
    platform.send(ID, {
      name: 'parameterSetting',
      body: { parameters: [{ id: ParameterId.udpAnswerS, value: new ByteWriter(4).u32(1).finish() }] },
    })
    await platform.until('it was answered', () => platform.results(0x8103).length === 1)
    device.setFault('lostPackets', 1)
    await platform.until('points wait', () => device.reports.waiting >= 2)
    device.setFault('lostPackets', 0)
    await platform.until('nothing waits', () => device.reports.waiting === 0)
    expect(device.counters.positionsAcknowledged).toBe(device.counters.positionsSent)
  })

  it('leaves no socket behind where nobody listens, over UDP either', async () => {
    platform = await Platform.start()
    const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'UDPWrap').length
    const before = sockets()
    const nowhere = { host: '127.0.0.1', signallingPort: 1, transport: 'udp' as const }
    fleet = await startFleet({ ...nowhere, vehicles: 3, intervalS: 1 })
    await platform.until('each tried twice', () => fleet.stats().disconnects >= 6)
    await fleet.close()
    await platform.until('the sockets are gone', () => sockets() <= before)
  })

  it('after close nothing is open and nothing happens', async () => {
    await start()
    await fleet.close()
    await fleet.close()
    expect(fleet.devices.map((device) => device.state)).toEqual(['off'])
    const before = platform.received.length
    await platform.until('the connection is gone', () => fleet.stats().online === 0)
    expect(platform.received.length - before).toBeLessThanOrEqual(1)
  })
})
