import {
  LAST_BUILT_IN,
  PERMISSION_NAME_MAX,
  type PermissionGroup,
  permissionNameSchema,
} from '@fleetglass/contract/permissions'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import styles from '../permissions.module.css'
import { useRename } from '../permissions.queries.ts'

/** The head of a column: the group's name, and what can be done with the group. */
export function GroupHead(props: {
  readonly group: PermissionGroup
  readonly isChanged: boolean
  readonly isRenamed: boolean
  readonly onRename: (id: number | null) => void
  readonly onCopy: () => void
  readonly onDelete: () => void
}) {
  const t = useText()
  const { group, isChanged, isRenamed, onRename } = props
  const named = { group: group.name }
  const isBuiltIn = group.id <= LAST_BUILT_IN
  return (
    <th scope="col" className={styles.group} data-unsaved={isChanged || undefined}>
      {isRenamed ? (
        <NameForm group={group} onDone={() => onRename(null)} />
      ) : (
        <>
          <bdi className={styles.groupName} title={group.name}>
            {group.name}
          </bdi>
          <div className={styles.actions}>
            <span className={styles.groupId}>{group.id}</span>
            {isChanged ? <span className={styles.unsaved}>{t('permissions.unsaved')}</span> : null}
            {isBuiltIn ? null : (
              <>
                <HeadButton icon="pencil" label={t('permissions.rename', named)} onClick={() => onRename(group.id)} />
                <HeadButton icon="trash" label={t('permissions.delete', named)} onClick={props.onDelete} />
              </>
            )}
            <HeadButton icon="plus" label={t('permissions.copy', named)} onClick={props.onCopy} />
          </div>
        </>
      )}
    </th>
  )
}

function HeadButton(props: {
  readonly icon: 'pencil' | 'trash' | 'plus'
  readonly label: string
  readonly onClick: () => void
}) {
  const { icon, label, onClick } = props
  return (
    <button
      type="button"
      className={`icon-button ${styles.headButton}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={15} />
    </button>
  )
}

/** A name that was typed and is not saved stays marked, in edit mode, until it is saved or given up with Escape. */
function NameForm({ group, onDone }: { readonly group: PermissionGroup; readonly onDone: () => void }) {
  const t = useText()
  const rename = useRename()
  const [name, setName] = useState(group.name)
  const isChanged = name.trim() !== group.name
  const isFaulty = !permissionNameSchema.safeParse(name).success
  const save = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isChanged) onDone()
    else if (!isFaulty) rename.mutate({ id: group.id, name }, { onSuccess: onDone })
  }
  return (
    <form className={styles.nameForm} onSubmit={save} data-unsaved={isChanged || undefined}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that opened it
        autoFocus
        dir="auto"
        className="form-control form-control-sm"
        aria-label={t('permissions.name', { group: group.name })}
        aria-invalid={isFaulty}
        title={isFaulty ? t('permissions.fault.name', { max: PERMISSION_NAME_MAX }) : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <button
        type="submit"
        className={`icon-button ${styles.headButton}`}
        aria-label={t('permissions.saveName')}
        title={t('permissions.saveName')}
        disabled={isFaulty || rename.isPending}
      >
        <Icon name="check" size={15} />
      </button>
    </form>
  )
}
