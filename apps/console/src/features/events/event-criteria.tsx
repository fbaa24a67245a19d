import { type EventQueryInput, eventCatalogue } from '@fleetglass/contract/events'
import { useId, useState } from 'react'
import { useStandardEventName } from '../../engines/events/index.ts'
import { useDevice } from '../../engines/fleet/index.ts'
import type { AskedEvents } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { DeviceSelect } from '../../shared/choices/index.ts'
import { GroupOptions, useGroupTree } from '../../shared/groups/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './event-pages.module.css'

export interface Criteria {
  readonly deviceId: string
  readonly groupId: string
  readonly codes: readonly number[]
  /** Of one local day, or of a range. */
  readonly period: 'day' | 'range'
  /** As the inputs have them; empty: not limited. */
  readonly day: string
  readonly from: string
  readonly to: string
  readonly hasSnapshot: boolean
  readonly desc: boolean
}

export const noCriteria: Criteria = {
  deviceId: '',
  groupId: '',
  codes: [],
  period: 'day',
  day: '',
  from: '',
  to: '',
  hasSnapshot: false,
  desc: true,
}

/** The criteria of an address. */
export function criteriaOf(asked: AskedEvents | null): Criteria {
  if (asked === null) return noCriteria
  const { startS, endS, deviceId, codes = [] } = asked
  const minute = (unixS: number): string => localTimeText(unixS).slice(0, 16).replace(' ', 'T')
  const range = { period: 'range', from: minute(startS), to: minute(endS - 60) } as const
  return { ...noCriteria, ...range, deviceId: deviceId ?? '', codes }
}

export type EventFilters = Pick<
  EventQueryInput,
  'deviceid' | 'groupid' | 'appdevids' | 'date' | 'timeZone' | 'afterTime' | 'beforeTime' | 'hasSnapshot'
>

/** EVT-18: only what was chosen is sent. */
export function filtersOf({ deviceId, groupId, codes, period, day, from, to, hasSnapshot }: Criteria): EventFilters {
  const seconds = (text: string): number => Math.floor(new Date(text).getTime() / 1000)
  return {
    ...(deviceId !== '' && { deviceid: deviceId }),
    ...(groupId !== '' && { groupid: groupId }),
    ...(codes.length > 0 && { appdevids: [...codes] }),
    ...(period === 'day' && day !== '' && { date: day, timeZone: -new Date(`${day}T12:00`).getTimezoneOffset() / 60 }),
    ...(period === 'range' && from !== '' && { afterTime: seconds(from) }),
    // The minute that was chosen is included.
    ...(period === 'range' && to !== '' && { beforeTime: seconds(to) + 59 }),
    ...(hasSnapshot && { hasSnapshot }),
  }
}

export function EventCriteria(props: {
  readonly criteria: Criteria
  readonly onCriteria: (criteria: Criteria) => void
  readonly isBusy: boolean
  readonly onQuery: () => void
}) {
  const t = useText()
  const { criteria, isBusy } = props
  const set = (change: Partial<Criteria>): void => props.onCriteria({ ...criteria, ...change })
  const device = useDevice(criteria.deviceId) ?? null
  const groups = useGroupTree().data?.all ?? []
  return (
    <form
      className={styles.criteria}
      onSubmit={(event) => {
        event.preventDefault()
        props.onQuery()
      }}
    >
      <div className={styles.field}>
        <span>{t('eventList.device')}</span>
        <DeviceSelect
          label={t('eventList.device')}
          placeholder={t('eventList.allDevices')}
          findLabel={t('gpsPlayback.findDevice')}
          chosen={device}
          onDevice={(deviceId) => set({ deviceId, groupId: '' })}
        />
        {criteria.deviceId === '' ? null : (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => set({ deviceId: '' })}>
            {t('eventList.allDevices')}
          </button>
        )}
      </div>
      <label className={styles.field}>
        {t('eventList.group')}
        <select
          className="form-select"
          value={criteria.groupId}
          onChange={({ target }) => set({ groupId: target.value, deviceId: '' })}
        >
          <option value="">{t('eventList.allGroups')}</option>
          <GroupOptions groups={groups} />
        </select>
      </label>
      <Period criteria={criteria} onChange={set} />
      <Codes chosen={criteria.codes} onChosen={(codes) => set({ codes })} />
      <label className={styles.tick}>
        <input
          type="checkbox"
          className="form-check-input"
          checked={criteria.hasSnapshot}
          onChange={({ target }) => set({ hasSnapshot: target.checked })}
        />
        {t('eventList.onlySnapshot')}
      </label>
      <label className={styles.field}>
        {t('eventList.order')}
        <select
          className="form-select"
          value={criteria.desc ? 'newestFirst' : 'oldestFirst'}
          onChange={({ target }) => set({ desc: target.value === 'newestFirst' })}
        >
          {(['newestFirst', 'oldestFirst'] as const).map((order) => (
            <option key={order} value={order}>
              {t(`eventList.${order}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn-primary icon-text" disabled={isBusy}>
        <Icon name="search" size={16} /> {t('eventList.query')}
      </button>
    </form>
  )
}

interface PartProps {
  readonly criteria: Criteria
  readonly onChange: (change: Partial<Criteria>) => void
}

function Period({ criteria, onChange }: PartProps) {
  const t = useText()
  const name = useId()
  const fields =
    criteria.period === 'day'
      ? ([['day', 'date', t('eventList.date')]] as const)
      : ([
          ['from', 'datetime-local', t('eventList.from')],
          ['to', 'datetime-local', t('eventList.to')],
        ] as const)
  return (
    <fieldset className={styles.field}>
      <legend>{t('eventList.period')}</legend>
      {(['day', 'range'] as const).map((period) => (
        <label key={period} className={styles.tick}>
          <input
            type="radio"
            className="form-check-input"
            name={name}
            checked={criteria.period === period}
            onChange={() => onChange({ period })}
          />
          {period === 'day' ? t('eventList.oneDay') : t('eventList.fromTo')}
        </label>
      ))}
      {fields.map(([field, type, label]) => (
        <label key={field} className={styles.field}>
          {label}
          <input
            className="form-control"
            type={type}
            value={criteria[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        </label>
      ))}
    </fieldset>
  )
}

function Codes(props: { readonly chosen: readonly number[]; readonly onChosen: (codes: readonly number[]) => void }) {
  const t = useText()
  const nameOf = useStandardEventName()
  const [words, setWords] = useState('')
  const wanted = words.trim().toLocaleLowerCase()
  const codes = [...eventCatalogue.keys()].map((code) => ({
    code,
    label: `${code} ${nameOf(code) ?? t('event.numbered', { code })}`,
  }))
  return (
    <fieldset className={styles.field}>
      <legend>{t('eventList.codes')}</legend>
      <span className="muted">{t('eventList.codesHint')}</span>
      <input
        type="search"
        className="form-control form-control-sm"
        aria-label={t('eventList.findCode')}
        placeholder={t('eventList.findCode')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className={styles.codes}>
        {codes
          .filter(({ code, label }) => props.chosen.includes(code) || label.toLocaleLowerCase().includes(wanted))
          .map(({ code, label }) => (
            <label key={code} className={styles.tick}>
              <input
                type="checkbox"
                className="form-check-input"
                checked={props.chosen.includes(code)}
                onChange={({ target }) =>
                  props.onChosen(target.checked ? [...props.chosen, code] : props.chosen.filter((one) => one !== code))
                }
              />
              <span dir="auto">{label}</span>
            </label>
          ))}
      </div>
    </fieldset>
  )
}
