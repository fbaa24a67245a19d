import { useDownload } from '../../engines/device-recordings/index.ts'
import type { StreamServer } from '../../engines/player/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useDownloads } from '../../shared/exports/index.ts'

/** Whose recording: the server's, or that of the device itself. */
export type Mp4Source = 'playback' | 'remote'

/** A part of a recording that is wanted as MP4. */
export interface Mp4Request {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channels: readonly number[]
  readonly main: boolean
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
}

/** Progress as text; for `failed` the server's reason. */
export interface Mp4State {
  readonly kind: 'idle' | 'running' | 'done' | 'failed'
  readonly words: string
}

/** Up to this number of seconds a length would be taken for minutes (STAND-31). */
const SHORTEST_S = 6

/** One download at a time, a file for each channel. Recordings of the server come from the server of the page. */
export function useMp4Download(from: Mp4Source) {
  const server = useServerDownload()
  const device = useDeviceDownload()
  return from === 'playback' ? server : device
}

function useServerDownload() {
  const t = useText()
  const { states, begin, reset } = useDownloads()
  const start = ({ server, deviceId, channels, startS, endS }: Mp4Request): void => {
    reset()
    const who = { user: server.user, password: server.passwordHash }
    const part = { spbtime: startS, duration: Math.max(SHORTEST_S, endS - startS) }
    for (const ch of channels) begin({ deviceid: deviceId, ch, ...who, ...part })
  }
  const all = [...states.values()]
  const words = all.map((state) => {
    if (state.kind === 'failed') return state.reason
    if (state.kind === 'refused') return t('exports.refused')
    if (state.kind === 'begun') return t('standAlone.begun')
    return state.progress ?? t(state.unanswered ? 'exports.unanswered' : 'exports.asking')
  })
  const state: Mp4State = {
    kind: all.some(({ kind }) => kind === 'asking')
      ? 'running'
      : all.some(({ kind }) => kind === 'failed' || kind === 'refused')
        ? 'failed'
        : all.length > 0
          ? 'done'
          : 'idle',
    words: [...new Set(words)].join(' · '),
  }
  return { state, start, close: reset }
}

function useDeviceDownload() {
  const t = useText()
  const { state: download, start, close } = useDownload()
  const words = 'bytes' in download ? t('remote.downloadSize', { size: Math.floor(download.bytes / 1024) }) : ''
  const state: Mp4State = { kind: download.kind, words }
  return { state, start, close }
}
