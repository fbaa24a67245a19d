import { useLengthUnit } from '../platform/preferences/index.ts'
import { useText } from '../platform/texts/index.ts'
import { displaySpeed, speedUnit, type UnitPlace } from '../platform/units/index.ts'
import { gaugeArc, gaugePoint, gaugeTicks, gaugeTop } from './gauge-dial.ts'
import './speed-gauge.css'

/** The speed of a vehicle on a dial from 0 to 220 (LIVE-10, LIVE-11, MAP-45, MAP-46); null: no position yet. */
export function SpeedGauge(props: {
  readonly speedKmh: number | null
  readonly isFast: boolean
  readonly place: UnitPlace
}) {
  const { speedKmh, isFast, place } = props
  const t = useText()
  const unit = useLengthUnit()
  const speed = speedKmh === null ? null : displaySpeed(speedKmh, unit, place)
  const label = speed === null ? t('live.noFix') : t('gauge.label', { speed, unit: speedUnit(unit) })
  const shown = Math.min(gaugeTop, speed ?? 0)
  const needle = gaugePoint(shown, 22)
  return (
    <svg
      className="gauge"
      viewBox="0 0 120 104"
      role="img"
      aria-label={label}
      data-speed={speed ?? ''}
      data-fast={isFast}
    >
      <path className="gauge-track" d={gaugeArc(0, gaugeTop)} />
      {shown > 0 ? <path className="gauge-value" d={gaugeArc(0, shown)} /> : null}
      {gaugeTicks.map((tick) => {
        const from = gaugePoint(tick, 43)
        const to = gaugePoint(tick, 38)
        const at = gaugePoint(tick, 30)
        return (
          <g key={tick}>
            <line className="gauge-tick" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            {hasNumber(tick) ? (
              <text className="gauge-number" x={at.x} y={at.y}>
                {tick}
              </text>
            ) : null}
          </g>
        )
      })}
      {speed === null ? null : <line className="gauge-needle" x1="60" y1="60" x2={needle.x} y2={needle.y} />}
      <circle className="gauge-hub" cx="60" cy="60" r="3.5" />
      <text className="gauge-speed num" x="60" y="88">
        {speed ?? '–'}
      </text>
      <text className="gauge-unit" x="60" y="99">
        {speedUnit(unit)}
      </text>
    </svg>
  )
}

/** Every other tick; at the end the last one only, for two of them would touch. */
function hasNumber(tick: number): boolean {
  return tick === gaugeTop || (tick % 40 === 0 && tick < gaugeTop - 20)
}
