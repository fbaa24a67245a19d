import { Suspense } from 'react'
import { type Device, drivingState, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { lazyPart } from '../../../shared/lazy-parts/index.ts'

// The ground of a map is large, and the pictures do not wait for it.
const MapPanel = lazyPart(async () => ({ default: (await import('../../../engines/map/index.ts')).MapPanel }))

/** LIVE-06, LIVE-07, LIVE-24: the map around the device. Its place is as high without a position as with one. */
export function VehicleMap({ device }: { readonly device: Device }) {
  const t = useText()
  const label = useDeviceLabel(device)
  const { position, mapLocation, recording, icon } = device
  const place = position ?? mapLocation
  return (
    <section className="vehicle-map panel" aria-label={t('live.map')}>
      {place ? (
        <Suspense fallback={<div className="skeleton vehicle-map-none" />}>
          <MapPanel
            label={t('live.mapOf', { device: label })}
            place={place}
            look={{ state: drivingState(device), recording, icon, headingDeg: position?.headingDeg ?? 0 }}
          />
        </Suspense>
      ) : (
        <p className="vehicle-map-none muted">{t('live.noFix')}</p>
      )}
    </section>
  )
}
