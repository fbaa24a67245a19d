// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import type { RecordedDay } from '../recorded-day.ts'
import { TimePicker } from './time-picker.tsx'

beforeAll(() => startAllTexts())
afterEach(cleanup)

/** A day with a recording at 02:05 and 04:30 only. */
const day: RecordedDay = {
  startS: 0,
  flags: Array.from({ length: 1440 }, (_, minute) => (minute === 125 || minute === 270 ? '1' : '0')).join(''),
}

function open(hour: number, chosenS: number | null = null, nowS = 86_400): number[] {
  const minutes: number[] = []
  render(
    <TimePicker
      day={day}
      hour={hour}
      chosenS={chosenS}
      nowS={nowS}
      onHour={() => {}}
      onMinute={(secondOfDay) => minutes.push(secondOfDay)}
      onSecond={() => {}}
    />,
  )
  return minutes
}

const enabled = (grid: string): string[] =>
  screen
    .getAllByRole<HTMLButtonElement>('button')
    .filter((button) => button.closest(grid) !== null && !button.disabled)
    .map((button) => button.textContent ?? '')

describe('hour, minute and second of a playback', () => {
  it('[LOPB-08] [LOPB-39] only the hours in which something was recorded can be chosen', () => {
    open(2)
    expect(enabled('.time-hours')).toEqual(['2', '4'])
  })

  it('[LOPB-10] only the minutes of the shown hour that were recorded can be chosen', () => {
    const minutes = open(2)
    expect(enabled('.time-minutes')).toEqual(['5'])
    fireEvent.click(screen.getByRole('button', { name: /02:04/ }))
    fireEvent.click(screen.getByRole('button', { name: /02:05/ }))
    expect(minutes).toEqual([125 * 60])
  })

  it('[LOPB-11] has a button for every fifth second', () => {
    open(2, 125 * 60)
    expect(enabled('.time-seconds')).toEqual(['0', '5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'])
  })

  it('of the minute that is being written, the seconds to come cannot be chosen', () => {
    open(2, 125 * 60, 125 * 60 + 18)
    expect(enabled('.time-seconds')).toEqual(['0', '5', '10', '15'])
  })
})
