import { SLIDER_SEGMENTS, sliderTimeS } from '@fleetglass/contract/remote-playback'
import { type PointerEvent, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import type { ShownRecord } from './shown-records.ts'
import './start-slider.css'

/** Where in the record a start begins (REPB-15 … 17, REPB-38). */
export function StartSlider(props: {
  readonly record: ShownRecord
  readonly startS: number
  /** Unix second of the picture; null while nothing plays. */
  readonly atS: number | null
  readonly disabled: boolean
  readonly onStart: (startS: number) => void
}) {
  const t = useText()
  const { record, startS, atS } = props
  const [tip, setTip] = useState<number | null>(null)
  const share = (second: number) => Math.min(1, Math.max(0, (second - record.start) / (record.end - record.start)))
  const position = Math.round(share(startS) * SLIDER_SEGMENTS)
  const hover = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const along = (event.clientX - left) / width
    setTip(Math.round(Math.min(1, Math.max(0, along)) * SLIDER_SEGMENTS))
  }
  return (
    // Time runs from left to right, in every language.
    <div className="start-slider" dir="ltr">
      <span className="num">{localTimeText(record.start).slice(11)}</span>
      <div className="start-slider-track" onPointerMove={hover} onPointerLeave={() => setTip(null)}>
        <input
          type="range"
          className="form-range"
          min={0}
          max={SLIDER_SEGMENTS}
          step={1}
          value={position}
          disabled={props.disabled}
          aria-label={t('remote.startTime')}
          aria-valuetext={localTimeText(startS)}
          onChange={(event) => props.onStart(sliderTimeS(record, Number(event.target.value)))}
        />
        {atS === null ? null : (
          <span className="start-slider-at" style={{ insetInlineStart: `${share(atS) * 100}%` }} />
        )}
        {tip === null ? null : (
          <span className="start-slider-tip num" role="tooltip" style={{ insetInlineStart: `${tip}%` }}>
            {localTimeText(sliderTimeS(record, tip))}
          </span>
        )}
      </div>
      <span className="num">{localTimeText(record.end).slice(11)}</span>
      <output className="start-slider-time num">{localTimeText(atS ?? startS)}</output>
    </div>
  )
}
