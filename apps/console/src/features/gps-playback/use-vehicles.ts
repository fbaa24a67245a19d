import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { useAskTrack } from './gps.queries.ts'
import type { Track } from './track.ts'

/** The vehicles that are replayed together: the one of the query, and others of the same range. */
export function useVehicles(first: Track | null) {
  const t = useText()
  const ask = useAskTrack()
  const [others, setOthers] = useState<readonly Track[]>([])
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const add = useCallback(
    async (deviceId: string) => {
      if (!first) return
      try {
        const track = await ask({ deviceId, beginS: first.beginS, endS: first.endS }, () => {})
        if (left.current) return
        if (track) setOthers((known) => [...known.filter((one) => one.deviceId !== deviceId), track])
        else notify.warning(t('gpsPlayback.noData'))
      } catch (cause) {
        if (!left.current) notify.error(cause instanceof Error ? cause.message : String(cause))
      }
    },
    [ask, first, t],
  )
  const remove = useCallback(
    (deviceId: string) => setOthers((known) => known.filter((one) => one.deviceId !== deviceId)),
    [],
  )
  const tracks = useMemo(() => (first ? [first, ...others] : []), [first, others])
  return { tracks, add: (deviceId: string) => void add(deviceId), remove }
}
