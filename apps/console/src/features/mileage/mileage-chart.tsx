import type { MileageSlot } from '@fleetglass/contract/tracks'
import { type CSSProperties, useId, useMemo } from 'react'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { useLengthUnit } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { displayDistance, distanceUnit } from '../../platform/units/index.ts'
import styles from './mileage.module.css'
import { farthest, kmOf } from './mileage-rows.ts'

/** MILE-10. */
const GROWS_FOR = '1.5s'

/** MILE-09: a bar for each of the devices that drove farthest. */
export function MileageChart({ slots }: { readonly slots: readonly MileageSlot[] }) {
  const t = useText()
  const id = useId()
  const unit = useLengthUnit()
  const labelOf = useLabelOf()
  const bars = useMemo(() => farthest(slots), [slots])
  const longest = bars[0]?.distanceMm ?? 0
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <h2 id={id}>{t('mileage.chart', { count: bars.length })}</h2>
      <ol className={styles.bars} style={{ '--grows-for': GROWS_FOR } as CSSProperties}>
        {bars.map(({ deviceId, distanceMm }) => (
          <li key={deviceId}>
            <span className={styles.who} dir="auto" title={labelOf(deviceId)}>
              {labelOf(deviceId)}
            </span>
            <span className={styles.track}>
              <span className={styles.bar} style={{ inlineSize: `${(100 * distanceMm) / longest}%` }} />
            </span>
            <span className="num">
              {displayDistance(kmOf(distanceMm), unit, 'elsewhere')} {distanceUnit(unit)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
