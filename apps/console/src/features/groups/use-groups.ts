import {
  type Group,
  groupDevicesPath,
  groupDevicesSchema,
  groupListSchema,
  userGroupPath,
} from '@fleetglass/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { callJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'

/** A group with how deep it lies below the caller's own. */
export interface GroupChoice {
  readonly groupid: string
  readonly name: string
  readonly depth: number
}

/** The caller's group and those below it, each below its parent; empty until they are known. */
export function useGroups(): readonly GroupChoice[] {
  const { log } = usePreferences()
  const { userName } = useSession()
  const { data = [] } = useQuery({
    queryKey: ['groups', userName],
    staleTime: 60_000,
    queryFn: async () => {
      const reply = await callJson('GET', userGroupPath)
      const read = reply.ok ? groupListSchema.safeParse(reply.value) : null
      if (read?.success) return inOrder(read.data)
      log(`groups: ${reply.ok ? 'the list cannot be read' : reply.reason}`)
      return []
    },
  })
  return data
}

/** The ids of a group's devices (RIGHT-066); undefined until they are known. */
export function useGroupDevices(groupid: string | null): {
  readonly ids?: ReadonlySet<string>
  readonly failed?: string
} {
  const { userName: username, passwordHash: password } = useSession()
  const { data, error } = useQuery({
    queryKey: ['group-devices', username, groupid],
    enabled: groupid !== null,
    queryFn: async () => {
      const reply = await callJson('POST', groupDevicesPath, { username, password, groupid })
      if (!reply.ok) throw new Error(reply.reason)
      return new Set(groupDevicesSchema.parse(reply.value))
    },
  })
  if (error) return { failed: error.message }
  return groupid !== null && data ? { ids: data } : {}
}

/** Parents before their children. A group whose parent is not listed is a root; of a circle nothing is shown. */
export function inOrder(groups: readonly Group[]): readonly GroupChoice[] {
  const known = new Set(groups.map(({ groupid }) => groupid))
  const below = (parentid: string | null, depth: number): GroupChoice[] =>
    groups
      .filter((group) => (group.parentid !== null && known.has(group.parentid) ? group.parentid : null) === parentid)
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap(({ groupid, name }) => [{ groupid, name, depth }, ...below(groupid, depth + 1)])
  return below(null, 0)
}
