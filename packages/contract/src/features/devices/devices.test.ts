import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelName,
  type DeviceRow,
  decodeListPart,
  decodeRegister,
  decodeRow,
  deviceIdSchema,
  encodeRegister,
  encodeRow,
  orderedChannels,
  parseFlags,
} from './index.ts'

const full: DeviceRow = {
  deviceId: 'van-1',
  driver: 'Lin\tA',
  memo: 'blue \\ van\r\n2',
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

const columns = [
  'van-1', // VCP-074 device id
  'Lin\\tA', // VCP-075 driver
  'blue \\\\ van\\r\\n2', // VCP-076 vehicle
  '1101', // VCP-077 chmask
  '1', // VCP-078 status
  '1767600000', // VCP-079 status time
  '1', // VCP-080 registration
  '1', // VCP-081 recording
  '5.5', // VCP-082 timezone
  '1767599990,-24.0786,120.528512,42.3,271', // VCP-083 gps
  '241', // VCP-084 voltage
  '64', // VCP-086 signal
  '11', // VCP-086 satellites
  'ok', // VCP-087 health
  '98', // VCP-088 smart1
  '-1', // VCP-088 smart2
  '1.5,-2.25', // VCP-089 map location
  '3', // VCP-090 icon
  '{"TEMP":[215,-35],"ACC":1,"VPCT":87,"DL":"D-1"}', // VCP-091 VCP-095 JSON
]

const unknown: DeviceRow = {
  deviceId: 'x',
  driver: '',
  memo: '',
  enabledChannels: [],
  online: false,
  statusTimeS: null,
  registered: false,
  recording: false,
  timeZoneHours: null,
  gps: null,
  voltageDecivolt: null,
  voltagePercent: null,
  signalPercent: null,
  satellites: null,
  health: '',
  smart: [-2, -2],
  mapLocation: null,
  icon: 0,
  temperaturesDecidegree: [],
  accOn: null,
  driverLicence: '',
}

describe('rows of the list', () => {
  it('[VCP-093] a row is its nineteen columns, separated by tabs', () => {
    expect(encodeRow(full)).toBe(columns.join('\t'))
    expect(decodeRow(columns.join('\t'))).toEqual({ ok: true, value: full })
  })

  const places: readonly (readonly [string, readonly (readonly [number, Partial<DeviceRow>])[]])[] = [
    [
      '[VCP-074] [VCP-075] [VCP-076] [VCP-077] id, driver, vehicle and channel mask are the first four columns',
      [
        [0, { deviceId: 'van-2' }],
        [1, { driver: 'Ada' }],
        [2, { memo: 'red van' }],
        [3, { enabledChannels: [false, true, true, false] }],
      ],
    ],
    [
      '[VCP-078] [VCP-079] [VCP-080] [VCP-081] state, its time, registration and recording are the next four columns',
      [
        [4, { online: false }],
        [5, { statusTimeS: 1_767_600_077 }],
        [6, { registered: false }],
        [7, { recording: false }],
      ],
    ],
    [
      '[VCP-082] [VCP-083] [VCP-084] [VCP-094] zone, position and tenths of a volt are the columns after these',
      [
        [8, { timeZoneHours: -3.5 }],
        [9, { gps: { timeS: 1_767_599_999, latDeg: 1.5, lngDeg: -2.25, speedKmh: 7.5, headingDeg: 12 } }],
        [9, { gps: null }],
        [10, { voltageDecivolt: 137 }],
      ],
    ],
    [
      '[VCP-086] [VCP-087] [VCP-088] signal, satellites, health and both cards have a column each',
      [
        [11, { signalPercent: 31 }],
        [12, { satellites: 4 }],
        [13, { health: 'disk' }],
        [14, { smart: [55, -1] }],
        [15, { smart: [98, 66] }],
      ],
    ],
    [
      '[VCP-089] [VCP-090] [VCP-091] [VCP-095] the place set by hand, the icon and the JSON of the rest are the last columns',
      [
        [16, { mapLocation: { latDeg: -7.5, lngDeg: 8.125 } }],
        [17, { icon: 12 }],
        [18, { temperaturesDecidegree: [190] }],
        [18, { accOn: false }],
        [18, { voltagePercent: 12 }],
        [18, { driverLicence: 'D-2' }],
      ],
    ],
  ]
  it.each(places)('%s', (_, changes) => {
    for (const [column, change] of changes) {
      const changed = { ...full, ...change }
      const written = encodeRow(changed).split('\t')
      const differing = written.flatMap((text, at) => (text === columns[at] ? [] : [at]))
      expect(differing, JSON.stringify(change)).toEqual([column])
      expect(decodeRow(written.join('\t'))).toEqual({ ok: true, value: changed })
    }
  })

  it('[VCP-093] [ENT-022] an unknown value is an empty column', () => {
    expect(encodeRow(unknown)).toBe('x\t\t\t\t0\t\t0\t0\t\t\t\t\t\t\t\t\t\t0\t')
    expect(decodeRow(encodeRow(unknown))).toEqual({ ok: true, value: unknown })
  })

  it('[VCP-095] 18 columns are a row, 17 are not, and a last column that cannot be read is empty', () => {
    expect(decodeRow(columns.slice(0, 18).join('\t'))).toMatchObject({ ok: true, value: { accOn: null } })
    expect(decodeRow(columns.slice(0, 17).join('\t'))).toEqual({ ok: false, reason: 'a device row has 17 columns' })
    for (const last of ['{', '[]', 'null', '{"TEMP":7,"ACC":"x"}']) {
      const read = decodeRow([...columns.slice(0, 18), last].join('\t'))
      expect(read.ok && read.value.temperaturesDecidegree).toEqual([])
    }
  })

  it('[VCP-094] a position or a place with a number that is missing or unreadable is none', () => {
    const withColumn = (column: number, text: string) => {
      const read = decodeRow(columns.with(column, text).join('\t'))
      if (!read.ok) throw new Error(read.reason)
      return read.value
    }
    for (const text of ['', '5', '5,1', ',1,2', '5,,2', '5,1,', 'x,1,2', '5,1x,2', '5,x1,2', '5,1,2x'])
      expect(withColumn(9, text).gps, text).toBeNull()
    for (const text of ['', '1', ',2', '1,', '1x,2', '1,x2']) expect(withColumn(16, text).mapLocation, text).toBeNull()
    expect(withColumn(16, '1,-2').mapLocation).toEqual({ latDeg: 1, lngDeg: -2 })
  })

  it('[VCP-095] what is no number among the temperatures is left out', () => {
    const read = decodeRow(columns.with(18, '{"TEMP":[215,"x",null,-35]}').join('\t'))
    expect(read.ok && read.value.temperaturesDecidegree).toEqual([215, -35])
  })

  it('[VCP-093] any text is a row or a reason, and texts come back as they were', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, (driver, health) => {
        const read = decodeRow(encodeRow({ ...full, driver, health }))
        expect(read.ok && [read.value.driver, read.value.health]).toEqual([driver, health])
        decodeRow(driver)
      }),
      { numRuns: 500 },
    )
  })
})

