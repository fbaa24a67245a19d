import { can } from '@fleetglass/contract/access'
import { type RecordSettings, recordSettingAccess } from '@fleetglass/contract/recording-settings'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useFleet } from '../../engines/fleet/index.ts'
import { openDialog } from '../../platform/pages/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { useMayEditDevice } from '../../shared/access/index.ts'
import { deviceEditor } from '../../shared/dialogs/index.ts'
import {
  type DataColumn,
  DataTable,
  ListFailed,
  matchingRows,
  NoRows,
  TablePage,
  useSelection,
} from '../../ui/data-table/index.ts'
import { Icon, Loading } from '../../ui/index.ts'
import { DaysDialog, LimitDialog } from './components/setting-dialogs.tsx'
import { settingColumns, startLimit } from './recording-settings.columns.ts'
import './recording-settings.css'
import {
  setDays,
  setLimit,
  useRecordSettings,
  useRefreshRecordSettings,
  useSetRecordSettings,
} from './recording-settings.queries.ts'

type DialogName = 'days' | 'limit'

/** REC-18: the registered devices with what is recorded of them, and what is set for many of them at once. */
export function RecordingSettingsPage() {
  const t = useText()
  const settings = useRecordSettings()
  if (settings.isPending) return <Loading label={t('page.loading')} />
  if (settings.isError) return <ListFailed reason={settings.error.message} onAgain={() => void settings.refetch()} />
  return <SettingsTable rows={settings.data} />
}

function SettingsTable({ rows }: { readonly rows: readonly RecordSettings[] }) {
  const t = useText()
  const { mayDays, mayLimit, mayEdit } = useMayChange()
  const [words, setWords] = useState('')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  // Each opening begins anew.
  const [opening, setOpening] = useState(0)
  const save = useSetRecordSettings()
  const refresh = useRefreshRecordSettings()
  const fields = useMemo(() => settingColumns(t), [t])
  const shown = useDeferredValue(useMemo(() => matchingRows(rows, fields, words), [rows, fields, words]))
  const selection = useSelection()
  const chosen = useMemo(
    () => rows.map(({ deviceid }) => deviceid).filter((deviceid) => selection.keys.has(deviceid)),
    [rows, selection.keys],
  )
  const mayChoose = mayDays || mayLimit
  const editRow = useEditRow(refresh)
  const columns = useMemo(() => (mayEdit ? [...fields, editColumn(t, editRow)] : fields), [mayEdit, fields, editRow, t])
  const open = (name: DialogName): void => {
    setDialog(name)
    setOpening((before) => before + 1)
  }
  return (
    <TablePage
      title={t('recset.title')}
      words={words}
      onWords={setWords}
      head={
        <>
          {mayChoose ? <span className="muted num">{t('table.selected', { count: chosen.length })}</span> : null}
          {mayDays ? (
            <DialogButton label={t('recset.setDays')} isOff={chosen.length === 0} onOpen={() => open('days')} />
          ) : null}
          {mayLimit ? (
            <DialogButton label={t('recset.setLimit')} isOff={chosen.length === 0} onOpen={() => open('limit')} />
          ) : null}
        </>
      }
    >
      {shown.length === 0 ? (
        <NoRows isEmpty={rows.length === 0} />
      ) : (
        <DataTable
          label={t('recset.table')}
          columns={columns}
          rows={shown}
          keyOf={({ deviceid }) => deviceid}
          nameColumn="device"
          {...(mayChoose ? { selection } : {})}
          {...(mayEdit ? { onOpen: editRow } : {})}
        />
      )}
      <DaysDialog
        open={dialog === 'days'}
        count={chosen.length}
        onSave={(days) => save.mutateAsync(setDays(chosen, days))}
        onClose={() => setDialog(null)}
      />
      <LimitDialog
        key={opening}
        start={startLimit(rows.filter(({ deviceid }) => selection.keys.has(deviceid)))}
        open={dialog === 'limit'}
        count={chosen.length}
        onSave={(limit) => save.mutateAsync(setLimit(chosen, limit))}
        onClose={() => setDialog(null)}
      />
    </TablePage>
  )
}

/** Permission 1 reads the page (REC-18). */
function useMayChange() {
  const { rights } = useSession()
  const mayEditDevice = useMayEditDevice()
  return {
    mayDays: can(rights, recordSettingAccess.recdays),
    mayLimit: can(rights, recordSettingAccess.netlimit),
    mayEdit: mayEditDevice && rights.permission === 0,
  }
}

/** Opens the editor of a device. After it saved, this list and the list of devices are loaded again. */
function useEditRow(refresh: () => Promise<void>): (row: RecordSettings) => void {
  const fleet = useFleet()
  return useCallback(
    ({ deviceid }) =>
      openDialog(deviceEditor, {
        deviceId: deviceid,
        onSaved: () => {
          fleet.flagChange()
          void refresh()
        },
      }),
    [fleet, refresh],
  )
}

function editColumn(t: Translate, onEdit: (row: RecordSettings) => void): DataColumn<RecordSettings> {
  return {
    id: 'edit',
    label: t('recset.edit'),
    plain: true,
    pinned: true,
    text: () => '',
    cell: (row) => {
      const label = t('editor.open', { device: row.deviceid })
      return (
        <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => onEdit(row)}>
          <Icon name="pencil" size={18} />
        </button>
      )
    },
  }
}

function DialogButton(props: { readonly label: string; readonly isOff: boolean; readonly onOpen: () => void }) {
  return (
    <button type="button" className="btn btn-quiet btn-sm" disabled={props.isOff} onClick={props.onOpen}>
      {props.label}
    </button>
  )
}
