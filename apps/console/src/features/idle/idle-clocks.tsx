import { useEffect, useState } from 'react'
import { useClock, useDateText } from '../../platform/preferences/index.ts'

/** The time of this browser, moved on once a second. */
function useNow(): Date {
  const clock = useClock()
  const [nowMs, setNowMs] = useState(() => clock.nowMs())
  useEffect(() => {
    const timer = clock.every(1000, () => setNowMs(clock.nowMs()))
    return () => timer.cancel()
  }, [clock])
  return new Date(nowMs)
}

const ticks = Array.from({ length: 60 }, (_, minute) => minute)

/** IDLE-02. */
export function AnalogClock() {
  const now = useNow()
  const seconds = now.getSeconds()
  const minutes = now.getMinutes() + seconds / 60
  const hours = (now.getHours() % 12) + minutes / 60
  return (
    <svg className="idle-analog" viewBox="-110 -110 220 220" role="img" aria-label={clockText(now)}>
      <circle className="idle-face" r="106" />
      {ticks.map((minute) => (
        <line
          key={minute}
          className={minute % 5 === 0 ? 'idle-tick idle-tick-hour' : 'idle-tick'}
          y1="-98"
          y2={minute % 5 === 0 ? -86 : -94}
          transform={`rotate(${minute * 6})`}
        />
      ))}
      <line className="idle-hand idle-hand-hour" y1="8" y2="-50" transform={`rotate(${hours * 30})`} />
      <line className="idle-hand idle-hand-minute" y1="10" y2="-78" transform={`rotate(${minutes * 6})`} />
      <line className="idle-hand idle-hand-second" y1="18" y2="-88" transform={`rotate(${seconds * 6})`} />
      <circle className="idle-hub" r="4.5" />
    </svg>
  )
}

/** IDLE-03. */
export function DigitalClock() {
  const now = useNow()
  const day = useDateText()(now, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return (
    <div className="idle-digital">
      <time className="num" dateTime={now.toISOString()}>
        {clockText(now)}
      </time>
      <p>{day}</p>
    </div>
  )
}

function clockText(now: Date): string {
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map((value) => String(value).padStart(2, '0')).join(':')
}
