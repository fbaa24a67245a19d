import { mileagePath, mileageSchema, type Trip } from '@fleetglass/contract/tracks'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { dayRange } from './fleet-map.rules.ts'

/** While the popup is open the day goes on. */
const summaryRefreshMs = 60_000

/** MAP-11, MAP-12: what the device did today, loaded whenever its popup is opened; null until it has come and when it fails. */
export function useTodaysTrip(deviceId: string): Trip | null {
  const { userName: username, passwordHash: password } = useSession()
  const { firstS, lastS } = dayRange(useClock().nowMs())
  const { data = null } = useQuery({
    queryKey: ['todays-trip', username, deviceId, firstS],
    refetchOnMount: 'always',
    refetchInterval: summaryRefreshMs,
    queryFn: async () => {
      const range = { deviceid: deviceId, afterTime: firstS, beforeTime: lastS }
      return mileageSchema.parse(await askJson('POST', mileagePath, { username, password, ...range }))
    },
  })
  return data
}
