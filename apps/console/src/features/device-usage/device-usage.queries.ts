import { RECORDING_COVERAGE, readRecordingCoverage } from '@fleetglass/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { askChannel, useChannel } from '../../engines/channel/index.ts'
import { dayStartS } from '../../shared/calendar/index.ts'

/** The day that was asked for with the button. */
export interface UsageQuery {
  /** Of the browser, `YYYY-MM-DD`. */
  readonly day: string
  /** Grows with each query, so that the same day is asked again. */
  readonly turn: number
}

/** Shares of a day, 0 to 1: of all devices, and by device. */
export function useDeviceUsage(query: UsageQuery | null) {
  const channel = useChannel()
  return useQuery({
    queryKey: ['device-usage', query],
    enabled: query !== null,
    queryFn: async () => {
      const fields = { B: String(dayStartS(query?.day ?? '')) }
      const { payload } = await askChannel(channel, { code: RECORDING_COVERAGE, fields })
      const usage = readRecordingCoverage(new TextDecoder().decode(payload))
      if (usage === null) throw new Error('the answer cannot be read')
      return usage
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { saysItself: true },
  })
}
