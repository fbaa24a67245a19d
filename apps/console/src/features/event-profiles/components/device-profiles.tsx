import { type EventDefinitionLink, GLOBAL_PROFILE } from '@fleetglass/contract/event-profiles'
import { useMemo, useState } from 'react'
import { useFleetList } from '../../../engines/fleet/index.ts'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import {
  BulkBar,
  type DataColumn,
  DataTable,
  matchingRows,
  NoRows,
  TablePage,
  useSelection,
} from '../../../ui/data-table/index.ts'
import styles from '../event-profiles.module.css'
import { useProfileWrites } from '../event-profiles.queries.ts'

interface DeviceRow {
  readonly id: string
}

/** PROF-02: the profile of each registered device, one at a time or many at once. */
export function DeviceProfiles(props: {
  readonly names: readonly string[]
  readonly links: readonly EventDefinitionLink[]
}) {
  const t = useText()
  const { names, links } = props
  const { link } = useProfileWrites()
  const [words, setWords] = useState('')
  const [forSelected, setForSelected] = useState(GLOBAL_PROFILE)
  const selection = useSelection()
  const isPhone = useIsMobile()
  const ids = useFleetList(({ devices }) =>
    [...devices.values()].filter(({ registered }) => registered).map(({ deviceId }) => deviceId),
  )
  const memos = useFleetList(({ devices }) =>
    [...devices.values()].filter(({ registered }) => registered).map(({ memo }) => memo),
  )
  const linked = useMemo(() => new Map(links.map(({ deviceid, definename }) => [deviceid, definename])), [links])
  const memoOf = useMemo(() => new Map(ids.map((id, at) => [id, memos[at] ?? ''])), [ids, memos])
  const columns = useMemo((): readonly DataColumn<DeviceRow>[] => {
    const profileOf = (id: string): string => linked.get(id) ?? GLOBAL_PROFILE
    return [
      { id: 'device', label: t('eventProfiles.device'), text: ({ id }) => id },
      { id: 'memo', label: t('eventProfiles.memo'), text: ({ id }) => memoOf.get(id) ?? '' },
      {
        id: 'profile',
        label: t('eventProfiles.profile'),
        text: ({ id }) => profileOf(id),
        cell: ({ id }) => (
          <ProfileSelect
            label={t('eventProfiles.profileOf', { device: id })}
            names={names}
            value={profileOf(id)}
            disabled={link.isPending}
            onChange={(definename) => link.mutate({ deviceid: [id], definename })}
          />
        ),
      },
    ]
  }, [t, names, linked, memoOf, link.isPending, link.mutate])
  const all = useMemo(() => ids.map((id) => ({ id })), [ids])
  const rows = matchingRows(all, columns, words)
  const chosen = names.includes(forSelected) ? forSelected : GLOBAL_PROFILE
  return (
    <TablePage title={t('eventProfiles.devices')} words={words} onWords={setWords}>
      {rows.length === 0 ? (
        <NoRows isEmpty={ids.length === 0} />
      ) : (
        <DataTable
          label={t('eventProfiles.devices')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          nameColumn="device"
          selection={selection}
          stacked={isPhone}
        />
      )}
      <BulkBar selection={selection}>
        <ProfileSelect
          label={t('eventProfiles.profile')}
          names={names}
          value={chosen}
          disabled={link.isPending}
          onChange={setForSelected}
        />
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={link.isPending}
          onClick={() =>
            link.mutate({ deviceid: [...selection.keys], definename: chosen }, { onSuccess: selection.clear })
          }
        >
          {t('eventProfiles.assign')}
        </button>
      </BulkBar>
    </TablePage>
  )
}

function ProfileSelect(props: {
  readonly label: string
  readonly names: readonly string[]
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (name: string) => void
}) {
  const { label, names, value, disabled, onChange } = props
  return (
    <select
      className={`form-select form-select-sm ${styles.select}`}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}
