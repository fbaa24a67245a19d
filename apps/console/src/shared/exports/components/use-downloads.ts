import type { ExportParameters } from '@fleetglass/contract/exports'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { type DownloadState, startDownload } from '../export-download.ts'
import { askExport, loadExport } from '../exports.queries.ts'

/** One download for each channel; another range begins anew, and closing the dialog ends the asking. */
export function useDownloads() {
  const clock = useClock()
  const [states, setStates] = useState<ReadonlyMap<number, DownloadState>>(new Map())
  const running = useRef(new Map<number, () => void>())
  const stop = useCallback(() => {
    for (const end of running.current.values()) end()
    running.current.clear()
  }, [])
  useEffect(() => stop, [stop])
  const begin = (parameters: ExportParameters): void => {
    running.current.get(parameters.ch)?.()
    const end = startDownload({
      clock,
      ask: () => askExport(parameters),
      load: () => loadExport(parameters),
      onState: (state) => setStates((old) => new Map(old).set(parameters.ch, state)),
    })
    running.current.set(parameters.ch, end)
  }
  const reset = (): void => {
    stop()
    setStates(new Map())
  }
  return { states, begin, reset }
}
