import { describe, expect, it } from 'vitest'
import { next, type SteeringEvent, still, wordOf, wordOfKey } from './ptz.machine.ts'

/** The commands that are sent for these events, in order. */
function said(...events: readonly SteeringEvent[]): string[] {
  let state = still
  const words: string[] = []
  for (const event of events) {
    const step = next(state, event)
    state = step.state
    if (step.said !== null) words.push(`${step.said.channel} ${step.said.word}`)
  }
  return words
}

const up = { type: 'hold', channel: 2, word: 'UP', by: 'pointer' } as const
const release = { type: 'release', by: 'pointer' } as const

describe('steering', () => {
  it('[PTZ-05] [PTZ-06] sends the command once when it is pressed, and STOP once when it is released', () => {
    expect(said(up, up, release, release)).toEqual(['2 UP', '2 STOP'])
  })

  it('[PTZ-10] however it ends, there is exactly one STOP, and it is for the channel that moves', () => {
    expect(said(up, { type: 'let-go' }, release, { type: 'let-go' })).toEqual(['2 UP', '2 STOP'])
    expect(said(release, { type: 'let-go' })).toEqual([])
  })

  it('a second hand on the panel neither turns nor stops what the first one holds', () => {
    const byKeys = { type: 'hold', channel: 2, word: 'DN', by: 'keys' } as const
    expect(said(up, byKeys, { type: 'release', by: 'keys' }, release)).toEqual(['2 UP', '2 STOP'])
  })

  it('[PTZ-03] arrow keys held together are a diagonal, opposite ones nothing, and a zoom key counts when it comes last', () => {
    const cases = [
      [['UP'], 'UP'],
      [['UP', 'LT'], 'UPLT'],
      [['RT', 'DN'], 'DNRT'],
      [['UP', 'DN'], null],
      [['UP', 'DN', 'RT'], 'RT'],
      [['LT', 'ZI'], 'ZI'],
      [[], null],
    ] as const
    for (const [held, word] of cases) expect(wordOf(held)).toBe(word)
    expect(['ArrowUp', '+', '-', 'a', 'constructor', '__proto__'].map(wordOfKey)).toEqual([
      'UP',
      'ZI',
      'ZO',
      null,
      null,
      null,
    ])
  })

  it('keys that turn a movement send the new command, and STOP comes after the last one', () => {
    const hold = (word: 'UP' | 'UPLT' | 'LT') => ({ type: 'hold', channel: 1, word, by: 'keys' }) as const
    expect(said(hold('UP'), hold('UPLT'), hold('LT'), { type: 'release', by: 'keys' })).toEqual([
      ...['1 UP', '1 UPLT', '1 LT', '1 STOP'],
    ])
  })
})
