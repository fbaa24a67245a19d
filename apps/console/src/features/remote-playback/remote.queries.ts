import { type DeviceRecord, deviceRecordsSchema, recordListPath } from '@fleetglass/contract/remote-playback'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'

/** What the device has recorded; a failure goes to the browser's console and is an empty list (REPB-44). */
export function useRecordList(deviceId: string, online: boolean) {
  const { log } = usePreferences()
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['record-list', username, deviceId],
    enabled: online,
    staleTime: 30_000,
    queryFn: async (): Promise<readonly DeviceRecord[]> => {
      try {
        const asked = { username, password, deviceid: deviceId }
        return deviceRecordsSchema.parse(await askJson('POST', recordListPath, asked))
      } catch (error) {
        log(`the record list of ${deviceId} could not be read: ${String(error)}`)
        return []
      }
    },
  })
}
