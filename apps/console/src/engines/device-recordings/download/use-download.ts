import { useCallback, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../../platform/clock/index.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import type { DownloadNews } from './download.worker.ts'
import type { DownloadedFile, DownloadWish } from './remote-download.ts'

/** The text of the size area. */
export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'failed' }

const idle: DownloadState = { kind: 'idle' }

/** One download at a time; it ends with the page. */
export function useDownload() {
  const { clock, log } = usePreferences()
  const worker = useRef<Worker | null>(null)
  const [state, setState] = useState(idle)
  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])
  useEffect(() => end, [end])

  const start = (wish: DownloadWish) => {
    end()
    setState({ kind: 'running', bytes: 0 })
    const made = new Worker(new URL('./download.worker.ts', import.meta.url), { type: 'module' })
    worker.current = made
    const failed = (reason: string) => {
      log(`the download from ${wish.deviceId} failed: ${reason}`)
      end()
      setState({ kind: 'failed' })
    }
    made.onerror = ({ message }) => failed(message)
    made.onmessage = ({ data }: MessageEvent<DownloadNews>) => {
      switch (data.type) {
        case 'received':
          setState({ kind: 'running', bytes: data.bytes })
          return
        case 'failed':
          failed(data.reason)
          return
        case 'done':
          end()
          for (const file of data.files) save(file, wish.deviceId, clock)
          setState((before) => ({ kind: 'done', bytes: before.kind === 'running' ? before.bytes : 0 }))
      }
    }
    made.postMessage(wish)
  }
  const close = () => {
    end()
    setState(idle)
  }
  return { state, start, close }
}

/** The browser has read it by then. */
const readMs = 60_000

/** As the server names its files (MP4-30), in UTC. */
function save({ channel, startMs, blob }: DownloadedFile, deviceId: string, clock: Clock): void {
  const at = new Date(startMs).toISOString().slice(0, 19).replace(/\D/g, '')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${deviceId}_ch${channel}_${at}.mp4`
  link.click()
  clock.after(readMs, () => URL.revokeObjectURL(link.href))
}
