import type { PermissionGroup } from '@fleetglass/contract/permissions'
import { isDeletable, isInactive, type User } from '@fleetglass/contract/users'
import type { IconName } from '../../platform/icons/index.ts'
import type { Translate } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import type { GroupTree } from '../../shared/groups/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'
import type { UsersSite } from './users.form.ts'
import styles from './users.module.css'

/** What can be done with a row. */
export type RowAction = 'access' | 'edit' | 'activate' | 'delete'

interface ColumnsOf {
  readonly t: Translate
  readonly site: UsersSite
  readonly groups: GroupTree
  readonly permissions: readonly PermissionGroup[]
  readonly nowS: number
  readonly onAction: (action: RowAction, user: User) => void
}

/** USR-04, USR-06. */
export function userColumns(of: ColumnsOf): readonly DataColumn<User>[] {
  const { t, site, groups, permissions, nowS, onAction } = of
  const groupOf = ({ groupid }: User): string => groups.get(groupid)?.name ?? groupid
  const permissionOf = ({ permission }: User): string =>
    permissions.find(({ id }) => id === permission)?.name ?? String(permission)
  const isMarked = (user: User): boolean => site.strictPassword && isInactive(user, nowS)
  const time = (atS: number): string => (atS === 0 ? '' : localTimeText(atS))
  const loginText = ({ logintime }: User): string => time(logintime) || t('users.never')
  const external: readonly DataColumn<User>[] = site.externalSetting
    ? [{ id: 'extuser', label: t('users.extuser'), optional: 'shown', text: ({ extuser }) => extuser }]
    : []
  return [
    { id: 'name', label: t('users.name'), text: ({ name }) => name },
    { id: 'group', label: t('users.group'), text: groupOf },
    { id: 'permission', label: t('users.permission'), text: permissionOf },
    { id: 'expiry', label: t('users.expiry'), text: ({ expirydate }) => expirydate },
    {
      id: 'login',
      label: t('users.login'),
      text: loginText,
      value: ({ logintime }) => logintime,
      cell: (user) => <span className={isMarked(user) ? styles.inactive : undefined}>{loginText(user)}</span>,
    },
    {
      id: 'update',
      label: t('users.update'),
      text: ({ updatetime }) => time(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    {
      id: 'retention',
      label: t('users.retention'),
      numeric: true,
      optional: 'shown',
      text: ({ rdbretention }) => (rdbretention === 0 ? '' : String(rdbretention)),
      value: ({ rdbretention }) => rdbretention || Number.POSITIVE_INFINITY,
    },
    { id: 'mail', label: t('users.mail'), optional: 'shown', text: ({ mail1 }) => mail1 },
    { id: 'phone', label: t('users.phone'), optional: 'shown', text: ({ phone }) => phone },
    ...external,
    { id: 'memo', label: t('users.memo'), optional: 'shown', text: ({ memo }) => memo },
    {
      id: 'actions',
      label: t('users.actions'),
      head: <span className="visually-hidden">{t('users.actions')}</span>,
      plain: true,
      pinned: true,
      text: () => '',
      cell: (user) => (
        <span className={styles.actions}>
          {isMarked(user) ? (
            <RowButton icon="restart" label={t('users.activate', user)} onClick={() => onAction('activate', user)} />
          ) : null}
          <button
            type="button"
            className={`btn btn-quiet btn-sm icon-text ${styles.access}`}
            aria-label={t('users.access', user)}
            title={t('users.accessHint', user)}
            onClick={() => onAction('access', user)}
          >
            <Icon name="key" size={18} />
            <span>{t('account.open')}</span>
          </button>
          <RowButton icon="pencil" label={t('users.edit', user)} onClick={() => onAction('edit', user)} />
          {isDeletable(user, site) ? (
            <RowButton icon="trash" label={t('users.delete', user)} onClick={() => onAction('delete', user)} />
          ) : null}
        </span>
      ),
    },
  ]
}

function RowButton(props: { readonly icon: IconName; readonly label: string; readonly onClick: () => void }) {
  const { icon, label, onClick } = props
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  )
}
