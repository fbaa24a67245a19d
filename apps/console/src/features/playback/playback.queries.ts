import { useQuery } from '@tanstack/react-query'
import { type Channel, useChannel, useSession } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { dayName, dayOf, dayStartS, utcOffsetS } from './local-days.ts'
import { minutesOfDay, type RecordedDay } from './recorded-day.ts'

/** How often today is asked again: the minute that is being recorded becomes playable while one looks. */
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
    queryFn: async () => parseDays(await ask(channel, 'Q08', { A: deviceId ?? '', T: String(offsetS) })),
  })
}

/** The minutes of one local day; those of today are asked again while the page is open. */
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
      return { startS, flags: parseFlags(await ask(channel, 'Q06', { A: deviceId ?? '', B: String(startS) })) }
    },
  })
}

async function ask(channel: Channel, code: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const reply = await channel.request({ code, fields })
  if (!reply.ok) throw new Error(reply.reason)
  return reply.message.payload === undefined ? '' : new TextDecoder().decode(reply.message.payload)
}

/** `Q08`: a comma list of hex epochs of local day starts (VCP-063, VCP-064). */
export function parseDays(payload: string): readonly string[] {
  return (
    payload
      .split(',')
      .map((text) => Number.parseInt(text.trim(), 16))
      .filter((epochS) => Number.isFinite(epochS))
      // Noon names the day also where the offset of that time of the year is another one.
      .map((epochS) => dayName(new Date((epochS + 12 * 3600) * 1000)))
  )
}

/** `Q06`: one character a minute; what is missing counts as not recorded. */
export function parseFlags(payload: string): string {
  return payload.slice(0, minutesOfDay).replaceAll(/[^1]/g, '0').padEnd(minutesOfDay, '0')
}
