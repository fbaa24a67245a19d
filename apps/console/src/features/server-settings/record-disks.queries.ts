import {
  type BlockDevice,
  blockDevicesSchema,
  encodeStorage,
  FORMAT_WAIT_MS,
  STORAGE,
} from '@fleetglass/contract/server-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { askChannel, useChannel, useSession } from '../../engines/channel/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

const disksKey = (userName: string) => ['record-disks', userName] as const

/** SET-075, SET-076. */
export function useDisks() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  return useQuery({
    queryKey: disksKey(userName),
    queryFn: async (): Promise<readonly BlockDevice[]> => {
      const { payload } = await askChannel(channel, { code: STORAGE, fields: encodeStorage('lsblk') })
      const { blockdevices } = blockDevicesSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
      notify.success(t('serverSettings.recordDisks.listLoaded'))
      return blockdevices
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What was typed is sent: the server compares it with the disks that there are. */
export function useFormat() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      askChannel(channel, {
        code: STORAGE,
        fields: encodeStorage('format', name),
        waitMs: FORMAT_WAIT_MS,
        pausesPolling: true,
      }),
    onSuccess: (_reply, name) => notify.success(t('serverSettings.recordDisks.formatted', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: disksKey(userName) }),
  })
}
