import { type Device, drivingState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { SpeedGauge } from '../../../ui/index.ts'

/** Speed and who it is (LIVE-09). */
export function VehicleCard({ device }: { readonly device: Device }) {
  const t = useText()
  const rows = [
    { label: t('column.device'), value: device.deviceId, isNumber: true },
    { label: t('column.driver'), value: device.driverName, isNumber: false },
    { label: t('column.plate'), value: device.plate, isNumber: true },
  ]
  return (
    <section className="vehicle-card panel" aria-label={t('live.speed')}>
      <SpeedGauge
        speedKmh={device.position?.speedKmh ?? null}
        isFast={drivingState(device) === 'overSpeed'}
        place="elsewhere"
      />
      <dl className="vehicle-facts">
        {rows
          .filter(({ value }) => value !== '')
          .map(({ label, value, isNumber }) => (
            <div key={label}>
              <dt title={label}>{label}</dt>
              <dd title={value} className={isNumber ? 'num' : undefined} dir="auto">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
