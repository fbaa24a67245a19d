import { type PermissionGroup, type PermissionRow, permissionRows } from '@fleetglass/contract/permissions'
import { useState } from 'react'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { ListFailed, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading, PageState, useLeaveQuestion } from '../../ui/index.ts'
import { GroupPicker } from './components/group-picker.tsx'
import { GroupSwitches } from './components/group-switches.tsx'
import { PermissionMatrix } from './components/permission-matrix.tsx'
import { usePermissionDrafts } from './permission-drafts.ts'
import styles from './permissions.module.css'
import { useCopy, useDelete, usePermissions, useSaveRow } from './permissions.queries.ts'
import { useShownGroups } from './shown-groups.ts'

/** PERM-001: what each permission group may do. */
export function PermissionsPage() {
  const t = useText()
  const permissions = usePermissions()
  if (permissions.isPending) return <Loading label={t('page.loading')} />
  if (permissions.isError) {
    return <ListFailed reason={permissions.error.message} onAgain={() => void permissions.refetch()} />
  }
  return <Permissions groups={permissions.data} />
}

/** A question about one group. */
interface Question {
  readonly kind: 'copy' | 'delete'
  readonly group: PermissionGroup
}

function Permissions({ groups }: { readonly groups: readonly PermissionGroup[] }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [isEditing, setEditing] = useState(false)
  const [renamed, setRenamed] = useState<number | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  const { isShown, show } = useShownGroups()
  const drafts = usePermissionDrafts(groups)
  const { expanded, toggle, rows } = useRows(words)
  const saveRow = useSaveRow()
  const { question } = useLeaveQuestion(drafts.changedRows > 0, '')
  const shown = groups.filter(isShown)
  const isNarrow = useIsMobile()
  const [picked, setPicked] = useState<number | null>(null)
  // A phone has room for the flags of one group.
  const current = shown.find(({ id }) => id === picked) ?? shown[0]
  const columns = isNarrow && current !== undefined ? [current] : shown
  return (
    <TablePage
      title={t('permissions.title')}
      words={words}
      onWords={setWords}
      searchLabel={t('permissions.search')}
      head={
        <>
          {drafts.changedRows > 0 ? (
            <span className={styles.count}>{t('permissions.unsavedRows', { count: drafts.changedRows })}</span>
          ) : null}
          <button
            type="button"
            className="btn btn-quiet"
            aria-expanded={isEditing}
            onClick={() => setEditing((before) => !before)}
          >
            <Icon name="columns" size={18} /> {t('permissions.edit')}
          </button>
        </>
      }
    >
      {isEditing ? <GroupSwitches groups={groups} isShown={isShown} onShow={show} /> : null}
      {isNarrow && current !== undefined ? (
        <GroupPicker groups={shown} current={current} drafts={drafts} onPick={setPicked} />
      ) : null}
      {shown.length === 0 ? (
        <PageState icon="columns" title={t('permissions.noneShown')} hint={t('permissions.noneShownHint')} />
      ) : rows.length === 0 ? (
        <NoRows isEmpty={false} />
      ) : (
        <PermissionMatrix
          groups={columns}
          rows={rows}
          drafts={drafts}
          expanded={expanded}
          onExpand={toggle}
          isSaving={saveRow.isPending}
          onSave={(index) => saveRow.mutate(drafts.rowOf(index), { onSuccess: () => drafts.forget(index) })}
          renamed={renamed}
          onRename={setRenamed}
          onCopy={(group) => setAsked({ kind: 'copy', group })}
          onDelete={(group) => setAsked({ kind: 'delete', group })}
        />
      )}
      <GroupQuestion
        asked={asked}
        onCopied={(id) => {
          show(id, true)
          setPicked(id)
        }}
        onClose={() => setAsked(null)}
      />
      {question}
    </TablePage>
  )
}

function GroupQuestion(props: {
  readonly asked: Question | null
  /** A copy is shown at once, so that it can be renamed. */
  readonly onCopied: (id: number) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const copy = useCopy()
  const remove = useDelete()
  const { asked, onClose } = props
  const group = asked?.group.name ?? ''
  if (asked?.kind === 'delete') {
    return (
      <ConfirmDialog
        open
        title={t('permissions.delete', { group })}
        text={t('permissions.deleteText')}
        confirmLabel={t('permissions.deleteConfirm')}
        onConfirm={() => remove.mutateAsync(asked.group)}
        onClose={onClose}
      />
    )
  }
  const confirm = async (): Promise<void> => {
    if (asked === null) return
    const before = asked.group
    const list = await copy.mutateAsync(before.id)
    const copies = list.filter(({ access, name }) => access === before.access && name.startsWith(before.name))
    for (const { id } of copies) props.onCopied(id)
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t('permissions.copyTitle', { group })}
      text={t('permissions.copyText')}
      confirmLabel={t('permissions.copyConfirm')}
      isHarmless
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** The rows that a search finds, with the parents of those found; without one the items of closed parents are left out. */
function useRows(words: string) {
  const t = useText()
  const site = useSite()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const all = permissionRows.filter(({ flag }) => flag !== 'F_lmdvrs_del_record' || site.deleteRecordRow)
  const found = words.trim() === '' ? null : foundRows(all, words, t)
  return {
    expanded: found === null ? expanded : new Set(all.map(({ flag }) => flag as string)),
    rows: found ?? all.filter(({ parent }) => parent === null || expanded.has(parent)),
    toggle: (flag: string): void =>
      setExpanded((before) =>
        before.has(flag) ? new Set([...before].filter((one) => one !== flag)) : new Set([...before, flag]),
      ),
  }
}

function foundRows(all: readonly PermissionRow[], words: string, t: Translate): readonly PermissionRow[] {
  const wanted = words.trim().toLocaleLowerCase()
  const matches = ({ flag }: PermissionRow): boolean => t(`permissions.${flag}`).toLocaleLowerCase().includes(wanted)
  const found = all.filter(matches)
  return all.filter((row) => found.some((one) => one === row || one.parent === row.flag))
}
