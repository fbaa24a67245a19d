// Belongs here: when a job is due, by the calendar. Does not: who runs it (scheduler.ts).

export type Schedule =
  | { readonly everyMs: number }
  | {
      /** `HH:MM` in the time zone. */
      readonly dailyAt: string
      /** A name of the IANA database, or an offset such as `+02:00`. */
      readonly timeZone: string
    }

const DAY_MS = 86_400_000
/** The longest day: the clocks go back by an hour in it. */
const LONGEST_DAY_MS = 25 * 3_600_000
/** Today's time may be over, and a zone may leave out a day. */
const DAYS_AHEAD = 3

/** How far ahead of now a job can be due. */
export function horizonMs(schedule: Schedule): number {
  return 'everyMs' in schedule ? schedule.everyMs : LONGEST_DAY_MS
}

/** The first moment after `afterMs` (unix ms) at which the job is due. */
export function nextDueMs(schedule: Schedule, afterMs: number): number {
  if ('everyMs' in schedule) return afterMs + schedule.everyMs
  const { timeZone } = schedule
  const timeOfDayMs = timeOfDay(schedule.dailyAt)
  const today = Math.floor((afterMs + offsetMs(timeZone, afterMs)) / DAY_MS)
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    const dueMs = instantOf(timeZone, day * DAY_MS + timeOfDayMs)
    if (dueMs > afterMs) return dueMs
  }
  throw new Error(`no ${schedule.dailyAt} follows in ${timeZone}`)
}

/** Throws for a schedule that can never be due. */
export function checkSchedule(schedule: Schedule): void {
  if ('everyMs' in schedule) {
    if (!(schedule.everyMs > 0)) throw new RangeError(`a period of ${schedule.everyMs} ms`)
  } else nextDueMs(schedule, 0)
}

function timeOfDay(text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (match === null) throw new RangeError(`${text} is not a time of day`)
  return (Number(match[1]) * 60 + Number(match[2])) * 60_000
}

/**
 * The instant at which clocks in the zone show a time, given as if it were UTC. A time that is shown twice, because the clocks go
 * back, is the first one; a time that is left out, because they go forward, comes later by as much.
 */
function instantOf(timeZone: string, localMs: number): number {
  const before = localMs - offsetMs(timeZone, localMs - DAY_MS)
  const after = localMs - offsetMs(timeZone, localMs + DAY_MS)
  const shown = [before, after].filter((atMs) => atMs + offsetMs(timeZone, atMs) === localMs)
  return shown.length === 0 ? before : Math.min(...shown)
}

/** What clocks in the zone are ahead of UTC at a moment. */
function offsetMs(timeZone: string, atMs: number): number {
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return localMs - Math.floor(atMs / 1000) * 1000
}
