import { can } from '@fleetglass/contract/access'
import { type RecordSettings, recordSettingAccess } from '@fleetglass/contract/recording-settings'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useFleet } from '../../engines/fleet/index.ts'
import { openDeviceEditor } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useMayEditDevice } from '../../shared/access/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
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
  const told = useMemo(() => settingColumns(t), [t])
  const shown = useDeferredValue(useMemo(() => matchingRows(rows, told, words), [rows, told, words]))
  const { chosen, isChosen, choose, chooseAll } = useChosen(rows)
  const mayChoose = mayDays || mayLimit
  const editColumn = useEditColumn(refresh)
  const columns = useMemo(
    () => [
      ...(mayChoose ? [chooseColumn(t, shown, isChosen, choose, chooseAll)] : []),
      ...told,
      ...(mayEdit ? [editColumn] : []),
    ],
    [mayChoose, mayEdit, told, shown, isChosen, choose, chooseAll, editColumn, t],
  )
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
          {mayChoose ? <span className="muted num">{t('recset.chosen', { count: chosen.length })}</span> : null}
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
        start={startLimit(rows.filter(({ deviceid }) => isChosen(deviceid)))}
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

/** The devices that were ticked and are still there. */
function useChosen(rows: readonly RecordSettings[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(
    () => rows.map(({ deviceid }) => deviceid).filter((deviceid) => ticked.has(deviceid)),
    [rows, ticked],
  )
  return useMemo(() => {
    const tick = (ids: readonly string[], isOn: boolean): void =>
      setTicked((before) => {
        const after = new Set(before)
        for (const id of ids)
          if (isOn) after.add(id)
          else after.delete(id)
        return after
      })
    return {
      chosen,
      isChosen: (deviceid: string) => ticked.has(deviceid),
      choose: (deviceid: string, isOn: boolean) => tick([deviceid], isOn),
      chooseAll: tick,
    }
  }, [chosen, ticked])
}

function chooseColumn(
  t: ReturnType<typeof useText>,
  shown: readonly RecordSettings[],
  isChosen: (deviceid: string) => boolean,
  choose: (deviceid: string, isOn: boolean) => void,
  chooseAll: (ids: readonly string[], isOn: boolean) => void,
): DataColumn<RecordSettings> {
  const ids = shown.map(({ deviceid }) => deviceid)
  return {
    id: 'choose',
    label: t('recset.chooseAll'),
    plain: true,
    text: () => '',
    head: (
      <input
        type="checkbox"
        className="form-check-input"
        aria-label={t('recset.chooseAll')}
        checked={ids.every(isChosen)}
        onChange={(event) => chooseAll(ids, event.target.checked)}
      />
    ),
    cell: ({ deviceid }) => (
      <input
        type="checkbox"
        className="form-check-input"
        aria-label={t('recset.choose', { device: deviceid })}
        checked={isChosen(deviceid)}
        onChange={(event) => choose(deviceid, event.target.checked)}
      />
    ),
  }
}

/** The way to the editor of one device; what it saved is asked for anew, here and in the list of the devices. */
function useEditColumn(refresh: () => Promise<void>): DataColumn<RecordSettings> {
  const t = useText()
  const fleet = useFleet()
  return {
    id: 'edit',
    label: t('recset.edit'),
    plain: true,
    pinned: true,
    text: () => '',
    cell: ({ deviceid }) => {
      const label = t('editor.open', { device: deviceid })
      const onSaved = () => {
        fleet.flagChange()
        void refresh()
      }
      return (
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          onClick={() => openDeviceEditor(deviceid, onSaved)}
        >
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
