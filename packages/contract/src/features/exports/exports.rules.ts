import type { Rights } from '../../access/index.ts'

/** Lengths of a cut that are offered, seconds (MP4-12). */
export const exportDurationsS = [15, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1500, 1800] as const
/** The length that is chosen at first (MP4-13). */
export const DEFAULT_EXPORT_S = 60
/** The longest cut (MP4-15). */
export const LONGEST_EXPORT_S = 3600
/** How often the server is asked whether the file is ready (MP4-04). */
export const EXPORT_ASK_PERIOD_MS = 1000
/** How long the server keeps a file that is ready (MP4-31). */
export const EXPORT_RETENTION_MS = 600_000

/** Up to this number a length is meant in minutes (MP4-16). */
const LAST_MINUTES = 5

/**
 * The length of a cut as it is meant, seconds: what is no number, zero or less is the usual one (MP4-14, MP4-33), up to 5 are
 * minutes (MP4-16), and an hour is the most (MP4-15). Client and server apply it alike.
 */
export function exportDurationS(asked: unknown): number {
  const number = typeof asked === 'string' && asked.trim() !== '' ? Number(asked) : asked
  if (typeof number !== 'number' || Number.isNaN(number) || number <= 0) return DEFAULT_EXPORT_S
  const seconds = number <= LAST_MINUTES ? number * 60 : number
  return Math.max(1, Math.round(Math.min(seconds, LONGEST_EXPORT_S)))
}

/** Whether an account may take playback away as MP4, besides its right to see it (MP4-10, MP4-11). */
export function mayDownload(rights: Pick<Rights, 'permission'>, site: { readonly disableDownload: boolean }): boolean {
  return rights.permission === 0 || !site.disableDownload
}

/** A step of making a file: its frames are collected, then its container is written (MP4-31). */
export type ExportStep = 'BACKUP' | 'CREATE'

/** What the server answers to the question whether a file is ready (MP4-30). */
export type ExportAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'making'; readonly step: ExportStep; readonly percent: number }
  | { readonly kind: 'failed'; readonly step: ExportStep }

/** The answer as it travels, text/plain. */
export function writeExportAnswer(answer: ExportAnswer): string {
  if (answer.kind === 'ready') return 'READY'
  return answer.kind === 'failed' ? `${answer.step} FAIL` : `${answer.step} ${answer.percent}%`
}

const ANSWER = /^(BACKUP|CREATE) (?:(FAIL)|(\d{1,3})%)$/

/** With `READY`: what of the wanted stretch is recorded, Unix ms `start-end`. */
export const exportRangeHeader = 'recorded-range'

/** `null` for a text that is none of these. */
export function readExportAnswer(text: string): ExportAnswer | null {
  const trimmed = text.trim()
  if (trimmed === 'READY') return { kind: 'ready' }
  const match = ANSWER.exec(trimmed)
  if (match === null) return null
  const step = match[1] as ExportStep
  return match[2] === undefined
    ? { kind: 'making', step, percent: Math.min(100, Number(match[3])) }
    : { kind: 'failed', step }
}

/** `{deviceid}_ch{n}_{YYYYMMDDHHmmss}.mp4` (MP4-30); the time is that of the zone that was asked for, else of the server's. */
export function exportFileName(deviceId: string, channel: number, startMs: number, utcOffsetS: number): string {
  const local = new Date(startMs + utcOffsetS * 1000).toISOString()
  return `${deviceId}_ch${channel}_${local.slice(0, 19).replace(/[-T:]/g, '')}.mp4`
}
