import { expect, it } from 'vitest'
import { type DayWords, readCommand } from './command-text.ts'

const names: DayWords = {
  today: ['today'],
  yesterday: ['yesterday'],
  between: ['at', 'the'],
  weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [
    day,
    day.slice(0, 3),
  ]),
}
/** A Thursday. */
const now = new Date(2026, 9, 15, 10, 30)
const read = (text: string) => readCommand(text, now, names)
const secondsOf = (...parts: [number, number, number, number, number, number?]) => new Date(...parts).getTime() / 1000

it('reads the words of a vehicle and a moment in whatever order they come', () => {
  const moment = { day: '2026-10-14', atS: secondsOf(2026, 9, 14, 14, 5) }
  for (const text of ['the blue van at 14:05 yesterday', 'YESTERDAY 14:05  Blue Van', 'blue 2:05pm van yesterday '])
    expect(read(text)).toEqual({ words: ['blue', 'van'], moment })
})

it.each([
  ['a time that was today', '09:15:20', '2026-10-15', secondsOf(2026, 9, 15, 9, 15, 20)],
  ['a time that is still to come is that of yesterday', '23:00', '2026-10-14', secondsOf(2026, 9, 14, 23, 0)],
  ['midnight in English', '12am', '2026-10-15', secondsOf(2026, 9, 15, 0, 0)],
  ['noon of a day', '12pm mon', '2026-10-12', secondsOf(2026, 9, 12, 12, 0)],
  ['a date', '2026-02-28 7:00', '2026-02-28', secondsOf(2026, 1, 28, 7, 0)],
  ['the last day of a name', 'friday 7:00', '2026-10-09', secondsOf(2026, 9, 9, 7, 0)],
  ['today by its name', 'thursday', '2026-10-15', null],
  ['a whole day', 'yesterday', '2026-10-14', null],
])('reads %s', (_, text, day, atS) => {
  expect(read(text)).toEqual({ words: [], moment: { day, atS } })
})

it.each(['25:00', '12:60', '7', '13pm', '0am', '2026-02-30', '14:05:61', '14:5'])(
  'takes %s, which is no time or day, for a word',
  (word) => {
    expect(read(word)).toEqual({ words: [word], moment: null })
  },
)

it('takes the second of two times or days for a word, so that no one is dropped in silence', () => {
  expect(read('14:05 15:05 today yesterday').words).toEqual(['15:05', 'yesterday'])
})

it('reads nothing from nothing', () => {
  expect(read('  ')).toEqual({ words: [], moment: null })
})
