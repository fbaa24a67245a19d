import { ByteWriter } from '@fleetglass/bytes'
import { commonItems } from '@fleetglass/jt808'
import { fastClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../options.ts'
import { systemClock } from '../platform/clock/index.ts'
import { HOUR_OFFSET_S, ID, PACE } from './device.fixtures.ts'
import { ParameterId } from './parameters.ts'

describe('a simulated terminal', () => {
  let platform: Platform
  let fleet: Fleet

  afterEach(async () => {
    await fleet.close()
    await platform.close()
  })

  async function start(options: Partial<FleetOptions> = {}) {
    platform = await Platform.start()
    const clock = fastClock(PACE, Date.now())
    fleet = await startFleet({ host: '127.0.0.1', signallingPort: platform.port, intervalS: 0.2, clock, ...options })
    return fleet.devices[0]!
  }

  async function startOnline(options: Partial<FleetOptions> = {}) {
    const device = await start(options)
    await platform.until(
      'the device is online',
      () => device.state === 'online' && platform.bodies('position').length > 0,
    )
    return device
  }

  const dword = (value: number): Uint8Array => new ByteWriter(4).u32(value).finish()

  for (const generation of ['2011', '2013', '2019'] as const) {
    for (const transport of ['tcp', 'udp'] as const) {
      it(`registers, authenticates and reports over ${transport} as ${generation} writes it`, async () => {
        const device = await startOnline({ generation, transport })
        await platform.until('a driver was reported', () => platform.bodies('driverIdentity').length === 1)
        const [registration] = platform.bodies('registration')
        expect(registration).toMatchObject({ layout: generation, plate: device.plate })
        const [authentication] = platform.bodies('authentication')
        expect(authentication!.code).toBe(platform.code)
        expect(authentication!.device !== undefined).toBe(generation === '2019')
        expect(platform.received[0]!.header.version).toBe(generation === '2019' ? '2019' : '2013')
        expect(platform.terminals).toEqual([ID])
        expect(platform.badFrames).toEqual([])
      })
    }
  }

  it('sends where its vehicle is at that time of its clock, with the items of a recorder', async () => {
    const device = await startOnline()
    const [position] = platform.bodies('position')
    const timeS = position!.localTimeS! - HOUR_OFFSET_S
    const there = device.positionAt(timeS * 1000)
    expect(position).toMatchObject({ latE6: there.latE6, lngE6: there.lngE6, headingDeg: there.headingDeg })
    expect(position!.speedDkmh).toBe(Math.round(there.speedKmh * 10))
    expect(Math.abs(timeS - Date.now() / 1000)).toBeLessThan(60)
    const items = commonItems(position!)
    expect(items.odometerDkm).toBe(Math.floor(there.odometerM / 100))
    expect(items.satellites).toBeGreaterThanOrEqual(8)
    expect(items.voltageDecivolt).toBeGreaterThan(240)
    expect(items.fuelDl).toBeGreaterThan(0)
  })

  it('authenticates without registering again after the link was lost', async () => {
    const device = await startOnline()
    platform.hangUp()
    await platform.until('it authenticated a second time', () => platform.bodies('authentication').length === 2)
    expect(platform.bodies('registration')).toHaveLength(1)
    expect(device.counters).toMatchObject({ connects: 2, disconnects: 1 })
  })

  it('registers again when its code is refused', async () => {
    await start()
    platform.moods.authenticationResult = 1
    await platform.until('it was refused', () => platform.bodies('authentication').length === 1)
    platform.moods.authenticationResult = 0
    await platform.until('it registered again', () => platform.bodies('registration').length === 2)
    await platform.until('it is online', () => platform.bodies('position').length > 0)
  })

  it('keeps points while offline and sends them as a stored batch, each exactly once', async () => {
    const device = await startOnline({ intervalS: 1 })
    device.reports.storeAcknowledged = true
    await platform.until('the first is acknowledged', () => device.reports.waiting === 0)
    device.setFault('cutLink', true)
    await platform.until('three points wait', () => device.reports.waiting >= 3)
    device.setFault('cutLink', false)
    await platform.until('the batch came', () => platform.bodies('positionBatch').length > 0)
    await platform.until('nothing waits', () => device.reports.waiting === 0)
    const [batch] = platform.bodies('positionBatch')
    expect(batch!.kind).toBe(1)
    expect(batch!.entries.length).toBeGreaterThanOrEqual(2)
    const times = [
      ...platform.bodies('position').map((position) => position.localTimeS),
      ...platform.bodies('positionBatch').flatMap(({ entries }) => entries.map((entry) => entry.position.localTimeS)),
    ]
    expect(new Set(times).size).toBe(times.length)
    for (const timeS of device.reports.acknowledgedTimesS) expect(times).toContain(timeS + HOUR_OFFSET_S)
  })

  it('sends a point again with its serial until it is answered, and reconnects when it never is', async () => {
    const device = await startOnline({ intervalS: 2, clock: systemClock })
    const parameters = [
      { id: ParameterId.tcpAnswerS, value: dword(1) },
      { id: ParameterId.tcpRetries, value: dword(1) },
    ]
    platform.send(ID, { name: 'parameterSetting', body: { parameters } })
    await platform.until('the setting was answered', () => platform.results(0x8103).length === 1)
    platform.moods.unanswered.add(0x0200)
    await platform.until('it connected again', () => platform.connections === 2)
    platform.moods.unanswered.clear()
    const serials = platform.received.flatMap(({ header, message }) =>
      message.name === 'position' ? [header.serial] : [],
    )
    expect(serials.length).toBeGreaterThan(new Set(serials).size)
    await platform.until(
      'all is acknowledged',
      () => platform.bodies('positionBatch').length > 0 && device.reports.waiting === 0,
    )
  })

  it('sends a heartbeat when it has nothing else to say', async () => {
    await startOnline({ intervalS: 1000 })
    const parameters = [{ id: ParameterId.heartbeatS, value: dword(1) }]
    platform.send(ID, { name: 'parameterSetting', body: { parameters } })
    await platform.until('two heartbeats came', () => platform.bodies('heartbeat').length >= 2)
  })

  it('stores parameters, reports all and some, and reports at the interval it was given', async () => {
    const device = await startOnline({ intervalS: 1000 })
    const parameters = [
      { id: ParameterId.intervalS, value: dword(1) },
      { id: 0xf123, value: Uint8Array.of(1, 2, 3) },
    ]
    platform.send(ID, { name: 'parameterSetting', body: { parameters } })
    const all = platform.send(ID, { name: 'parametersRequest', body: {} })
    const some = platform.send(ID, {
      name: 'someParametersRequest',
      body: { ids: [0xf123, ParameterId.plate, 0x9999] },
    })
    await platform.until('both lists came', () => platform.bodies('parameters').length === 2)
    expect(platform.results(0x8103)).toEqual([0])
    const [first, second] = platform.bodies('parameters')
    expect(first!.answeredSerial).toBe(all)
    expect(first!.parameters.map(({ id }) => id)).toEqual(
      expect.arrayContaining([0x0001, 0x0013, 0x0029, 0x0075, 0x0076, 0xf123]),
    )
    expect(second!.answeredSerial).toBe(some)
    expect(second!.parameters.map(({ id }) => id)).toEqual([ParameterId.plate, 0xf123])
    expect([...second!.parameters[1]!.value]).toEqual([1, 2, 3])
    const before = platform.bodies('position').length
    await platform.until('points come every second', () => platform.bodies('position').length >= before + 2)
    expect(device.state).toBe('online')
  })

  it('raises overspeed by its own parameter for the top speed', async () => {
    const device = await startOnline({ intervalS: 1 })
    platform.send(ID, {
      name: 'parameterSetting',
      body: { parameters: [{ id: ParameterId.topSpeedKmh, value: dword(0) }] },
    })
    // Fast enough that it moved at the whole second too, which is what a report has of its time.
    const alarmed = () =>
      platform.bodies('position').find(({ alarmBits, speedDkmh }) => (alarmBits & 2) !== 0 && speedDkmh > 100)
    const position = await platform.until('it moves and says so', alarmed, 60_000)
    expect(device.positionAt((position.localTimeS! - HOUR_OFFSET_S) * 1000).speedKmh).toBeGreaterThan(0)
  })

  it('restarts on command: answers, disconnects, and reconnects with its code', async () => {
    await startOnline()
    platform.send(ID, { name: 'terminalControl', body: { command: 4, parameters: '' } })
    await platform.until('it answered', () => platform.results(0x8105).length === 1)
    await platform.until('it came back', () => platform.connections === 2)
    await platform.until('it authenticated', () => platform.bodies('authentication').length === 2)
    expect(platform.results(0x8105)).toEqual([0])
    expect(platform.bodies('registration')).toHaveLength(1)
  })

  it('forgets its code and its parameters with the factory settings', async () => {
    await startOnline()
    platform.send(ID, { name: 'parameterSetting', body: { parameters: [{ id: 0xf0f0, value: Uint8Array.of(7) }] } })
    platform.send(ID, { name: 'terminalControl', body: { command: 5, parameters: '' } })
    await platform.until('it registered again', () => platform.bodies('registration').length === 2)
    await platform.until('it authenticated', () => platform.bodies('authentication').length === 2)
    await platform.until('it is online', () => fleet.devices[0]!.state === 'online')
    platform.send(ID, { name: 'someParametersRequest', body: { ids: [0xf0f0] } })
    await platform.until('it reported', () => platform.bodies('parameters').length === 1)
    expect(platform.bodies('parameters')[0]!.parameters).toEqual([])
  })

  it('connects to another server on command, and back on command', async () => {
    await startOnline()
    const other = await Platform.start()
    try {
      const parameters = `0;code;;;;127.0.0.1;${other.port};0;10`
      platform.send(ID, { name: 'terminalControl', body: { command: 2, parameters } })
      await other.until('it is at the other server', () => other.bodies('position').length > 0)
      other.send(ID, { name: 'terminalControl', body: { command: 2, parameters: '1' } })
      await platform.until('it is back', () => platform.bodies('authentication').length === 2)
    } finally {
      await other.close()
    }
  })

  it('answers a setting of another server, leaves for it, and stays where nothing changes', async () => {
    await startOnline()
    const other = await Platform.start()
    try {
      const set = (port: number) =>
        platform.send(ID, {
          name: 'parameterSetting',
          body: {
            parameters: [
              { id: ParameterId.serverAddress, value: Buffer.from('127.0.0.1') },
              { id: ParameterId.tcpPort, value: dword(port) },
            ],
          },
        })
      set(platform.port)
      await platform.until('it answered', () => platform.results(0x8103).length === 1)
      set(other.port)
      await other.until('it is at the other server', () => other.bodies('position').length > 0)
      expect(platform.results(0x8103)).toEqual([0, 0])
      expect(platform.connections).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('stays where it is when the server that is set does not accept connections', async () => {
    await startOnline()
    const gone = await Platform.start()
    const { port } = gone
    await gone.close()
    const parameters = [{ id: ParameterId.tcpPort, value: dword(port) }]
    platform.send(ID, { name: 'parameterSetting', body: { parameters } })
    await platform.until('it answered', () => platform.results(0x8103).length === 1)
    const reports = platform.bodies('position').length
    await platform.until('it still reports', () => platform.bodies('position').length > reports + 1)
    expect(platform.connections).toBe(1)
  })

  it('says what it is, where it is and who drives', async () => {
    const device = await startOnline()
    platform.send(ID, { name: 'attributesRequest', body: {} })
    const where = platform.send(ID, { name: 'positionRequest', body: {} })
    platform.send(ID, { name: 'driverIdentityRequest', body: {} })
    await platform.until('all came', () => platform.bodies('driverIdentity').length === 2)
    expect(platform.bodies('attributes')[0]).toMatchObject({ model: 'FG-MDVR4', iccid: device.identity.iccid })
    expect(platform.bodies('positionAnswer')[0]!.answeredSerial).toBe(where)
    expect(platform.bodies('driverIdentity')[1]).toMatchObject({ card: { driverName: device.identity.driver.name } })
  })

  it('follows more often for a while when tracked', async () => {
    await startOnline({ intervalS: 1000 })
    platform.send(ID, { name: 'tracking', body: { intervalS: 1, validityS: 60 } })
    await platform.until('three points came', () => platform.bodies('position').length >= 3)
    expect(platform.results(0x8202)).toEqual([0])
  })

  it('shows a text, locks its doors and reports it in its status', async () => {
    const device = await startOnline({ generation: '2019' })
    platform.send(ID, { name: 'textMessage', body: { flags: 4, type: 1, text: '请回公司 ok' } })
    platform.send(ID, { name: 'vehicleControl', body: { controls: [{ id: 1, value: 1 }] } })
    const answer = await platform.until('it answered', () => platform.bodies('vehicleControlAnswer')[0])
    expect(device.lastText).toBe('请回公司 ok')
    expect(answer.position.statusBits & (1 << 12)).not.toBe(0)
  })

  it('holds the emergency alarm until a position with it was answered', async () => {
    const device = await startOnline()
    device.setFault('emergency', true)
    await platform.until('the alarm came', () => platform.bodies('position').some(({ alarmBits }) => alarmBits & 1))
    await platform.until('it was cleared', () => !device.faults.emergency)
    const after = platform.bodies('position').length
    await platform.until('points come without it', () =>
      platform
        .bodies('position')
        .slice(after + 10)
        .some(({ alarmBits }) => (alarmBits & 1) === 0),
    )
  })

  it('answers what it cannot do with "not supported"', async () => {
    await startOnline()
    platform.send(ID, { name: 'phoneBook', body: { action: 0, contacts: [] } } as never)
    platform.send(ID, { name: 'unknown', messageId: 0x8f00, body: { raw: Uint8Array.of(1) } })
    await platform.until('both were answered', () => platform.results(0x8f00).length === 1)
    expect(platform.results(0x8f00)).toEqual([3])
  })

  it('takes pictures, reports their numbers, and sends packets again that went missing', async () => {
    await startOnline()
    const shot = {
      channel: 1,
      command: 2,
      intervalS: 1,
      keep: 0,
      size: 1,
      quality: 5,
      brightness: 0,
      contrast: 0,
      saturation: 0,
      chroma: 0,
    }
    const serial = platform.send(ID, { name: 'shot', body: shot })
    const result = await platform.until('the result came', () => platform.bodies('shotResult')[0])
    expect(result).toEqual({ answeredSerial: serial, result: 0, mediaIds: [1, 2] })
    const pictures = platform.bodies('mediaData')
    expect(pictures).toHaveLength(2)
    const jpeg = pictures[0]!.data
    expect([jpeg[0], jpeg[1], jpeg.at(-2), jpeg.at(-1)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
    platform.send(ID, {
      name: 'mediaAnswer',
      body: { mediaId: 1, packetNumbers: Array.from({ length: 40 }, (_, at) => at + 1) },
    })
    await platform.until('the first picture came again', () => platform.bodies('mediaData').length === 3)
    expect(platform.bodies('mediaData')[2]!.data).toEqual(jpeg)
    platform.send(ID, { name: 'shot', body: { ...shot, channel: 9 } })
    await platform.until('it refused', () => platform.bodies('shotResult').length === 2)
    expect(platform.bodies('shotResult')[1]!.result).toBe(2)
  })

  it('sends each packet of a long message again when 0x8003 asks', async () => {
    await startOnline()
    const shot = {
      channel: 2,
      command: 1,
      intervalS: 0,
      keep: 0,
      size: 1,
      quality: 5,
      brightness: 0,
      contrast: 0,
      saturation: 0,
      chroma: 0,
    }
    platform.send(ID, { name: 'shot', body: shot })
    await platform.until('the picture came', () => platform.bodies('mediaData').length === 1)
    const { serial, packet } = platform.received.find(({ message }) => message.name === 'mediaData')!.header
    const packetNumbers = Array.from({ length: packet!.total }, (_, at) => at + 1)
    platform.send(ID, { name: 'terminalPacketRequest', body: { firstSerial: serial, packetNumbers } })
    await platform.until('it came again', () => platform.bodies('mediaData').length === 2)
  })
})
