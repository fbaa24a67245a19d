import { readExportAnswer } from '@fleetglass/contract/exports'
import type { Translate } from '../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../platform/time/index.ts'
import type { DownloadState } from './export-download.ts'

/** A clip may begin or end this far from the requested time without a remark, because its last picture lasts that long. */
const unsaidMs = 2_000

/** How far a file is, in the user's words. `wanted` is the requested time, unix seconds. */
export function exportWords(
  state: DownloadState,
  wanted: { readonly startS: number; readonly seconds: number },
  t: Translate,
): string {
  switch (state.kind) {
    case 'asking':
      return state.progress === null
        ? t(state.unanswered ? 'exports.unanswered' : 'exports.asking')
        : answerWords(state.progress, t)
    case 'failed':
      return answerWords(state.reason, t)
    case 'refused':
      return t('exports.refused')
    case 'begun': {
      const { startMs, endMs } = state.recorded ?? { startMs: 0, endMs: Number.POSITIVE_INFINITY }
      const late = startMs - wanted.startS * 1000 > unsaidMs
      const short = (wanted.startS + wanted.seconds) * 1000 - endMs > unsaidMs
      if (!late && !short) return t('exports.done')
      return t('exports.donePart', {
        from: timeText(startMs),
        to: timeText(endMs),
        length: durationText((endMs - startMs) / 1000),
      })
    }
  }
}

/** Translates the server's answer about a file; an unknown text stays as it is. */
function answerWords(text: string, t: Translate): string {
  const answer = readExportAnswer(text)
  if (answer === null || answer.kind === 'ready') return text
  const collecting = answer.step === 'BACKUP'
  if (answer.kind === 'failed') return t(collecting ? 'exports.nothing' : 'exports.failed')
  return t(collecting ? 'exports.collecting' : 'exports.writing', { percent: answer.percent })
}

function timeText(ms: number): string {
  return localTimeText(Math.floor(ms / 1000)).slice(11)
}
