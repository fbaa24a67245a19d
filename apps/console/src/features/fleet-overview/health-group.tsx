import { useFleetState } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { type GroupNode, GroupOptions, useGroupTree } from '../../shared/groups/index.ts'

export interface HealthGroup {
  /** The one that limits the list; empty: none. */
  readonly groupId: string
  /** The group that the bar limits every list to (RIGHT-066). */
  readonly limit: GroupNode | null
  /** Those to choose from. */
  readonly offered: readonly GroupNode[]
}

/** The group of the address, where it is within that of the bar; else that of the bar. */
export function useHealthGroup(chosen: string): HealthGroup {
  const filtered = useFleetState(({ filter }) => filter.group?.groupId ?? '')
  const tree = useGroupTree().data
  const limit = tree?.get(filtered) ?? null
  const isWithin = (groupId: string): boolean =>
    filtered === '' || (tree?.pathOf(groupId) ?? []).some(({ groupid }) => groupid === filtered)
  const offered = (tree?.all ?? []).filter(({ groupid }) => groupid !== filtered && isWithin(groupid))
  return { groupId: chosen !== '' && isWithin(chosen) ? chosen : filtered, limit, offered }
}

/** Without a second group there is nothing to choose. */
export function HealthGroupChoice(props: {
  readonly group: HealthGroup
  readonly onChoose: (groupId: string) => void
}) {
  const t = useText()
  const { group, onChoose } = props
  const { groupId, limit, offered } = group
  if (offered.length < (limit === null ? 2 : 1)) return null
  return (
    <select
      className="form-select"
      aria-label={t('health.group')}
      value={offered.some(({ groupid }) => groupid === groupId) ? groupId : ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{limit?.name ?? t('health.allGroups')}</option>
      <GroupOptions groups={offered} />
    </select>
  )
}
