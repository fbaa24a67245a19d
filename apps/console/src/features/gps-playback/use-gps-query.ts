import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useAddressLookup } from '../../engines/addresses/index.ts'
import { saveFile } from '../../platform/files/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { useAskEvents, useAskTrack } from './gps.queries.ts'
import { type FileFormat, makeFile } from './gps-export.ts'
import { mayExport, mayQuery, next, startState } from './gps-query.machine.ts'
import { askedRange, type MinuteRange } from './time-range.ts'

/** The query of the panel. */
export interface GpsForm {
  readonly deviceId: string
  readonly day: string
  readonly range: MinuteRange
  readonly withEvents: boolean
}

/** The query of the page, its result, and the files made of that. */
export function useGpsQuery() {
  const t = useText()
  const clock = useClock()
  const askTrack = useAskTrack()
  const askEvents = useAskEvents()
  const findAddress = useAddressLookup()
  const [state, dispatch] = useReducer(next, startState)
  const left = useRef(new AbortController())
  const exporting = useRef<AbortController | null>(null)
  useEffect(() => {
    const page = new AbortController()
    left.current = page
    return () => {
      page.abort()
      exporting.current?.abort()
    }
  }, [])

  const query = useCallback(
    async ({ deviceId, day, range, withEvents }: GpsForm) => {
      const { signal } = left.current
      dispatch({ type: 'query' })
      try {
        const of = { deviceId, ...askedRange(day, range) }
        const track = await askTrack(of, (share) => !signal.aborted && dispatch({ type: 'loaded', share }))
        const failed = (cause: unknown) => {
          if (!signal.aborted) notify.error(t('gpsPlayback.eventsFailed', { reason: reasonOf(cause) }))
          return []
        }
        // GPSP-68: for the same device and range, and only when they are wanted.
        const events = track && withEvents ? await askEvents(of).catch(failed) : []
        if (signal.aborted) return
        dispatch({ type: 'answered', result: track && { track, day, events } })
        if (!track) notify.warning(t('gpsPlayback.noData'))
      } catch (cause) {
        if (signal.aborted) return
        dispatch({ type: 'failed' })
        notify.error(reasonOf(cause))
      }
    },
    [askTrack, askEvents, t],
  )

  const { result } = state
  const save = useCallback(
    async (format: FileFormat) => {
      if (!result) return
      const calledOff = new AbortController()
      exporting.current = calledOff
      dispatch({ type: 'export' })
      const { signal } = calledOff
      try {
        const file = await makeFile({
          result,
          format,
          clock,
          signal,
          findAddress: findAddress && ((place) => findAddress(place).catch(() => null)),
          onProgress: (step, done, of) => !signal.aborted && dispatch({ type: 'progress', step, done, of }),
        })
        if (file) saveFile(file, `${result.track.deviceId}_${result.day.replaceAll('-', '')}_gps.${format}`)
      } catch (cause) {
        notify.error(t('gpsPlayback.exportFailed', { reason: reasonOf(cause) }))
      }
      if (!left.current.signal.aborted) dispatch({ type: 'exported' })
    },
    [result, clock, findAddress, t],
  )

  return {
    state,
    mayQuery: mayQuery(state),
    mayExport: mayExport(state),
    query,
    save,
    callOff: () => exporting.current?.abort(),
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
