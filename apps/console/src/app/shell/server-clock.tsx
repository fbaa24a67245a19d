import { useEffect, useState } from 'react'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { shiftedTimeText, zoneLabel } from '../../platform/time/index.ts'

/** FOOT-02 … 05: the time at the server, moved on once a second. */
export function ServerClock({ withLabel }: { readonly withLabel: boolean }) {
  const t = useText()
  const clock = useClock()
  const timezoneH = useFleetState((state) => state.server?.timeZoneHours ?? null)
  const [nowMs, setNowMs] = useState(() => clock.nowMs())
  useEffect(() => {
    const timer = clock.every(1000, () => setNowMs(clock.nowMs()))
    return () => timer.cancel()
  }, [clock])
  if (timezoneH === null) return null
  const text = shiftedTimeText(nowMs, timezoneH)
  return (
    <span className="num" title={t('footer.serverTime')}>
      <time>{withLabel ? text : text.slice(11, 16)}</time>
      {withLabel ? ` ${zoneLabel(timezoneH)}` : null}
    </span>
  )
}
