import type { PermissionGroup } from '@fleetglass/contract/permissions'
import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import type { PermissionDrafts } from '../permission-drafts.ts'
import styles from '../permissions.module.css'

/** The group whose flags a narrow screen lists. The changes of the others stay. */
export function GroupPicker(props: {
  readonly groups: readonly PermissionGroup[]
  readonly current: PermissionGroup
  readonly drafts: PermissionDrafts
  readonly onPick: (id: number) => void
}) {
  const t = useText()
  const id = useId()
  const { groups, current, drafts, onPick } = props
  const labelOf = (group: PermissionGroup): string =>
    drafts.isGroupChanged(group) ? `${group.name} (${t('permissions.unsaved')})` : group.name
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{t('permissions.group')}</label>
      <select
        id={id}
        className="form-select"
        dir="auto"
        value={current.id}
        onChange={({ target }) => onPick(Number(target.value))}
      >
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            {labelOf(group)}
          </option>
        ))}
      </select>
    </div>
  )
}
