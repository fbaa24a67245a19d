import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DeviceRow,
  decodeDeleteRecordings,
  decodeFollowRows,
  decodePushPart,
  decodeRange,
  decodeRecordingCoverage,
  deviceSchema,
  encodeDeleteRecordings,
  encodeFollowRows,
  encodePushState,
  extraInfosSchema,
  readRecordingCoverage,
  toDevice,
  writeRecordedMinutes,
} from './index.ts'

const row: DeviceRow = {
  deviceId: 'van-1',
  driver: 'Lin',
  memo: 'blue van',
  enabledChannels: [true, true, false, true],
  online: true,
  statusTimeS: 1_767_600_000,
  registered: true,
  recording: true,
  timeZoneHours: 5.5,
  gps: { timeS: 1_767_599_990, latDeg: -24.0786, lngDeg: 120.528512, speedKmh: 42.3, headingDeg: 271 },
  voltageDecivolt: 241,
  voltagePercent: 87,
  signalPercent: 64,
  satellites: 11,
  health: 'ok',
  smart: [98, -1],
  mapLocation: { latDeg: 1.5, lngDeg: -2.25 },
  icon: 3,
  temperaturesDecidegree: [215, -35],
  accOn: true,
  driverLicence: 'D-1',
}
const bare: DeviceRow = {
  ...row,
  online: false,
  registered: false,
  recording: false,
  statusTimeS: null,
  timeZoneHours: null,
  gps: null,
  voltageDecivolt: null,
  voltagePercent: null,
  signalPercent: null,
  satellites: null,
  mapLocation: null,
  smart: [-2, -2],
  temperaturesDecidegree: [],
  accOn: null,
  enabledChannels: [],
}
const named = { plate: 'KAA 123', extid: 'X-7' }

describe('a device as a JSON answer', () => {
  it('[ENT-001] [ENT-003] [ENT-004] [ENT-005] is named by its id, memo, plate and external id', () => {
    expect(toDevice(row, named)).toMatchObject({
      deviceid: 'van-1',
      vehicleid: 'blue van',
      plate: 'KAA 123',
      extid: 'X-7',
    })
  })

  it('[ENT-002] [ENT-006] has the name of its driver and the licence', () => {
    expect(toDevice(row, named)).toMatchObject({ drivername: 'Lin', driverlicense: 'D-1' })
  })

  it('[ENT-007] [ENT-009] [ENT-010] has a channel for each character of its mask', () => {
    expect(toDevice(row, named)).toMatchObject({ chmask: '1101', chn_count: 4 })
    expect(toDevice(bare, named).chn_count).toBe(0)
  })

  it('[ENT-011] [ENT-012] [ENT-013] [ENT-014] has status 1 while online and 0 while offline, and the seconds of its last sign of life', () => {
    expect(toDevice(row, named)).toMatchObject({ status: 1, status_time: 1_767_600_000 })
    expect(toDevice(bare, named)).toMatchObject({ status: 0, status_time: null })
  })

  it('[ENT-015] [ENT-016] [VCP-085] has volts, a tenth of the number in the row, and percent', () => {
    expect(toDevice(row, named)).toMatchObject({ voltage: 24.1, voltpct: 87 })
    expect(toDevice(bare, named)).toMatchObject({ voltage: null, voltpct: null })
  })

  it('[ENT-017] [ENT-020] [VCP-092] has degrees, a tenth of the numbers in the row: a list, and its first', () => {
    expect(toDevice(row, named)).toMatchObject({ temperature: 21.5, loopdata: [21.5, -3.5] })
    expect(toDevice(bare, named)).toMatchObject({ temperature: null, loopdata: [] })
  })

  it('[ENT-018] [ENT-019] has its health, and 1 or 0 for the ignition', () => {
    expect(toDevice(row, named)).toMatchObject({ health: 'ok', acc_on: 1 })
    expect(toDevice({ ...row, health: 'disk', accOn: false }, named)).toMatchObject({ health: 'disk', acc_on: 0 })
    expect(toDevice(bare, named).acc_on).toBeNull()
  })

  it('[ENT-021] [ENT-023] [ENT-026] has the health of both cards in their order; -1 stays -1, unknown is -2', () => {
    expect(toDevice(row, named)).toMatchObject({ smart1: 98, smart2: -1 })
    expect(toDevice({ ...row, smart: [-1, 97] }, named)).toMatchObject({ smart1: -1, smart2: 97 })
    expect(toDevice(bare, named)).toMatchObject({ smart1: -2, smart2: -2 })
  })

  it('[ENT-027] [ENT-028] has its registration as true or false, and recording as 1 or 0', () => {
    expect(toDevice(row, named)).toMatchObject({ registed: true, recording: 1 })
    expect(toDevice(bare, named)).toMatchObject({ registed: false, recording: 0 })
  })

  it('[ENT-029] [ENT-030] [ENT-031] [ENT-032] has the hours of its zone, signal, satellites and icon', () => {
    expect(toDevice(row, named)).toMatchObject({ timezone: 5.5, signal: 64, satellites: 11, icon: 3 })
    expect(toDevice(bare, named)).toMatchObject({ timezone: null, signal: null, satellites: null })
  })

  it('[ENT-033] [ENT-034] [ENT-035] has its position with the time, null without a fix, and the place set by hand', () => {
    expect(toDevice(row, named)).toMatchObject({
      gps_info: {
        time: 1_767_599_990,
        data: { lat: -24.0786, lng: 120.528512, speedInKmh: 42.3, trackingAngle: 271 },
      },
      maplocation: { lat: 1.5, lng: -2.25 },
    })
    expect(toDevice(bare, named)).toMatchObject({ gps_info: null, maplocation: null })
  })

  it('is what its schema says, known or not', () => {
    for (const one of [row, bare])
      expect(deviceSchema.strict().parse(toDevice(one, named))).toEqual(toDevice(one, named))
  })
})