describe('messages', () => {
  it('[VCP-098] 4 channels and no recording by default; recording is the lowest bit', () => {
    expect(decodeRegister({ A: 'x' })).toEqual({ deviceId: 'x', channels: 4, recording: false })
    expect(decodeRegister({ A: 'x', C: '8', F: '3' })).toEqual({ deviceId: 'x', channels: 8, recording: true })
    expect(decodeRegister({ A: 'x', F: '2' })).toEqual({ deviceId: 'x', channels: 4, recording: false })
    expect(decodeRegister({ A: 'x', C: '-1' })).toBeNull()
    const device = { deviceId: 'van', channels: 2, recording: true }
    expect(decodeRegister(encodeRegister(device))).toEqual(device)
  })

  it('[VCP-098] ids', () => {
    for (const id of ['a', 'A.b-c_9', 'x'.repeat(31), '...a']) expect(deviceIdSchema.safeParse(id).success).toBe(true)
    for (const id of ['', 'x'.repeat(32), 'ALL', 'GLOBAL', 'broadcast', 'é', 'a b', '..']) {
      expect(deviceIdSchema.safeParse(id).success).toBe(false)
    }
  })

  it('[SYNC-11] [SYNC-20] rows, then the end with the version', () => {
    expect(decodeListPart({ code: 'Q03', fields: { R: '1' } }, 'a\nb')).toEqual({ kind: 'rows', rows: ['a', 'b'] })
    expect(decodeListPart({ code: 'Q03', fields: { R: '1', V: '7' } }, 'fin')).toEqual({ kind: 'end', version: 7 })
    expect(decodeListPart({ code: 'Q03', fields: { R: '0' } }, '')).toBeNull()
  })
})

describe('channels', () => {
  it('[ENT-043] [ENT-044] [ENT-045] are in the order given, the others after them, unknown and repeated ones ignored', () => {
    expect(orderedChannels(parseFlags('1111'), [])).toEqual([1, 2, 3, 4])
    expect(orderedChannels(parseFlags('1111'), [3, 9, 3, 2, 0])).toEqual([3, 2, 1, 4])
  })

  it('[ENT-008] [ENT-010] only a 1 makes a channel available, and the leftmost character is channel 1', () => {
    expect(orderedChannels(parseFlags('1011'), [2, 3])).toEqual([3, 1, 4])
    expect(orderedChannels(parseFlags('x1'), [])).toEqual([2])
  })

  it('[ENT-042] a channel without a name is called ch and its number', () => {
    expect(channelName({ chnames: ['Front', ''] }, 1)).toBe('Front')
    expect(channelName({ chnames: ['Front', ''] }, 2)).toBe('ch2')
    expect(channelName(undefined, 3)).toBe('ch3')
  })
})
