import { type TrackPoint, trackPath, trackSchema } from '@fleetglass/contract/tracks'
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'

/** The recorded points of a device and range, unix seconds, both ends included. */
export type TrackAsk = (
  deviceId: string,
  range: { readonly start: number; readonly end: number },
) => Promise<readonly TrackPoint[]>

/** Requests points as the user who is logged in. */
export function useTrackAsk(): TrackAsk {
  const { userName: username, passwordHash: password } = useSession()
  return useCallback(
    async (deviceid, range) =>
      trackSchema.parse(await askJson('POST', trackPath, { username, password, deviceid, ...range })),
    [username, password],
  )
}

/** How often the points of the present day are loaded again. */
const refreshMs = 30_000

/** The points of some hours (their first unix seconds), by time; an hour is requested once, the present one again and again. */
export function useTrackHours(
  deviceId: string,
  hoursS: readonly number[],
  ask: TrackAsk,
  nowS = 0,
): readonly TrackPoint[] {
  const { userName } = useSession()
  return useQueries({
    queries: hoursS.map((start) => ({
      queryKey: ['track', userName, deviceId, start],
      queryFn: () => ask(deviceId, { start, end: start + 3599 }),
      staleTime: refreshMs,
      refetchInterval: start + 3600 > nowS ? refreshMs : (false as const),
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
}
