import { healthItem, type Position, type PositionItem, timeBytes } from '@fleetglass/jt808'
import { describe, expect, it } from 'vitest'
import type { RegisteredDevice } from '../../../services/directory/index.ts'
import { takeIn } from './position-intake.ts'

const NOW_S = 1_790_000_000
const OFFSET_MINUTES = 480
const device = { key: 7, utcOffsetMinutes: OFFSET_MINUTES } as RegisteredDevice

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
const u32 = (value: number) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const localS = (timeS: number) => timeS + OFFSET_MINUTES * 60

const position = (over: Partial<Position> = {}): Position => ({
  alarmBits: 0,
  statusBits: 0b11,
  latE6: 24_078_611,
  lngE6: 120_528_522,
  altitudeM: 33,
  speedDkmh: 456,
  headingDeg: 91,
  localTimeS: localS(NOW_S - 5),
  timeBytes: timeBytes(localS(NOW_S - 5)),
  items: [],
  ...over,
})
const take = (over: Partial<Position> = {}) => takeIn(position(over), device, NOW_S)
const reported = (...items: PositionItem[]) => take({ items }).report

describe('a position on the wire', () => {
  it('becomes a point of the track with every value, in its own units and its own time', () => {
    const items = [
      { id: 0x01, value: u32(123_456) },
      { id: 0x30, value: Uint8Array.of(20) },
      { id: 0x31, value: Uint8Array.of(11) },
    ]
    expect(take({ items, alarmBits: 5 })).toEqual({
      timeS: NOW_S - 5,
      point: {
        deviceKey: 7,
        timeS: NOW_S - 5,
        latE6: 24_078_611,
        lngE6: 120_528_522,
        speedDkmh: 456,
        headingDeg: 91,
        altitudeM: 33,
        satellites: 11,
        signal: 20,
        alarmBits: 5,
        statusBits: 0b11,
        odometerM: 12_345_600,
      },
      report: {
        accOn: true,
        satellites: 11,
        signalPercent: 65,
        health: 'OK',
        hasCameraFault: false,
        clockOffsetS: -5,
        fix: { timeS: NOW_S - 5, latE6: 24_078_611, lngE6: 120_528_522, speedKmh: 45.6, headingDeg: 91 },
      },
    })
  })

  it.each([
    [0, 0],
    [1, 3],
    [31, 100],
    [32, 32],
    [100, 100],
    [99, null],
    [101, null],
  ])('reports the radio signal %i as %s percent', (sent, percent) => {
    expect(reported({ id: 0x30, value: Uint8Array.of(sent) }).signalPercent).toBe(percent)
  })

  it('reports only what was sent, so that nothing known is lost', () => {
    expect(Object.keys(reported()).sort()).toEqual(['accOn', 'clockOffsetS', 'fix', 'hasCameraFault', 'health'])
  })

  it('reports how far the clock of the device is ahead, also a clock that is not believed, but not of what was stored', () => {
    const localTimeS = NOW_S + device.utcOffsetMinutes * 60 + 3600
    expect(take({ localTimeS })).toMatchObject({ report: { clockOffsetS: 3600 }, timeS: NOW_S })
    expect(takeIn(position({ localTimeS }), device, NOW_S, true).report).not.toHaveProperty('clockOffsetS')
  })

  it('reports a faulty camera by its alarm bit', () => {
    expect(take({ alarmBits: 1 << 11 }).report.hasCameraFault).toBe(true)
    expect(take({ alarmBits: 1 << 10 }).report.hasCameraFault).toBe(false)
  })

  it('reports the channels without picture, and when that was', () => {
    expect(reported({ id: 0x15, value: u32(0b101) }).videoLoss).toEqual({ channelBits: 0b101, atS: NOW_S })
  })

  it('reports voltage, battery and temperatures; a sensor that does not answer is left out', () => {
    const report = reported(
      { id: 0x61, value: u16(1264) },
      { id: 0x06, value: Uint8Array.of(73) },
      { id: 0x51, value: Uint8Array.of(...u16(253), ...u16(0xffff), ...u16(0x8000 | 105)) },
    )
    expect(report).toMatchObject({
      voltageDecivolt: 126,
      voltagePercent: 73,
      temperaturesDecidegree: [253, -105],
    })
  })

  it.each([
    ['that is off', 0b10, false],
    ['that is on', 0b11, true],
  ])('reports an engine %s', (_, statusBits, accOn) => {
    expect(take({ statusBits }).report.accOn).toBe(accOn)
  })

  it.each([
    ['is not located', { statusBits: 0b01 }],
    ['is no place on the globe', { latE6: 91_000_000 }],
  ])('that %s has no point and no place, and still reports the rest', (_, over) => {
    const { point, report, timeS } = take(over)
    expect([point, report.fix, timeS]).toEqual([null, undefined, NOW_S - 5])
    expect(report).toMatchObject({ accOn: true, health: 'OK' })
  })

  it.each([
    ['before 2010', 1_262_303_999],
    ['more than ten minutes ahead', NOW_S + 601],
  ])('of a clock that is %s is kept at its arrival, marked, and does not move the vehicle', (_, saidS) => {
    const { point, report, timeS } = take({ localTimeS: localS(saidS) })
    expect([timeS, point?.timeS, point?.saidS, report.fix]).toEqual([NOW_S, NOW_S, saidS, undefined])
    expect(point?.statusBits).toBeGreaterThanOrEqual(2 ** 31)
  })

  it.each([
    ['the first second of 2010', 1_262_304_000],
    ['ten minutes ahead', NOW_S + 600],
  ])('of a clock at %s is believed', (_, saidS) => {
    const { point, timeS } = take({ localTimeS: localS(saidS), statusBits: 0x8000_0003 })
    expect([timeS, point?.timeS, point?.saidS, point?.statusBits]).toEqual([saidS, saidS, undefined, 0b11])
  })

  it('without a time is kept at its arrival and says nothing of a clock', () => {
    const { point, report } = take({ localTimeS: null })
    expect([point?.timeS, point?.saidS, report.fix]).toEqual([NOW_S, undefined, undefined])
  })
})

