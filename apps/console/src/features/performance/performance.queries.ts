import { performancePath, performanceSchema } from '@fleetglass/contract/performance'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { dayAfter, dayStartS } from '../../shared/calendar/index.ts'

/** The records of a day of the browser, the newest first. */
export function usePerformance(day: string) {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['performance', userName, day],
    queryFn: async () => {
      const range = `starttime=${dayStartS(day)}&endtime=${dayStartS(dayAfter(day, 1)) - 1}`
      return performanceSchema.parse(await askJson('GET', `${performancePath}?${range}`))
    },
    gcTime: 0,
    retry: mayAskAgain,
  })
}
