import type { PermissionGroup } from '@fleetglass/contract/permissions'
import { useText } from '../../../platform/texts/index.ts'
import styles from '../permissions.module.css'

/** PERM-004: which permission groups are columns of the matrix. */
export function GroupSwitches(props: {
  readonly groups: readonly PermissionGroup[]
  readonly isShown: (group: PermissionGroup) => boolean
  readonly onShow: (id: number, isOn: boolean) => void
}) {
  const t = useText()
  return (
    <fieldset className={styles.switches}>
      <legend className="visually-hidden">{t('permissions.edit')}</legend>
      {props.groups.map((group) => (
        <label key={group.id} className="form-check form-switch">
          <input
            type="checkbox"
            className="form-check-input"
            aria-label={t('permissions.show', { group: group.name })}
            checked={props.isShown(group)}
            onChange={(event) => props.onShow(group.id, event.target.checked)}
          />
          <bdi>{group.name}</bdi> <span className="muted">{group.id}</span>
        </label>
      ))}
    </fieldset>
  )
}
