import { can } from '@fleetglass/contract/access'
import { TEXT_MAX } from '@fleetglass/contract/device-settings'
import {
  type DriverInfo,
  type DriverSave,
  driverInfoSchema,
  driverSaveAccess,
  PHONE_MAX,
} from '@fleetglass/contract/drivers'
import type { TextKey } from '@fleetglass/texts'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { Icon, Loading, useLeaveQuestion } from '../../ui/index.ts'
import { DriverField } from './components/driver-field.tsx'
import { useDrivers, useSaveDriver } from './drivers.queries.ts'

/** DRV-01: who drives what. */
export function DriversPage() {
  const t = useText()
  const drivers = useDrivers()
  if (drivers.isPending) return <Loading label={t('page.loading')} />
  if (drivers.isError) return <ListFailed reason={drivers.error.message} onAgain={() => void drivers.refetch()} />
  return <DriversTable rows={drivers.data} />
}

type Draft = Omit<DriverSave, 'deviceid'>

function DriversTable({ rows }: { readonly rows: readonly DriverInfo[] }) {
  const t = useText()
  const [words, setWords] = useState('')
  const { draftOf, edit, saveRow, hasChanges } = useDrafts()
  const { question } = useLeaveQuestion(hasChanges(rows), '')
  const isNarrow = useIsMobile()
  const columns = useDriverColumns(draftOf, edit, saveRow)
  // What is typed into a row does not move it: the table is sorted and searched by what is stored.
  const shown = useMemo(() => matchingRows(rows, columns, words), [rows, columns, words])
  return (
    <TablePage title={t('drivers.title')} words={words} onWords={setWords}>
      {shown.length === 0 ? (
        <NoRows isEmpty={rows.length === 0} />
      ) : (
        <DataTable
          label={t('drivers.table')}
          columns={columns}
          rows={shown}
          keyOf={({ deviceid }) => deviceid}
          nameColumn="device"
          stacked={isNarrow}
        />
      )}
      {question}
    </TablePage>
  )
}

/** What was typed and is not saved, by device: a row that is scrolled out of sight keeps its edits. */
function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const save = useSaveDriver()
  const forget = (deviceid: string): void =>
    setDrafts((before) => new Map([...before].filter(([one]) => one !== deviceid)))
  const edit = useCallback((deviceid: string, change: Draft): void => {
    setDrafts((before) => new Map(before).set(deviceid, { ...before.get(deviceid), ...change }))
  }, [])
  return {
    draftOf: (deviceid: string): Draft => drafts.get(deviceid) ?? {},
    edit,
    hasChanges: (rows: readonly DriverInfo[]): boolean =>
      drafts.size > 0 && rows.some((row) => hasAny(changesOf(row, drafts.get(row.deviceid) ?? {}))),
    saveRow: (deviceid: string, changed: Draft): void =>
      save.mutate({ deviceid, ...changed }, { onSuccess: () => forget(deviceid) }),
  }
}

function useDriverColumns(
  draftOf: (deviceid: string) => Draft,
  edit: (deviceid: string, change: Draft) => void,
  saveRow: (deviceid: string, changed: Draft) => void,
): readonly DataColumn<DriverInfo>[] {
  const t = useText()
  const { rights } = useSession()
  const maySave = can(rights, driverSaveAccess)
  const editable = (
    name: 'driver' | 'gender' | 'phone' | 'birthday',
    labelKey: TextKey,
    kind: 'text' | 'tel' | 'date' | 'gender',
    max: number,
  ): DataColumn<DriverInfo> => {
    const text = (row: DriverInfo): string =>
      name === 'gender' ? (row.gender === '' ? '' : t(`drivers.${row.gender}`)) : row[name]
    const column = { id: name, label: t(labelKey), text }
    if (!maySave) return column
    return {
      ...column,
      cell: (row) => (
        <DriverField
          label={t('drivers.of', { field: t(labelKey), device: row.deviceid })}
          kind={kind}
          max={max}
          value={draftOf(row.deviceid)[name] ?? row[name]}
          fault={
            (name === 'phone' || name === 'birthday') && isFaulty(name, draftOf(row.deviceid)[name])
              ? t(`drivers.fault.${name}`)
              : null
          }
          onChange={(value) => edit(row.deviceid, { [name]: value })}
          onEnter={() => {
            const changed = changesOf(row, draftOf(row.deviceid))
            if (maySaveChanges(changed)) saveRow(row.deviceid, changed)
          }}
        />
      ),
    }
  }
  return [
    { id: 'device', label: t('drivers.device'), text: ({ deviceid }) => deviceid },
    editable('driver', 'drivers.name', 'text', TEXT_MAX),
    editable('gender', 'drivers.gender', 'gender', 1),
    editable('phone', 'drivers.phone', 'tel', PHONE_MAX),
    editable('birthday', 'drivers.birthday', 'date', 10),
    // DRV-05: what there are no data of stays empty.
    { id: 'pic', label: t('drivers.pic'), plain: true, text: () => '' },
    {
      id: 'update',
      label: t('drivers.update'),
      text: ({ update }) => (update === 0 ? '' : localTimeText(update)),
      value: ({ update }) => update,
    },
    {
      id: 'action',
      label: t('drivers.action'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (row) => {
        const changed = changesOf(row, draftOf(row.deviceid))
        const label = t('drivers.save', { device: row.deviceid })
        return maySave ? (
          <button
            type="button"
            className="icon-button"
            aria-label={label}
            title={label}
            disabled={!maySaveChanges(changed)}
            onClick={() => saveRow(row.deviceid, changed)}
          >
            <Icon name="check" size={18} />
          </button>
        ) : null
      },
    },
  ]
}

function isFaulty(name: 'phone' | 'birthday', typed: string | undefined): boolean {
  return typed !== undefined && !driverInfoSchema.shape[name].safeParse(typed).success
}

function maySaveChanges(changed: Draft): boolean {
  return hasAny(changed) && !isFaulty('phone', changed.phone) && !isFaulty('birthday', changed.birthday)
}

function hasAny(draft: Draft): boolean {
  return Object.keys(draft).length > 0
}

function changesOf(row: DriverInfo, draft: Draft): Draft {
  const names = Object.keys(draft) as (keyof Draft)[]
  return Object.fromEntries(names.filter((name) => draft[name] !== row[name]).map((name) => [name, draft[name]]))
}
