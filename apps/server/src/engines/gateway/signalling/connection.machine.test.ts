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
      { kind: 'named', terminal },
      { kind: 'named', terminal },
    ])
    expect(state.kind).toBe('known')
    expect(effects).toEqual(['admit'])
  })

  it('authenticates and unregisters without losing its terminal', () => {
    const named = { kind: 'named', terminal } as const
    expect(run([named, { kind: 'authenticated', nowMs: 5 }]).state).toEqual({
      kind: 'authenticated',
      terminal,
      sinceMs: 5,
    })
    expect(run([named, { kind: 'authenticated', nowMs: 5 }, { kind: 'unregistered' }]).state.kind).toBe('known')
  })

  it('another number on the same connection releases the first', () => {
    const { state, effects } = run([
      { kind: 'named', terminal },
      { kind: 'named', terminal: other },
    ])
    expect(state).toEqual({ kind: 'known', terminal: other })
    expect(effects).toEqual(['admit', 'release', 'admit'])
  })

  it('closing releases once, whatever comes after it', () => {
    const { state, effects } = run([
      { kind: 'named', terminal },
      { kind: 'close', reason: 'silent' },
      { kind: 'close', reason: 'shutdown' },
      { kind: 'named', terminal: other },
      { kind: 'gone' },
      { kind: 'gone' },
    ])
    expect(state.kind).toBe('closed')
    expect(effects).toEqual(['admit', 'release', 'end'])
  })

  it('a connection that said nothing ends without a release', () => {
    expect(run([{ kind: 'close', reason: 'no-frame' }, { kind: 'gone' }]).effects).toEqual(['end'])
    expect(run([{ kind: 'gone' }]).effects).toEqual([])
  })
})
