import { mileageSlotsPath, mileageSlotsSchema } from '@fleetglass/contract/tracks'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { type DayRange, dayAfter, dayStartS } from '../../shared/calendar/index.ts'

/** What was asked with the button. */
export interface MileageQuery {
  /** Null: all devices of the user. */
  readonly deviceId: string | null
  readonly range: DayRange
  /** Grows with each query, so that the same one is asked again. */
  readonly turn: number
}

/** The half hours of whole local days, `null` before the first query. */
export function useMileage(query: MileageQuery | null) {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['mileage', username, query],
    enabled: query !== null,
    queryFn: async () => {
      if (query === null) return []
      const { deviceId, range } = query
      const asked = {
        username,
        password,
        afterTime: dayStartS(range.first),
        beforeTime: dayStartS(dayAfter(range.last, 1)) - 1,
        ...(deviceId === null ? {} : { deviceid: deviceId }),
      }
      return mileageSlotsSchema.parse(await askJson('POST', mileageSlotsPath, asked))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: mayAskAgain,
  })
}
