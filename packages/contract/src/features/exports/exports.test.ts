import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_EXPORT_S,
  EXPORT_ASK_PERIOD_MS,
  type ExportAnswer,
  exportAddress,
  exportDurationS,
  exportDurationsS,
  exportFileName,
  exportSchema,
  mayDownload,
  readExportAnswer,
  writeExportAnswer,
} from './index.ts'

describe('the length of a cut', () => {
  it('[MP4-12] [MP4-13] [MP4-04] what is offered, what is chosen at first, how often is asked', () => {
    expect(exportDurationsS).toEqual([15, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1500, 1800])
    expect(DEFAULT_EXPORT_S).toBe(60)
    expect(EXPORT_ASK_PERIOD_MS).toBe(1000)
    for (const seconds of exportDurationsS) expect(exportDurationS(seconds)).toBe(seconds)
  })

  it.each<[string, unknown, number]>([
    ['[MP4-14] 0 is 60 s', 0, 60],
    ['[MP4-14] [MP4-33] "0" is 60 s and not 0 minutes', '0', 60],
    ['[MP4-15] [CONST2-10] an hour is the most', 3601, 3600],
    ['[MP4-15] also of what has no end', Number.POSITIVE_INFINITY, 3600],
    ['[MP4-16] 5 is minutes', 5, 300],
    ['[MP4-16] "1" is a minute', '1', 60],
    ['[MP4-16] 6 is seconds', 6, 6],
    ['[MP4-33] below zero', '-20', 60],
    ['[MP4-33] no number', 'long', 60],
    ['[MP4-33] nothing', undefined, 60],
    ['[MP4-33] empty', ' ', 60],
    ['[MP4-33] NaN', Number.NaN, 60],
    ['[MP4-33] several', ['30', '40'], 60],
  ])('%s', (_title, asked, wanted) => {
    expect(exportDurationS(asked)).toBe(wanted)
  })

  it('[MP4-15] [MP4-33] whatever is asked is a second to an hour, whole, and means the same when asked again above 5', () => {
    fc.assert(
      fc.property(fc.anything(), (asked) => {
        const seconds = exportDurationS(asked)
        expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600).toBe(true)
      }),
    )
  })
})

it('[MP4-10] [MP4-11] permission 0 always, others where downloads are not disabled', () => {
  expect(mayDownload({ permission: 0 }, { disableDownload: true })).toBe(true)
  expect(mayDownload({ permission: 1 }, { disableDownload: true })).toBe(false)
  expect(mayDownload({ permission: 3 }, { disableDownload: false })).toBe(true)
})

it('[MP4-30] the answers are written and read alike, anything else is none', () => {
  const table: readonly (readonly [string, ExportAnswer])[] = [
    ['READY', { kind: 'ready' }],
    ['BACKUP 0%', { kind: 'making', step: 'BACKUP', percent: 0 }],
    ['CREATE 100%', { kind: 'making', step: 'CREATE', percent: 100 }],
    ['BACKUP FAIL', { kind: 'failed', step: 'BACKUP' }],
    ['CREATE FAIL', { kind: 'failed', step: 'CREATE' }],
  ]
  for (const [text, answer] of table) {
    expect(writeExportAnswer(answer)).toBe(text)
    expect(readExportAnswer(`${text}\r\n`)).toEqual(answer)
  }
  for (const text of ['', 'ready', 'BACKUP', 'CREATE 1000%', 'BACKUP -1%', '<html>']) {
    expect(readExportAnswer(text)).toBeNull()
  }
})

it('[MP4-30] the file is named by device, channel and time', () => {
  const startMs = Date.UTC(2026, 8, 1, 23, 59, 7)
  expect(exportFileName('12345678999', 3, startMs, 0)).toBe('12345678999_ch3_20260901235907.mp4')
  expect(exportFileName('12345678999', 3, startMs, 8 * 3600)).toBe('12345678999_ch3_20260902075907.mp4')
})

it('[STRM-10] [STRM-11] both addresses have the same parameters and are read as they were written', () => {
  const parameters = { deviceid: 'A.1', ch: 2, user: 'a b&c', password: 'ü=?', spbtime: 1_767_600_000.5, duration: 30 }
  for (const type of ['lopbmp4ask', 'lopbmp4get'] as const) {
    const url = new URL(exportAddress(type, parameters), 'http://host')
    expect(url.pathname).toBe('/web.cgi')
    expect(exportSchema.parse(Object.fromEntries(url.searchParams))).toEqual({ type, ...parameters })
  }
})
