import { DISK_INFO_PERIOD_MS, diskInfoPath, diskInfoSchema } from '@fleetglass/contract/disk-info'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'

/** Disks and folders, read again while the page is open (DISK-07). */
export function useDiskInfo() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['disk info', userName],
    queryFn: async () => diskInfoSchema.parse(await askJson('GET', diskInfoPath)),
    refetchInterval: DISK_INFO_PERIOD_MS,
    gcTime: 0,
    retry: mayAskAgain,
  })
}
