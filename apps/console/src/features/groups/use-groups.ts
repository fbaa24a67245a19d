import {
  type Group,
  groupDevicesPath,
  groupDevicesSchema,
  groupListSchema,
  userGroupPath,
} from '@fleetglass/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'

/** A group with how deep it lies below the caller's own. */
export interface GroupChoice {
  readonly groupid: string
  readonly name: string
  readonly depth: number
}

/** The caller's group and those below it, each below its parent. */
export function useGroups() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['groups', userName],
    staleTime: 60_000,
    queryFn: async (): Promise<readonly GroupChoice[]> =>
      inOrder(groupListSchema.parse(await askJson('GET', userGroupPath))),
  })
}

/** The ids of a group's devices (RIGHT-066). */
export function useGroupDevices(groupid: string | null) {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['group-devices', username, groupid],
    enabled: groupid !== null,
    queryFn: async (): Promise<ReadonlySet<string>> =>
      new Set(groupDevicesSchema.parse(await askJson('POST', groupDevicesPath, { username, password, groupid }))),
  })
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
