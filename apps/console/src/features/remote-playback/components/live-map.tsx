import { useEffect, useState } from 'react'
import { type Device, drivingState, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import type { StreamServer } from '../../../engines/player/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { type GpsPoint, LiveGps } from '../live-gps.ts'

/** LOPB-34: maximum points of a trail; the oldest go (LOPB-41). */
export const mostTrailPoints = 500

/** Where the device is now, followed as it reports (REPB-19, REPB-30 … 32). */
export function LiveMap({ device, server }: { readonly device: Device; readonly server: StreamServer }) {
  const t = useText()
  const label = useDeviceLabel(device)
  const trail = useTrail(device.deviceId, server)
  const latest = trail.at(-1)
  const { position, recording, icon } = device
  const place = latest ?? position
  return (
    <section className="remote-map panel" aria-label={t('remote.mapPane', { id: label })} data-points={trail.length}>
      <p className="remote-map-now">{t('remote.mapNow')}</p>
      {place ? (
        <MapPanel
          label={`${t('remote.mapPane', { id: label })}: ${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`}
          place={place}
          path={trail}
          look={{
            state: drivingState(device),
            recording,
            icon,
            headingDeg: latest?.trackingAngle ?? position?.headingDeg ?? 0,
          }}
          fills
        />
      ) : (
        <p className="remote-map-none muted">{t('remote.mapWaiting')}</p>
      )}
    </section>
  )
}

function useTrail(deviceId: string, server: StreamServer): readonly GpsPoint[] {
  const clock = useClock()
  const [trail, setTrail] = useState<readonly GpsPoint[]>([])
  useEffect(() => {
    const gps = new LiveGps(server, deviceId, clock, {
      opened: () => setTrail([]),
      point: (point) => setTrail((before) => [...before, point].slice(-mostTrailPoints)),
    })
    return () => gps.close()
  }, [server, deviceId, clock])
  return trail
}
