import { GLOBAL_PLAN } from '@fleetglass/contract/event-plans'
import { useId, useMemo } from 'react'
import { useFleetList, useLabelOf } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { GroupNode } from '../../../shared/groups/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'
import styles from '../event-plans.module.css'
import type { Plan } from '../plan-kinds.ts'

const ALL = 'ALL'
const ENTRY_PX = 40

/** What the table shows: by device `ALL`, `GLOBAL` or an id; by group an id, or `ALL`. */
export interface PlanFilterValue {
  readonly by: 'device' | 'group'
  readonly value: string
}

/** By device, ALL shows plans of groups too. */
export function isOfFilter({ updateMode, deviceid, groupid }: Plan, { by, value }: PlanFilterValue): boolean {
  if (by === 'group') return updateMode === 'GROUP' && (value === ALL || value === groupid)
  if (value === ALL) return true
  return value === GLOBAL_PLAN ? updateMode === 'GLOBAL' : updateMode === 'DEVICE' && deviceid === value
}

interface Entry {
  readonly value: string
  readonly label: string
  readonly depth: number
  readonly isDevice: boolean
}

/** PLAN-04 to PLAN-08. */
export function PlanFilter(props: {
  readonly plans: readonly Plan[]
  readonly groups: readonly GroupNode[]
  readonly filter: PlanFilterValue
  readonly onFilter: (filter: PlanFilterValue) => void
  readonly onAdd: () => void
  readonly onRemoveDevice: (deviceid: string) => void
}) {
  const t = useText()
  const name = useId()
  const labelOf = useLabelOf()
  const { plans, groups, filter, onFilter, onAdd, onRemoveDevice } = props
  const ids = useFleetList(({ devices }) =>
    [...devices.values()].filter(({ registered }) => registered).map(({ deviceId }) => deviceId),
  )
  const planned = useMemo(() => new Set(plans.map(({ deviceid }) => deviceid)), [plans])
  const entries: readonly Entry[] =
    filter.by === 'group'
      ? [
          { value: ALL, label: ALL, depth: 0, isDevice: false },
          ...groups.map(({ groupid: value, name: label, depth }) => ({ value, label, depth, isDevice: false })),
        ]
      : [
          ...[ALL, GLOBAL_PLAN].map((value) => ({ value, label: value, depth: 0, isDevice: false })),
          ...ids.map((value) => ({ value, label: labelOf(value), depth: 0, isDevice: true })),
        ]
  return (
    <nav className={`panel ${styles.list}`} aria-label={t('eventPlans.filter')}>
      <button type="button" className="btn btn-primary btn-sm icon-text" onClick={onAdd}>
        <Icon name="plus" size={16} />
        {t('eventPlans.add')}
      </button>
      <fieldset className={styles.by}>
        <legend className="visually-hidden">{t('eventPlans.filter')}</legend>
        {(['device', 'group'] as const).map((by) => (
          <label key={by} className="form-check">
            <input
              type="radio"
              className="form-check-input"
              name={name}
              checked={filter.by === by}
              onChange={() => onFilter({ by, value: ALL })}
            />
            {t(`eventPlans.by.${by}`)}
          </label>
        ))}
      </fieldset>
      <VirtualList
        className={styles.entries ?? ''}
        items={entries}
        keyOf={({ value }) => value}
        heightPx={entryHeight}
        entry={({ value, label, depth, isDevice }) => (
          <div className={styles.entry}>
            <button
              type="button"
              className={styles.item}
              style={{ paddingInlineStart: `${0.625 + Math.min(depth, 8) * 0.75}rem` }}
              aria-current={filter.value === value || undefined}
              title={label}
              onClick={() => onFilter({ by: filter.by, value })}
            >
              <bdi className={styles.name}>{label}</bdi>
            </button>
            {isDevice ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('eventPlans.deleteOf', { device: label })}
                title={t('eventPlans.deleteOf', { device: label })}
                disabled={!planned.has(value)}
                onClick={() => onRemoveDevice(value)}
              >
                <Icon name="trash" size={18} />
              </button>
            ) : null}
          </div>
        )}
      />
    </nav>
  )
}

function entryHeight(): number {
  return ENTRY_PX
}
