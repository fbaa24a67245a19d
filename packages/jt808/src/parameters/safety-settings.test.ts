import { toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../test/byte-table.ts'
import { readSafetySettings, type SafetySettings, writeSafetySettings } from './safety-settings.ts'

const CAMERA = `
  1e        alarms from 30 km/h
  06        volume
  02        photos by distance
  0e10      every hour
  00c8      every 200 m
  03        at once
  02        0.2 s between them
  01        352x288
  03        D1
  00010fff  alarms
  00000003  events`
const camera = {
  alarmsFromKmh: 30,
  volume: 6,
  photosBy: 2,
  photoEveryS: 3600,
  photoEveryM: 200,
  photosAtOnce: 3,
  photoIntervalDs: 2,
  photoSizeCode: 1,
  videoSizeCode: 3,
  alarmBits: 0x10fff,
  eventBits: 3,
}
/** Second level from this speed on, 5 s of video, 3 photos, 0.2 s between them. */
const graded = (secondLevelKmh: number) => ({ secondLevelKmh, videoS: 5, photos: 3, photoIntervalDs: 2 })
const ADAS = `${CAMERA}
  00          reserved
  1e32050302  obstacle nearer than 3 s
  3c0533050302  5 lane changes in 60 s
  34050302    lane departure
  1b35050302  forward collision nearer than 2.7 s
  1c36050302  pedestrian
  0a37050302  headway of 1 s
  0302        road sign`
const adas = {
  ...camera,
  reserved: 0,
  obstacle: { nearerThanDs: 30, ...graded(50) },
  laneChanges: { withinS: 60, count: 5, ...graded(51) },
  laneDeparture: graded(52),
  forwardCollision: { nearerThanDs: 27, ...graded(53) },
  pedestrian: { nearerThanDs: 28, ...graded(54) },
  headway: { nearerThanDs: 10, ...graded(55) },
  roadSign: { photos: 3, photoIntervalDs: 2 },
}
const DSM = `${CAMERA}
  00b4      smoking within 180 s
  0078      phone within 120 s
  000000    reserved
  32050302  fatigue
  33050302  phone
  34050302  smoking`
const dsm = {
  ...camera,
  smokingWithinS: 180,
  phoneWithinS: 120,
  reserved: new Uint8Array(3),
  fatigue: graded(50),
  phone: graded(51),
  smoking: graded(52),
}
const NOTHING = new Uint8Array(0)

/** Parameters as bytes and as values, in both directions. */
const SETTINGS: readonly { readonly id: number; readonly bytes: string; readonly value: SafetySettings }[] = [
  {
    id: 0xf364,
    bytes: `${ADAS}
      00000000  reserved`,
    value: { name: 'adasSettings', value: { ...adas, rest: new Uint8Array(4) } },
  },
  {
    id: 0xf364,
    bytes: `${ADAS}
      38050302  solid line
      39050302  aisle
      00000000  reserved`,
    value: {
      name: 'adasSettings',
      value: { ...adas, guangdong: { solidLine: graded(56), fullAisle: graded(57) }, rest: new Uint8Array(4) },
    },
  },
  {
    id: 0xf365,
    bytes: `${DSM}
      350302  distraction, without video
      050302  abnormal driving
      01      the driver is identified by time
      0000    reserved`,
    value: {
      name: 'dsmSettings',
      value: {
        form: 'short',
        ...dsm,
        distraction: { secondLevelKmh: 53, photos: 3, photoIntervalDs: 2 },
        abnormal: { videoS: 5, photos: 3, photoIntervalDs: 2 },
        identifyBy: 1,
        rest: new Uint8Array(2),
      },
    },
  },
  {
    id: 0xf365,
    bytes: `${DSM}
      35050302  distraction
      36050302  abnormal driving
      01        the driver is identified by time
      37        camera covered
      38050302  seat belt
      39050302  sunglasses
      3a050302  hands off
      3b050302  playing with the phone
      0000      reserved`,
    value: {
      name: 'dsmSettings',
      value: {
        form: 'long',
        ...dsm,
        distraction: graded(53),
        abnormal: graded(54),
        identifyBy: 1,
        coveredSecondLevelKmh: 55,
        seatBelt: graded(56),
        sunglasses: graded(57),
        handsOff: graded(58),
        playing: graded(59),
        rest: new Uint8Array(2),
      },
    },
  },
  {
    id: 0xf366,
    bytes: `
      3139352f363552313539314e  195/65R1591N
      0003          psi
      008c          140
      0014          uneven by 20 %
      0005          leaks 5 %
      006e          low below 110
      00bd          high above 189
      0050          hot above 80 degrees
      000a          battery low below 10 %
      003c          every minute
      000000000000  reserved`,
    value: {
      name: 'tpmsSettings',
      value: {
        tyreType: '195/65R1591N',
        pressureUnit: 3,
        pressure: 140,
        unevenPercent: 20,
        slowLeakPercent: 5,
        lowPressure: 110,
        highPressure: 189,
        highTemperatureC: 80,
        batteryPercent: 10,
        reportEveryS: 60,
        rest: new Uint8Array(6),
      },
    },
  },
  {
    id: 0xf367,
    bytes: `
      02  behind
      03  beside`,
    value: { name: 'bsdSettings', value: { behindS: 2, besideBehindS: 3, rest: NOTHING } },
  },
]

describe('settings of active safety', () => {
  it.each(SETTINGS)('$value.name is the bytes of its table and back', ({ id, bytes, value }) => {
    const given = { id, value: bytesOf({ bytes }) }
    expect(readSafetySettings(given)).toEqual({ ok: true, value })
    expect(writeSafetySettings(value)).toEqual(given)
  })

  it('other parameters are none, and what is too short says where it ends', () => {
    expect(readSafetySettings({ id: 0xf370, value: Uint8Array.of(1) })).toBeNull()
    expect(readSafetySettings({ id: 0xf367, value: Uint8Array.of(1) })).toMatchObject({ ok: false, offset: 1 })
  })

  it('bytes of any length give settings that are written back to them, or a reason', () => {
    const parameter = fc.record({
      id: fc.integer({ min: 0xf364, max: 0xf367 }),
      value: fc.uint8Array({ maxLength: 90 }),
    })
    fc.assert(
      fc.property(parameter, (given) => {
        const read = readSafetySettings(given)!
        if (read.ok) expect(toHex(writeSafetySettings(read.value).value)).toBe(toHex(given.value))
      }),
      { numRuns: 1000 },
    )
  })
})
