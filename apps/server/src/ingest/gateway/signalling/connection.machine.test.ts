import { describe, expect, it } from 'vitest'
import { type ConnectionEvent, type ConnectionState, next, type TerminalIdentity } from './connection.machine.ts'

const terminal: TerminalIdentity = { id: '13800138000', raw: Uint8Array.of(1, 0x38, 0, 0x13, 0x80, 0) }
const other: TerminalIdentity = { id: '13800138001', raw: Uint8Array.of(1, 0x38, 0, 0x13, 0x80, 1) }
const fresh: ConnectionState = { kind: 'fresh', sinceMs: 0 }

function run(events: readonly ConnectionEvent[]): { state: ConnectionState; effects: string[] } {
  let state = fresh
  const effects: string[] = []
  for (const event of events) {
    const step = next(state, event)
    state = step.state
    effects.push(...step.effects.map((effect) => effect.kind))
  }
  return { state, effects }
}

describe('the life of a signalling connection', () => {
  it('the first frame admits the terminal, a second one of the same terminal does not', () => {
    const { state, effects } = run([
      { kind: 'named', terminal, as: 'trusted' },
      { kind: 'named', terminal, as: 'trusted' },
    ])
    expect(state.kind).toBe('trusted')
    expect(effects).toEqual(['admit', 'enter'])
  })

  it('a device that has to show a code is served from then until it unregisters', () => {
    const named = { kind: 'named', terminal, as: 'unproven' } as const
    expect(run([named, { kind: 'introduced' }, { kind: 'vacant' }]).state.kind).toBe('unproven')
    const proven = run([named, { kind: 'proven' }])
    expect(proven).toEqual({ state: { kind: 'proven', terminal, whereabouts: 'unknown' }, effects: ['admit', 'enter'] })
    const { state, effects } = run([named, { kind: 'proven' }, { kind: 'unregistered' }])
    expect(state).toEqual({ kind: 'unproven', terminal, hadProven: true })
    expect(effects).toEqual(['admit', 'enter', 'leave'])
  })

  it('[H5] a rival enters when it shows the code or authenticates, or when the number is free', () => {
    const named = { kind: 'named', terminal, as: 'rival' } as const
    expect(run([named, { kind: 'proven' }])).toMatchObject({ state: { kind: 'proven' }, effects: ['admit', 'enter'] })
    expect(run([named, { kind: 'introduced' }]).state).toMatchObject({ kind: 'trusted', introduced: true })
    expect(run([named, { kind: 'vacant' }])).toMatchObject({
      state: { kind: 'trusted', introduced: false },
      effects: ['admit', 'enter'],
    })
  })

  it('a line that begins by registering enters when that is answered, or when it says something else', () => {
    const named = { kind: 'named', terminal, as: 'arriving' } as const
    const received = { kind: 'heard', what: 'registration', counts: true } as const
    expect(run([named, received])).toEqual({ state: { kind: 'arriving', terminal }, effects: ['admit'] })
    expect(run([named, { kind: 'proven' }])).toMatchObject({ state: { kind: 'proven' }, effects: ['admit', 'enter'] })
    expect(run([named, { kind: 'introduced' }])).toMatchObject({
      state: { kind: 'trusted', introduced: true },
      effects: ['admit', 'enter'],
    })
    expect(run([named, { kind: 'vacant' }])).toMatchObject({
      state: { kind: 'trusted', introduced: false },
      effects: ['admit', 'enter'],
    })
  })

  it('asks once where a device is, unless it says so or still registers', () => {
    const named = { kind: 'named', terminal, as: 'trusted' } as const
    const received = (what: 'registration' | 'position' | 'other', counts = true) =>
      ({ kind: 'heard', what, counts }) as const
    const asks = (...events: ConnectionEvent[]) =>
      run([named, ...events]).effects.filter((effect) => effect === 'locate').length
    expect(asks(received('registration'), { kind: 'counts' })).toBe(0)
    expect(asks(received('position'), received('other'))).toBe(0)
    expect(asks(received('other'), received('other'), { kind: 'counts' })).toBe(1)
    expect(asks(received('other', false), { kind: 'counts' }, { kind: 'counts' })).toBe(1)
    expect(asks(received('other'), { kind: 'forgotten' }, { kind: 'counts' })).toBe(2)
  })

  it('another number on the same connection releases the first', () => {
    const { state, effects } = run([
      { kind: 'named', terminal, as: 'trusted' },
      { kind: 'named', terminal: other, as: 'trusted' },
    ])
    expect(state).toMatchObject({ kind: 'trusted', terminal: other })
    expect(effects).toEqual(['admit', 'enter', 'release', 'admit', 'enter'])
  })

  it('closing releases once, whatever comes after it', () => {
    const { state, effects } = run([
      { kind: 'named', terminal, as: 'trusted' },
      { kind: 'close', reason: 'silent' },
      { kind: 'close', reason: 'shutdown' },
      { kind: 'named', terminal: other, as: 'trusted' },
      { kind: 'gone' },
      { kind: 'gone' },
    ])
    expect(state.kind).toBe('closed')
    expect(effects).toEqual(['admit', 'enter', 'release', 'end'])
  })

  it('a connection that said nothing ends without a release', () => {
    expect(run([{ kind: 'close', reason: 'no-frame' }, { kind: 'gone' }]).effects).toEqual(['end'])
    expect(run([{ kind: 'gone' }]).effects).toEqual([])
  })
})
