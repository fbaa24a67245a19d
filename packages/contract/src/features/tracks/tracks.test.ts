import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  csvCell,
  gpsPlayback,
  mileageDaysRequestSchema,
  packedTrackSchema,
  packPoints,
  trackExportAddress,
  trackExportSchema,
  trackFileName,
  trackPoint,
  unpackTrack,
} from './index.ts'

describe('a cell of a CSV file', () => {
  it('begins with an apostrophe where a spreadsheet would run it, unless it is a number', () => {
    const cells = ['=1+1', '+cmd', '-x', '@sum', '-12.5', '+3', -7, 'plain', '\t=1'].map(csvCell)
    expect(cells).toEqual(["'=1+1", "'+cmd", "'-x", "'@sum", '-12.5', '+3', '-7', 'plain', "'\t=1"])
  })

  it('is quoted where it holds commas, quotes or lines', () => {
    expect(['a,b', 'say "hi"', '=a,"b"', 'two\nlines'].map(csvCell)).toEqual([
      '"a,b"',
      '"say ""hi"""',
      '"\'=a,""b"""',
      '"two\nlines"',
    ])
  })
})

describe('packed points', () => {
  const point = fc.record({
    timeS: fc.integer({ min: 0, max: 4_294_967_295 }),
    latE6: fc.integer({ min: -90_000_000, max: 90_000_000 }),
    lngE6: fc.integer({ min: -180_000_000, max: 180_000_000 }),
    speedDkmh: fc.nat(4_095),
    headingDeg: fc.nat(359),
  })

  it('are the same points again, block by block', () => {
    fc.assert(
      fc.property(fc.array(fc.array(point, { maxLength: 20 }), { maxLength: 4 }), (blocks) => {
        const sent = packedTrackSchema.parse(JSON.parse(JSON.stringify(blocks.map(packPoints))))
        expect(unpackTrack(sent)).toEqual(blocks.flat().map(trackPoint))
      }),
    )
  })

  it('that end within a point, or are no whole numbers, are refused', () => {
    for (const wrong of [[[1, 2, 3, 4]], [[1, 2, 3, 4, 0.5]], [['1', 2, 3, 4, 5]], [1, 2, 3, 4, 5], {}]) {
      expect(packedTrackSchema.safeParse(wrong).success).toBe(false)
    }
  })
})

describe('a file of a track', () => {
  const asked = { deviceid: 'A/"1', start: 1_790_000_000, end: 1_790_000_060, format: 'csv', tz: 28_800 } as const

  it('is asked by an address that says what was meant', () => {
    const { searchParams } = new URL(trackExportAddress(asked), 'http://host')
    expect(trackExportSchema.parse(Object.fromEntries(searchParams))).toEqual(asked)
  })

  it('has a name no system stumbles over, with the day in the zone of who asks', () => {
    expect(trackFileName(asked)).toBe('A__1_20260921_gps.csv')
    expect(trackFileName({ ...asked, tz: -43_200 })).toBe('A__1_20260921_gps.csv')
  })

  it('of more than a year, of an unknown kind or zone is refused', () => {
    for (const wrong of [
      { end: asked.start + 367 * 86_400 },
      { format: 'exe' },
      { tz: 60_000 },
      { start: asked.end + 1 },
    ]) {
      expect(trackExportSchema.safeParse({ ...asked, ...wrong }).success).toBe(false)
    }
  })
})

describe('days of mileage', () => {
  it('are asked by whole quarters of an hour, at most 92 of them', () => {
    const asked = { start: 900, end: 86_399, tz: 20_700 }
    expect(mileageDaysRequestSchema.safeParse(asked).success).toBe(true)
    for (const wrong of [{ start: 901 }, { end: 86_400 }, { tz: 60 }, { end: 93 * 86_400 - 1 + 900 }]) {
      expect(mileageDaysRequestSchema.safeParse({ ...asked, ...wrong }).success).toBe(false)
    }
  })
})

describe('a GPS playback', () => {
  it('has its points by the hour of who looks, and the largest speed', () => {
    const list = [0, 3_599, 3_600].map((timeS) =>
      trackPoint({ timeS, latE6: 1, lngE6: 2, speedDkmh: timeS / 10, headingDeg: 0 }),
    )
    const hourOf = (ms: number) => ({ hour: Math.floor(ms / 3_600_000) + 8, seconds: (ms / 1000) % 3_600 })
    const result = gpsPlayback({ deviceid: 'van', begintime: 0, endtime: 86_399, list, hourOf })
    expect(result.dayData.map((hour) => hour.map(({ seconds }) => seconds))).toEqual(
      Array.from({ length: 24 }, (_, hour) => (hour === 8 ? [0, 3_599] : hour === 9 ? [0] : [])),
    )
    expect(result).toMatchObject({ deviceid: 'van', begintime: 0, endtime: 86_399, maxSpeed: 36, events: [], list })
  })
})
