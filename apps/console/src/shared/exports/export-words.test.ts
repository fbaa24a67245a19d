import { expect, it } from 'vitest'
import type { Translate } from '../../platform/texts/index.ts'
import type { DownloadState } from './export-download.ts'
import { exportWords } from './export-words.ts'

const START_S = Date.UTC(2026, 8, 1, 10) / 1000
const t = ((key: string, values?: object) => `${key} ${Object.values(values ?? {}).join(' ')}`.trim()) as Translate
const words = (state: DownloadState) => exportWords(state, { startS: START_S, seconds: 60 }, t)
const begun = (fromS: number, toS: number) =>
  words({ kind: 'begun', recorded: { startMs: (START_S + fromS) * 1000, endMs: (START_S + toS) * 1000 } })
const asking = (progress: string) => words({ kind: 'asking', progress, unanswered: false })

it('[MP4-03] [MP4-05] [MP4-06] the answer of the server about a file is shown in words', () => {
  expect(asking('BACKUP 40%')).toBe('exports.collecting 40')
  expect(asking('CREATE 0%')).toBe('exports.writing 0')
  expect(words({ kind: 'failed', reason: 'BACKUP FAIL' })).toBe('exports.nothing')
  expect(words({ kind: 'failed', reason: 'CREATE FAIL' })).toBe('exports.failed')
  expect(words({ kind: 'failed', reason: 'HTTP 500' })).toBe('HTTP 500')
})

it('a file that covers less than the requested time is shown with its length', () => {
  expect(words({ kind: 'begun' })).toBe('exports.done')
  expect(begun(0, 59.2)).toBe('exports.done')
  expect(begun(0, 19)).toMatch(/^exports\.donePart .* 00:00:19$/)
  expect(begun(41, 60)).toMatch(/^exports\.donePart .* 00:00:19$/)
})
