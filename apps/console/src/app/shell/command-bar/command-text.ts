// What somebody typed into the command bar: words of a vehicle, a page or an action, and a moment of the past.
import type { Moment } from '../../../platform/pages/index.ts'
import { dayAfter, dayDate, dayName, isDay } from '../../../shared/calendar/index.ts'

export interface CommandText {
  /** Small letters. */
  readonly words: readonly string[]
  readonly moment: Moment | null
}

/** The words of a language that name a day, in small letters. */
export interface DayWords {
  readonly today: readonly string[]
  readonly yesterday: readonly string[]
  /** Seven, Sunday first: the long and the short name. */
  readonly weekdays: readonly (readonly string[])[]
  /** Words that stand between the others and mean nothing here. */
  readonly between: readonly string[]
}

/** `now` is the clock of the browser, in whose zone days and times are meant. */
export function readCommand(text: string, now: Date, names: DayWords): CommandText {
  let [day, secondOfDay] = [null as string | null, null as number | null]
  const words: string[] = []
  for (const word of text.toLowerCase().split(/\s+/)) {
    const second = secondOf(word)
    const named = dayOfWord(word, now, names)
    if (word === '' || names.between.includes(word)) continue
    else if (second !== null && secondOfDay === null) secondOfDay = second
    else if (named !== null && day === null) day = named
    else words.push(word)
  }
  return { words, moment: momentOf(day, secondOfDay, now) }
}

/** `14:05`, `14:05:30`, `2pm`, `2:05pm` as seconds of the day; null for any other word. */
function secondOf(word: string): number | null {
  const match = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?(am|pm)?$/.exec(word)
  if (match === null || (match[2] === undefined && match[4] === undefined)) return null
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map((part) => Number(part ?? 0))
  const half = match[4]
  if (minute > 59 || second > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return null
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return (hourOfDay * 60 + minute) * 60 + second
}

function dayOfWord(word: string, now: Date, names: DayWords): string | null {
  const today = dayName(now)
  if (names.today.includes(word)) return today
  if (names.yesterday.includes(word)) return dayAfter(today, -1)
  if (isDay(word)) return word
  const weekday = names.weekdays.findIndex((ofDay) => ofDay.includes(word))
  // The last of its name, today included.
  return weekday < 0 ? null : dayAfter(today, -((now.getDay() - weekday + 7) % 7))
}

/** A time without a day is the last one that was. */
function momentOf(day: string | null, secondOfDay: number | null, now: Date): Moment | null {
  if (secondOfDay === null) return day === null ? null : { day, atS: null }
  const today = dayName(now)
  const meant = day ?? (unixS(today, secondOfDay) * 1000 <= now.getTime() ? today : dayAfter(today, -1))
  return { day: meant, atS: unixS(meant, secondOfDay) }
}

/** By the clock on the wall, also on a day that has 23 or 25 hours. */
function unixS(day: string, secondOfDay: number): number {
  const date = dayDate(day)
  date.setHours(0, 0, secondOfDay)
  return Math.floor(date.getTime() / 1000)
}