describe('the extra information of a device', () => {
  const info = { icon: 1, chsort: [2, 1], chnames: ['Road'], plate: 'KAA', talkch: 1, extid: 'X' }
  const fields: readonly (readonly [string, readonly (keyof typeof info)[], readonly unknown[]])[] = [
    ['[ENT-036] [ENT-039] [ENT-041] has the icon, the plate and the external id', ['icon', 'plate', 'extid'], [null]],
    [
      '[ENT-037] [ENT-038] has the order of the channels and their names as lists',
      ['chsort', 'chnames'],
      [null, '1,2'],
    ],
    ['[ENT-040] has the channel of talks', ['talkch'], [null, 'x']],
  ]
  it.each(fields)('%s', (_, names, wrong) => {
    expect(extraInfosSchema.parse({ van: info })).toEqual({ van: info })
    for (const name of names) {
      const { [name]: _value, ...rest } = info
      expect(extraInfosSchema.safeParse({ van: rest }).success, `without ${name}`).toBe(false)
      for (const value of wrong) {
        expect(extraInfosSchema.safeParse({ van: { ...info, [name]: value } }).success, `${name} ${value}`).toBe(false)
      }
    }
  })
})

describe('messages about devices', () => {
  it('following rows is begun and ended, and nothing else', () => {
    for (const follow of [true, false]) expect(decodeFollowRows(encodeFollowRows(follow))).toBe(follow)
    for (const F of ['', '2', 'x']) expect(decodeFollowRows({ F })).toBeNull()
    expect(decodeFollowRows({})).toBeNull()
  })

  it('a pushed part is rows with the version, a sign of life, the end, or a refusal', () => {
    const reply = (fields: Record<string, string>) => ({ code: 'Q14', fields })
    const well = { version: 7, recordingFault: null, ports: null, eventProfiles: null }
    expect(decodePushPart(reply({ R: '1', V: '7' }), 'a\nb')).toEqual({ kind: 'rows', rows: ['a', 'b'], ...well })
    expect(decodePushPart(reply({ R: '1', V: '7' }), '')).toEqual({ kind: 'rows', rows: [], ...well })
    expect(decodePushPart(reply({ R: '1' }), 'fin')).toEqual({ kind: 'end' })
    expect(decodePushPart(reply({ R: '0' }), '')).toBeNull()
  })

  it('[M5] a pushed part says why nothing is recorded, and nothing while all is well', () => {
    for (const recordingFault of ['full', 'failing', null] as const) {
      const fields = { R: '1', ...encodePushState({ version: 7, recordingFault, ports: null, eventProfiles: null }) }
      expect(decodePushPart({ code: 'Q14', fields }, '')).toMatchObject({ version: 7, recordingFault })
    }
    expect(encodePushState({ version: 7, recordingFault: null, ports: null, eventProfiles: null })).toEqual({ V: '7' })
    const unknown = { R: '1', V: '7', D: 'stolen' }
    expect(decodePushPart({ code: 'Q14', fields: unknown }, '')).toMatchObject({ recordingFault: null })
  })

  it('a pushed part says where the server is reached', () => {
    const ports = { main: 24_680, streams: 8900 }
    const fields = { R: '1', ...encodePushState({ version: 7, recordingFault: null, ports, eventProfiles: null }) }
    expect(fields).toMatchObject({ B: '24680', E: '8900' })
    expect(decodePushPart({ code: 'Q14', fields }, '')).toMatchObject({ ports })
    for (const B of ['', '0', 'x', '123456'])
      expect(decodePushPart({ code: 'Q14', fields: { ...fields, B } }, '')).toMatchObject({ ports: null })
  })

  it('[PROF-13] a pushed part has the revision of the event profiles, so that names on open pages are read again', () => {
    const state = { version: 7, recordingFault: null, ports: null, eventProfiles: 12 }
    const fields = { R: '1', ...encodePushState(state) }
    expect(decodePushPart({ code: 'Q14', fields }, '')).toMatchObject({ eventProfiles: 12 })
    for (const P of ['', 'x', '-1', '1e3']) {
      expect(decodePushPart({ code: 'Q14', fields: { ...fields, P } }, '')).toMatchObject({ eventProfiles: null })
    }
  })

  it('[VCP-066] shares of a day travel as minutes in hex', () => {
    const written = writeRecordedMinutes(
      new Map([
        ['van', 720],
        ['bus', 0],
        ['car', 1440],
      ]),
    )
    expect(written).toBe('*:2d0\nvan:2d0\nbus:0\ncar:5a0')
    expect(readRecordingCoverage(written)).toEqual({
      average: 0.5,
      byDevice: new Map([
        ['van', 0.5],
        ['bus', 0],
        ['car', 1],
      ]),
    })
    expect(readRecordingCoverage(writeRecordedMinutes(new Map()))).toEqual({ average: 0, byDevice: new Map() })
    for (const wrong of ['', 'van:1', '*:x', '*:1\nvan', '*:12345']) expect(readRecordingCoverage(wrong)).toBeNull()
  })

  it('[VCP-116] half of a range, or one that is upside down, never becomes everything', () => {
    expect(decodeDeleteRecordings({ A: 'van' })).toEqual({ deviceId: 'van', range: null })
    const range = { startS: 5, endS: 9 }
    expect(decodeDeleteRecordings(encodeDeleteRecordings('van', range))).toEqual({ deviceId: 'van', range })
    expect(decodeDeleteRecordings(encodeDeleteRecordings('van'))).toEqual({ deviceId: 'van', range: null })
    for (const wrong of [{ B: '5' }, { E: '9' }, { B: '9', E: '5' }, { B: 'x', E: '9' }, { B: '-1', E: '9' }]) {
      expect(decodeDeleteRecordings({ A: 'van', ...wrong })).toBeNull()
    }
  })

  it('any fields and payloads are read without a throw', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('A', 'B', 'E', 'F', 'K', 'C'), fc.string()),
        fc.string(),
        (fields, text) => {
          decodeFollowRows(fields)
          decodeRange(fields)
          decodeRecordingCoverage(fields)
          readRecordingCoverage(text)
          const asked = decodeDeleteRecordings(fields)
          if (asked?.range === null) expect([fields.B ?? '', fields.E ?? '']).toEqual(['', ''])
        },
      ),
    )
  })
})
