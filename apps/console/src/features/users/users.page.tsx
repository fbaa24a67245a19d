import { USERS_MAX } from '@fleetglass/contract/session'
import type { User } from '@fleetglass/contract/users'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { openDialog } from '../../platform/pages/index.ts'
import { useClock, useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useMayRemoteSettings } from '../../shared/access/index.ts'
import { accountAccess } from '../../shared/dialogs/index.ts'
import { useGroupTree } from '../../shared/groups/index.ts'
import { DataTable, ListFailed, matchingRows, NoRows, TablePage, useColumnChoice } from '../../ui/data-table/index.ts'
import { Icon, Loading, useLeaveQuestion } from '../../ui/index.ts'
import { RECORDERS, RecorderRemoval, recordersAddress } from './components/recorder-removal.tsx'
import { UserForm } from './components/user-form.tsx'
import { type AskedUser, UserQuestion } from './components/user-question.tsx'
import { type RowAction, userColumns } from './users.columns.tsx'
import styles from './users.module.css'
import { type UsersLists, usePermissionGroups, useUsers } from './users.queries.ts'

/** USR-01: who may log in. */
export function UsersPage() {
  const [search] = useSearchParams()
  // USR-44.
  const mayRemove = useMayRemoteSettings()
  return mayRemove && search.has(RECORDERS) ? <RecordersPage /> : <UserLists mayRemove={mayRemove} />
}

function RecordersPage() {
  const t = useText()
  return (
    <div className={styles.recordersPage}>
      <Link className="btn btn-quiet btn-sm icon-text" to="/usersetting">
        <Icon name="back" size={16} />
        {t('users.recordersBack')}
      </Link>
      <RecorderRemoval />
    </div>
  )
}

function UserLists({ mayRemove }: { readonly mayRemove: boolean }) {
  const t = useText()
  const users = useUsers()
  const permissions = usePermissionGroups()
  const groups = useGroupTree()
  // While the users are requested again each second, the reason stays in sight (USR-43).
  const failed = [users, permissions, groups].find(({ data, failureReason }) => data === undefined && failureReason)
  if (failed?.failureReason) {
    return <ListFailed reason={failed.failureReason.message} onAgain={() => void failed.refetch()} />
  }
  if (users.data === undefined || permissions.data === undefined || groups.data === undefined) {
    return <Loading label={t('page.loading')} />
  }
  return <Users users={users.data} permissions={permissions.data} groups={groups.data} mayRemove={mayRemove} />
}

/** USR-13: whose form is open; a new user has no name yet, and `none` is a closed form. */
type Editing = { readonly kind: 'none' } | { readonly kind: 'add' } | { readonly kind: 'update'; readonly name: string }

const none: Editing = { kind: 'none' }

function Users({ mayRemove, ...lists }: UsersLists & { readonly mayRemove: boolean }) {
  const t = useText()
  const site = useSite()
  const nowS = Math.floor(useClock().nowMs() / 1000)
  const { users, permissions, groups } = lists
  const [words, setWords] = useState('')
  const [editing, setEditing] = useState<Editing>(none)
  const [isChanged, setChanged] = useState(false)
  const [asked, setAsked] = useState<AskedUser | null>(null)
  const { ask, question } = useLeaveQuestion(isChanged, '', () => setChanged(false))
  const edited = editing.kind === 'update' ? users.find(({ name }) => name === editing.name) : undefined
  const isOpen = editing.kind === 'add' || edited !== undefined
  const onAction = (kind: RowAction, user: User): void => {
    if (kind === 'access') openDialog(accountAccess, { user: user.name })
    else if (kind === 'edit') ask(() => setEditing({ kind: 'update', name: user.name }))
    else setAsked({ kind, name: user.name })
  }
  const isNarrow = useIsMobile()
  const { columns, menu } = useColumnChoice(
    'userColumns',
    userColumns({ t, site, groups, permissions, nowS, onAction }),
  )
  const shown = useMemo(() => matchingRows(users, columns, words), [users, columns, words])
  const close = (): void => {
    setChanged(false)
    setEditing(none)
  }
  return (
    <div className={styles.page} data-form={isOpen || undefined}>
      <TablePage
        title={t('page.userSetting')}
        words={words}
        onWords={setWords}
        searchLabel={t('users.search')}
        head={
          <>
            {menu}
            {mayRemove ? (
              <Link className="btn btn-quiet btn-sm" to={recordersAddress()}>
                {t('users.recorders')}
              </Link>
            ) : null}
            <button
              type="button"
              className="btn btn-primary btn-sm icon-text"
              aria-pressed={editing.kind === 'add'}
              onClick={() => ask(() => setEditing(editing.kind === 'add' ? none : { kind: 'add' }))}
            >
              <Icon name="plus" size={16} />
              {t('users.add')}
            </button>
          </>
        }
      >
        {users.length >= USERS_MAX ? (
          <p className={styles.full} role="status">
            {t('users.full', { most: USERS_MAX })}
          </p>
        ) : null}
        {shown.length === 0 ? (
          <NoRows isEmpty={users.length === 0} emptyTitle={t('users.empty')} />
        ) : (
          <DataTable
            label={t('users.table')}
            columns={columns}
            rows={shown}
            keyOf={({ name }) => name}
            nameColumn="name"
            onOpen={(user) => onAction('edit', user)}
            stacked={isNarrow}
          />
        )}
      </TablePage>
      {isOpen ? (
        <UserForm
          key={edited === undefined ? 'add' : `update ${edited.name}`}
          lists={lists}
          user={edited ?? null}
          onChanged={setChanged}
          onClose={() => ask(close)}
          onDone={close}
        />
      ) : null}
      <UserQuestion asked={asked} onClose={() => setAsked(null)} onDeleted={close} />
      {question}
    </div>
  )
}
