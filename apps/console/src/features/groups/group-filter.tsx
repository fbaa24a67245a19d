import { useEffect, useState } from 'react'
import { useFleet } from '../../engines/fleet/index.ts'
import { CallRefused } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { GroupOptions, useGroupTree } from '../../shared/groups/index.ts'
import { notify } from '../../ui/index.ts'
import { useGroupDevices } from './use-groups.ts'
import './group-filter.css'

/** Limits every device list to the devices of one group (RIGHT-066). Without a second group there is nothing to choose. */
export function GroupFilter() {
  const t = useText()
  const fleet = useFleet()
  // Without the list of groups there is nothing to choose, and every list is whole.
  const groups = useGroupTree().data?.all ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: ids, error } = useGroupDevices(chosen)
  useEffect(() => {
    // Until the group's devices are known nothing of it is shown, rather than devices of other groups.
    fleet.setFilterGroup(chosen === null ? null : { groupId: chosen, devices: ids ?? new Set() })
  }, [fleet, chosen, ids])
  useEffect(() => () => fleet.setFilterGroup(null), [fleet])
  useEffect(() => {
    if (!error) return
    // A refusal has been shown in the server's own words (ERR0-02).
    if (!(error instanceof CallRefused)) notify.error(t('groups.failed'), { detail: error.message })
    setChosen(null)
  }, [error, t])
  if (groups.length < 2) return null
  return (
    <select
      className="form-select group-filter"
      aria-label={t('groups.filter')}
      value={chosen ?? ''}
      onChange={(event) => setChosen(event.target.value || null)}
    >
      <option value="">{t('groups.all')}</option>
      <GroupOptions groups={groups} />
    </select>
  )
}
