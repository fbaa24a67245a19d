import {
  encodeRecordedDays,
  encodeRecordedMinutes,
  RECORDED_DAYS,
  RECORDED_MINUTES,
  readDayStarts,
  readMinuteFlags,
} from '@fleetglass/contract/playback'
import { useQuery } from '@tanstack/react-query'
import { type Channel, useChannel, useSession } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { dayName, dayOf, dayStartS, utcOffsetS } from '../../shared/calendar/index.ts'
import type { RecordedDay } from './recorded-day.ts'

/** How often today is loaded again: the minute that is being recorded becomes playable meanwhile. */
const todayRefreshMs = 15_000

/** The local days (`YYYY-MM-DD`) on which a device has recordings, ascending (LOPB-06). */
export function useRecordedDays(deviceId: string | null) {
  const channel = useChannel()
  const { userName } = useSession()
  const offsetS = utcOffsetS(useClock().nowMs())
  return useQuery({
    queryKey: ['recorded-days', userName, deviceId, offsetS],
    enabled: deviceId !== null,
    refetchInterval: 60_000,
    queryFn: async () => {
      const asked = encodeRecordedDays({ deviceId, utcOffsetS: offsetS, onlyRecorded: true })
      return dayNames(await ask(channel, RECORDED_DAYS, asked))
    },
  })
}

/** The minutes of one local day; those of today are loaded again while the page is open. */
export function useRecordedDay(deviceId: string | null, day: string) {
  const channel = useChannel()
  const { userName } = useSession()
  const isToday = day === dayOf(useClock().nowMs())
  return useQuery({
    queryKey: ['recorded-day', userName, deviceId, day],
    enabled: deviceId !== null,
    refetchInterval: isToday ? todayRefreshMs : false,
    staleTime: isToday ? 0 : 60_000,
    queryFn: async (): Promise<RecordedDay> => {
      const startS = dayStartS(day)
      const asked = encodeRecordedMinutes({ deviceId: deviceId ?? '', beginS: startS })
      return { startS, flags: minuteFlags(await ask(channel, RECORDED_MINUTES, asked)) }
    },
  })
}

async function ask(channel: Channel, code: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const reply = await channel.request({ code, fields })
  if (!reply.ok) throw new Error(reply.reason)
  return reply.message.payload === undefined ? '' : new TextDecoder().decode(reply.message.payload)
}

/** The local days whose starts are listed, in the browser's time zone. */
export function dayNames(payload: string): readonly string[] {
  const startsS = readDayStarts(payload)
  if (startsS === null) throw new Error('the list of days cannot be read')
  // Noon names the day also where the offset of that time of the year is another one.
  return startsS.map((startS) => dayName(new Date((startS + 12 * 3600) * 1000)))
}

function minuteFlags(payload: string): string {
  if (readMinuteFlags(payload) === null) throw new Error('the minutes of the day cannot be read')
  return payload
}
