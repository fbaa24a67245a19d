import type { Device } from '../../../engines/fleet/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { TrackEvent } from '../gps-result.ts'

/** GPSP-49. */
export function EventCard(props: {
  readonly event: TrackEvent
  readonly device: Device | undefined
  readonly onClose: () => void
}) {
  const t = useText()
  const unit = useLengthUnit()
  const { event, device } = props
  const [date = '', time = ''] = localTimeText(event.eventtimeutc).split(' ')
  const rows = [
    ['plate', device?.plate || device?.deviceId || ''],
    ['driver', device?.driverName ?? ''],
    ['eventType', event.name],
    ['date', date],
    ['time', event.isLate ? t('event.late', { text: time }) : time],
    ['eventGps', `${event.vehiclex.toFixed(6)},${event.vehicley.toFixed(6)}`],
    ['speed', `${displaySpeed(event.speed, unit, 'elsewhere')} ${speedUnit(unit)}`],
  ] as const
  return (
    <section className="event-card panel" aria-label={event.name}>
      <button type="button" className="icon-button" aria-label={t('action.close')} onClick={props.onClose}>
        <Icon name="close" size={16} />
      </button>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`gpsPlayback.${name}`)}</dt>
            <dd className="num" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
