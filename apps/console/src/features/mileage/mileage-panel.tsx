import { useState } from 'react'
import { useDevice } from '../../engines/fleet/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { type DayRange, dayAfter, dayOf, RangeCalendar } from '../../shared/calendar/index.ts'
import { DeviceSelect } from '../../shared/choices/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './mileage.module.css'

/** MILE-02: which devices, and which days. */
export function MileagePanel(props: {
  readonly isBusy: boolean
  /** What is chosen at first. */
  readonly first: { readonly deviceId: string | null; readonly range: DayRange } | null
  readonly onQuery: (deviceId: string | null, range: DayRange) => void
}) {
  const t = useText()
  const [deviceId, setDeviceId] = useState(props.first?.deviceId ?? null)
  const [range, setRange] = useState(props.first?.range ?? null)
  const device = useDevice(deviceId ?? '') ?? null
  return (
    <aside className={`panel ${styles.panel}`} aria-label={t('mileage.query')}>
      <div className={styles.devices}>
        <DeviceSelect
          label={t('mileage.device')}
          placeholder={t('mileage.allDevices')}
          findLabel={t('gpsPlayback.findDevice')}
          chosen={device}
          onDevice={setDeviceId}
        />
        {deviceId === null ? null : (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => setDeviceId(null)}>
            {t('mileage.allDevices')}
          </button>
        )}
      </div>
      <Presets onRange={setRange} />
      <RangeCalendar range={range} onRange={setRange} />
      <p className="muted" role="status">
        {range === null ? t('mileage.chooseDays') : t('mileage.range', { first: range.first, last: range.last })}
      </p>
      <button
        type="button"
        className="btn btn-primary"
        disabled={range === null || props.isBusy}
        onClick={() => range && props.onQuery(deviceId, range)}
      >
        <Icon name="search" size={16} /> {t('mileage.query')}
      </button>
    </aside>
  )
}

function Presets({ onRange }: { readonly onRange: (range: DayRange) => void }) {
  const t = useText()
  const clock = useClock()
  const back = (days: number) => () => {
    const last = dayOf(clock.nowMs())
    onRange({ first: dayAfter(last, 1 - days), last })
  }
  const presets = [
    [t('mileage.today'), 1],
    [t('mileage.days', { count: 7 }), 7],
    [t('mileage.days', { count: 30 }), 30],
  ] as const
  return (
    <div className={styles.presets}>
      {presets.map(([label, days]) => (
        <button key={days} type="button" className="btn btn-quiet btn-sm" onClick={back(days)}>
          {label}
        </button>
      ))}
    </div>
  )
}
