import { useAddressOf } from '../../../engines/addresses/index.ts'
import type { Device } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { pointAt } from '../gps-path.ts'
import { type TrackAsk, useTrackHours } from '../track.queries.ts'
import { usePath } from './use-path.ts'

/** Up to here a vehicle stands, as the sums of a track have it. */
const standingKmh = 5

/**
 * The way of the vehicle while the shown video was taken (LOPB-14): the marker stands where it was in the second of the
 * picture, the path is what was watched.
 */
export function PlaybackMap(props: {
  readonly device: Device
  /** Unix second of the picture; null before the first one. */
  readonly atS: number | null
  readonly playing: boolean
  readonly positionMs: () => number | null
  readonly ask: TrackAsk
}) {
  const t = useText()
  const { device, atS, ask } = props
  const path = usePath({ ...props, deviceId: device.deviceId })
  const hour = useTrackHours(device.deviceId, atS === null ? [] : [Math.floor(atS / 3600) * 3600], ask)
  const point = atS === null ? null : (pointAt(hour, atS * 1000 + 999) ?? path.at(-1) ?? null)
  const address = useAddressOf(device.deviceId, path.at(-1) ?? point)
  return (
    <section className="playback-map panel" aria-label={t('playback.map')} data-points={path.length}>
      {point === null ? (
        <p className="playback-map-empty">{t('playback.noPosition')}</p>
      ) : (
        <MapPanel
          label={t('playback.mapAt', { lat: point.lat.toFixed(6), lng: point.lng.toFixed(6) })}
          place={point}
          path={path}
          look={{
            state: point.speed > standingKmh ? 'driving' : 'idle',
            recording: false,
            icon: device.icon,
            headingDeg: point.trackingAngle,
          }}
          fills
        />
      )}
      <p className="playback-map-place" role="status">
        {address ?? ''}
      </p>
    </section>
  )
}
