import { type Device, drivingState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { SpeedGauge } from '../../../ui/index.ts'

/** Speed and who it is (LIVE-09). */
export function VehicleCard({ device }: { readonly device: Device }) {
  const t = useText()
  const rows: readonly (readonly [string, string])[] = [
    [t('column.device'), device.deviceId],
    [t('column.driver'), device.driverName],
    [t('column.plate'), device.plate],
  ]
  return (
    <section className="vehicle-card panel" aria-label={t('live.speed')}>
      <SpeedGauge
        speedKmh={device.position?.speedKmh ?? null}
        isFast={drivingState(device) === 'overSpeed'}
        place="pictures"
      />
      <dl className="vehicle-facts">
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