describe('health', () => {
  const own = (percent: number | null, cards: readonly [number, number]) => healthItem({ percent, cards })

  it('[ENT-018] is the percent that the device reports', () => {
    expect(reported(own(87, [-2, -2])).health).toBe('87%')
    expect(reported(own(null, [-2, -2])).health).toBe('OK')
  })

  it('[ENT-018] is what the device reports as faulty, which the standard has for every maker', () => {
    const faults = [4, 5, 6, 9, 10, 11, 12, 24].map((bit) => take({ alarmBits: 2 ** bit }).report.health)
    expect(faults).toEqual([
      ...['Fault: GNSS', 'Fault: GNSS antenna', 'Fault: GNSS antenna', 'Fault: display', 'Fault: TTS'],
      ...['Fault: camera', 'Fault: card reader', 'Fault: speed sensor'],
    ])
    expect(take({ alarmBits: 2 ** 11 + 2 ** 4, items: [own(87, [-2, -2])] }).report.health).toBe('Fault: GNSS, camera')
    // What says nothing of the device's parts.
    for (const bit of [0, 1, 2, 3, 7, 8, 13, 14, 29, 30, 31]) {
      expect(take({ alarmBits: 2 ** bit }).report.health).toBe('OK')
    }
  })

  it('[ENT-021] [ENT-026] of the cards is that of the device, by slot; without a card it is -1', () => {
    expect(reported(own(87, [64, -1])).smart).toEqual([64, -1])
    expect(reported(own(87, [-2, 0])).smart).toEqual([-2, 0])
    expect(reported()).not.toHaveProperty('smart')
  })

  it('[ENT-024] [ENT-025] of a card with a fault is 0, on every maker’s device', () => {
    const faults = (bits: number) => ({ id: 0x17, value: u16(bits) })
    expect(reported(faults(0)).smart).toEqual([-2, -2])
    expect(reported(faults(0b01)).smart).toEqual([0, -2])
    expect(reported(faults(0b10)).smart).toEqual([-2, 0])
    expect(reported(faults(0b10), own(87, [64, 55])).smart).toEqual([64, 0])
  })

  it('is not read from an item of another maker with the same id', () => {
    for (const value of [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(0x46, 0x47, 101, 1, 1), Uint8Array.of(0x46, 0x47)])
      expect(reported({ id: 0xfa, value })).toMatchObject({ health: 'OK' })
    expect(reported({ id: 0xfa, value: Uint8Array.of(0x46, 0x47, 101, 1, 1) })).not.toHaveProperty('smart')
  })
})
