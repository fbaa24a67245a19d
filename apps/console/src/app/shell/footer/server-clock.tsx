import { useEffect, useState } from 'react'
import { useKnownServer } from '../../../engines/server-info/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { shiftedTimeText } from '../../../platform/time/index.ts'

/** FOOT-02 … 05: the time at the server, moved on once a second. */
export function ServerClock({ withLabel }: { readonly withLabel: boolean }) {
  const t = useText()
  const clock = useClock()
  const server = useKnownServer()
  const [nowMs, setNowMs] = useState(() => clock.nowMs())
  useEffect(() => {
    const timer = clock.every(1000, () => setNowMs(clock.nowMs()))
    return () => timer.cancel()
  }, [clock])
  if (server === null) return null
  const text = shiftedTimeText(nowMs, server.timeZoneHours)
  return (
    <span className="num" title={t('footer.serverTime')}>
      <time>{withLabel ? text : text.slice(11, 16)}</time>
      {withLabel ? ` ${server.timeZoneText}` : null}
    </span>
  )
}
