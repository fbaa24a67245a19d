import type { ErrorCode } from '@fleetglass/contract/errors'
import {
  type EventDefinition,
  GLOBAL_PROFILE,
  PROFILE_NAME_MAX,
  profileNameSchema,
} from '@fleetglass/contract/event-profiles'
import { useEffect, useId, useState } from 'react'
import { CallRefused } from '../../../platform/http/index.ts'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DataTable, matchingRows, NoRows, TablePage } from '../../../ui/data-table/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import styles from '../event-profiles.module.css'
import { useProfileWrites } from '../event-profiles.queries.ts'
import { isBlank, useProfileDraft } from '../profile-draft.ts'
import { editorColumns } from './editor-columns.tsx'

/** Somebody else saved the profile meanwhile. */
const CHANGED: ErrorCode = 'event-profile-changed'

/** PROF-04: one profile, an event code a row; `name` is null for a new one. */
export function ProfileEditor(props: {
  readonly definitions: readonly EventDefinition[]
  readonly name: string | null
  readonly names: readonly string[]
  /** Devices that would lose it. */
  readonly deviceCount: number
  readonly onChanged: (isChanged: boolean) => void
  readonly onSaved: (name: string) => void
  readonly onDeleted: () => void
}) {
  const t = useText()
  const { definitions, name, names, deviceCount, onChanged, onSaved, onDeleted } = props
  const draft = useProfileDraft(definitions, name)
  const { save, remove, readAgain } = useProfileWrites()
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const [onlyOwn, setOnlyOwn] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isPhone = useIsMobile()
  const isChanged = draft.changes > 0 || typed !== ''
  useEffect(() => {
    onChanged(isChanged)
    // An editor that is gone has nothing to lose.
    return () => onChanged(false)
  }, [isChanged, onChanged])
  const nameFault = name === null ? faultOfName(typed, names) : null
  // Somebody else deleted it while it was changed here: a save would bring it back without its devices.
  const isGone = name !== null && !names.includes(name)
  const isEmpty = name !== GLOBAL_PROFILE && draft.toSave().entries.length === 0
  const maySave = draft.changes > 0 && !draft.hasFault && nameFault === null && !isEmpty && !isGone && !save.isPending
  const columns = editorColumns({ t, draft, isClosed: save.isPending, isPhone })
  const wanted = onlyOwn
    ? draft.rows.filter(({ code }) => draft.isChanged(code) || !isBlank(draft.storedOf(code)))
    : draft.rows
  const rows = matchingRows(wanted, columns, words)
  const send = (): void => {
    const definename = name ?? typed.trim()
    save.mutate(
      { definename, ...draft.toSave() },
      {
        onSuccess: () => {
          draft.discard()
          setTyped('')
          onSaved(definename)
        },
        onError: (error) => {
          if (error instanceof CallRefused && error.code === CHANGED) void readAgain().then(draft.rebase)
        },
      },
    )
  }
  return (
    <TablePage
      title={name ?? t('eventProfiles.newTitle')}
      words={words}
      onWords={setWords}
      searchLabel={t('eventProfiles.search')}
      head={
        <>
          {name === null ? <NameField value={typed} fault={nameFault} onChange={setTyped} /> : null}
          <span className={styles.unsaved} role="status">
            {isGone
              ? t('eventProfiles.gone')
              : draft.changes > 0
                ? t('eventProfiles.unsaved', { count: draft.changes })
                : ''}
          </span>
          <label className="form-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={onlyOwn}
              onChange={({ target }) => setOnlyOwn(target.checked)}
            />
            {t('eventProfiles.onlyOwn')}
          </label>
          {name === null || name === GLOBAL_PROFILE ? null : (
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAsked(true)}>
              {t('eventProfiles.delete')}
            </button>
          )}
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={!isChanged || save.isPending}
            onClick={() => {
              draft.discard()
              setTyped('')
            }}
          >
            {t('form.discard')}
          </button>
          <button
            type="button"
            className="btn btn-primary btn-sm"
            disabled={!maySave}
            title={isEmpty ? t('eventProfiles.needsEvent') : undefined}
            onClick={send}
          >
            {t('form.save')}
          </button>
        </>
      }
    >
      {rows.length === 0 ? (
        <NoRows
          isEmpty={onlyOwn && words === ''}
          emptyTitle={t('eventProfiles.noneOwn')}
          emptyHint={t('eventProfiles.noneOwnHint')}
        />
      ) : (
        <DataTable
          label={t('eventProfiles.table')}
          columns={columns}
          rows={rows}
          keyOf={({ code }) => String(code)}
          nameColumn="code"
          stacked={isPhone}
        />
      )}
      <ConfirmDialog
        open={isAsked}
        title={t('eventProfiles.deleteText')}
        about={name ?? ''}
        text={t('eventProfiles.deleteHint', { count: deviceCount })}
        confirmLabel={t('eventProfiles.deleteConfirm')}
        onConfirm={async () => {
          await remove.mutateAsync(name ?? '')
          draft.discard()
          onDeleted()
        }}
        onClose={() => setAsked(false)}
      />
    </TablePage>
  )
}

type NameFault = 'empty' | 'reserved' | 'taken'

/** PROF-09, PROF-10. */
function faultOfName(typed: string, names: readonly string[]): NameFault | null {
  const name = typed.trim()
  if (name === '') return 'empty'
  if (names.includes(name)) return 'taken'
  return profileNameSchema.safeParse(name).success ? null : 'reserved'
}

function NameField(props: {
  readonly value: string
  readonly fault: NameFault | null
  readonly onChange: (value: string) => void
}) {
  const t = useText()
  const id = useId()
  const { value, fault, onChange } = props
  // That nothing was typed yet is no fault to point at.
  const shown = value === '' ? null : fault
  return (
    <span className={styles.nameField}>
      <input
        className={shown === null ? 'form-control' : 'form-control is-invalid'}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('eventProfiles.name')}
        aria-label={t('eventProfiles.name')}
        aria-invalid={shown !== null}
        aria-describedby={id}
        value={value}
        onChange={({ target }) => {
          if ([...target.value].length <= PROFILE_NAME_MAX) onChange(target.value)
        }}
      />
      <span id={id} className={styles.fault} role={shown === null ? undefined : 'alert'}>
        {shown === null ? '' : t(`eventProfiles.fault.${shown}`)}
      </span>
    </span>
  )
}
