import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/index.ts'
import './level-meter.css'

/** Reports levels from 0 to 1; returns how to stop. */
export type LevelSource = (listener: (level: number) => void) => () => void

/** Quieter than this is silence: -50 dB. */
const FLOOR_DB = 50

/** How loud something is, reported 25 times a second: drawn without React. */
export function LevelMeter(props: {
  readonly label: string
  readonly icon: 'talk' | 'sound'
  readonly source: LevelSource
}) {
  const { source } = props
  const meter = useRef<HTMLMeterElement>(null)
  // Browsers draw a meter each in their own way: it is for those who do not see.
  const bar = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      source((level) => {
        const share = meterShare(level)
        if (meter.current) meter.current.value = share
        bar.current?.style.setProperty('--level', String(share))
      }),
    [source],
  )
  return (
    <div className="level-meter">
      <Icon name={props.icon} size={18} />
      <span className="level-meter-label">{props.label}</span>
      <meter ref={meter} className="visually-hidden" aria-label={props.label} min={0} max={1} value={0} />
      <div ref={bar} className="level-meter-bar" aria-hidden="true" />
    </div>
  )
}

/** Ears go by the logarithm: from -50 dB to full scale as 0 to 1. */
export function meterShare(level: number): number {
  if (level <= 0) return 0
  return Math.max(0, Math.min(1, 1 + (20 * Math.log10(level)) / FLOOR_DB))
}
