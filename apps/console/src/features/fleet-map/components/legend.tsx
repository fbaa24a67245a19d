import { useEffect, useRef } from 'react'
import { drawMarker, type VehicleState } from '../../../engines/map/index.ts'
import { useTheme } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'

const rows: readonly { readonly key: VehicleState | 'recording'; readonly state: VehicleState }[] = [
  { key: 'driving', state: 'driving' },
  { key: 'idle', state: 'idle' },
  { key: 'overSpeed', state: 'overSpeed' },
  { key: 'offline', state: 'offline' },
  { key: 'recording', state: 'idle' },
]

/** What form and colour of a marker mean. */
export function Legend() {
  const t = useText()
  return (
    <ul className="map-legend" aria-label={t('map.legend')}>
      {rows.map(({ key, state }) => (
        <li key={key}>
          <LegendMark state={state} recording={key === 'recording'} />
          {t(`state.${key}`)}
        </li>
      ))}
    </ul>
  )
}

const sizePx = 30

function LegendMark({ state, recording }: { readonly state: VehicleState; readonly recording: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { tone } = useTheme()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const ratio = window.devicePixelRatio
    context.canvas.width = context.canvas.height = sizePx * ratio
    context.scale(ratio * 0.66, ratio * 0.66)
    context.translate(sizePx / 1.32, sizePx / 1.32 + 3)
    drawMarker(context, { state, recording, icon: 0, headingDeg: 0, small: false }, tone)
  }, [state, recording, tone])
  return <canvas ref={canvas} style={{ width: sizePx, height: sizePx }} />
}
