import { groupDevicesPath, groupDevicesSchema } from '@fleetglass/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { useFleetState } from '../../engines/fleet/index.ts'
import { askJson } from '../../platform/http/index.ts'

/** The ids of a group's devices (RIGHT-066). */
export function useGroupDevices(groupid: string | null) {
  const { userName: username, passwordHash: password } = useSession()
  // Another version of the device list may have other devices in the group.
  const changes = useFleetState((state) => state.changes)
  return useQuery({
    queryKey: ['group-devices', username, groupid, changes],
    // Never the devices of another group, not even for a moment.
    placeholderData: (before, query) => (query?.queryKey[2] === groupid ? before : undefined),
    enabled: groupid !== null,
    queryFn: async (): Promise<ReadonlySet<string>> =>
      new Set(groupDevicesSchema.parse(await askJson('POST', groupDevicesPath, { username, password, groupid }))),
  })
}
