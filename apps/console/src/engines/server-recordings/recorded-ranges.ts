import { recordRangesPath, recordRangesSchema } from '@fleetglass/contract/playback'
import { useQuery } from '@tanstack/react-query'
import { askJson } from '../../platform/http/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useSession } from '../channel/index.ts'

/** How often the present day is loaded again. */
const refreshMs = 15_000

/** What is recorded of each channel on the day that begins at `startS`. */
export function useRecordedRanges(deviceid: string, startS: number) {
  const { userName, passwordHash } = useSession()
  const isOver = startS + 86_400 < useClock().nowMs() / 1000
  return useQuery({
    queryKey: ['recorded-ranges', userName, deviceid, startS],
    refetchInterval: isOver ? false : refreshMs,
    staleTime: isOver ? 60_000 : 0,
    queryFn: async () => {
      const credentials = { username: userName, password: passwordHash }
      const range = { deviceid, start: startS, end: startS + 86_400 }
      return recordRangesSchema.parse(await askJson('POST', recordRangesPath, { ...credentials, ...range }))
    },
  })
}
