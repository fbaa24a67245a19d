import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueMs, next, type Session, type SessionEvent, type SessionTimes } from './session.machine.ts'

const TIMES: SessionTimes = { heartbeatMs: 60_000, answerMs: 10_000, retries: 3, connectMs: 10_000 }

describe('the session of a terminal', () => {
  const waiting: Session = { kind: 'waiting', untilMs: 0, failures: 0 }

  function live(session: Session, ...events: readonly (readonly [SessionEvent, number])[]) {
    const effects: string[] = []
    for (const [event, nowMs] of events) {
      const step = next(session, event, nowMs, TIMES)
      session = step.session
      effects.push(...step.effects)
    }
    return { session, effects }
  }

  it('connects, registers, authenticates and is online', () => {
    const { session, effects } = live(
      waiting,
      [{ kind: 'due' }, 0],
      [{ kind: 'connected', hasCode: false }, 5],
      [{ kind: 'registered', result: 0 }, 10],
      [{ kind: 'authenticated', result: 0 }, 15],
    )
    expect(session).toEqual({ kind: 'online', sinceMs: 15, lastSentMs: 15 })
    expect(effects).toEqual(['connect', 'register', 'authenticate', 'online'])
  })

  it('waits twice as long after each failure, up to a minute', () => {
    let session: Session = waiting
    let nowMs = 0
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      session = next(session, { kind: 'due' }, nowMs, TIMES).session
      session = next(session, { kind: 'disconnected' }, nowMs, TIMES).session
      waits.push(dueMs(session, TIMES) - nowMs)
      nowMs = dueMs(session, TIMES)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })

  it('asks again when it gets no answer, at growing distances, and then gives the link up', () => {
    const { session } = live(waiting, [{ kind: 'due' }, 0], [{ kind: 'connected', hasCode: true }, 0])
    const asked: number[] = []
    let current = session
    while (current.kind === 'authenticating') {
      const atMs = dueMs(current, TIMES)
      const step = next(current, { kind: 'due' }, atMs, TIMES)
      if (step.effects.includes('authenticate')) asked.push(atMs)
      current = step.session
    }
    expect(asked).toEqual([10_000, 30_000, 60_000])
    expect(current.kind).toBe('waiting')
  })

  it('uses its own number where the platform says it is registered already, and waits longer where it is not wanted', () => {
    const registering: Session = { kind: 'registering', sentMs: 0, tries: 1, failures: 0 }
    expect(next(registering, { kind: 'registered', result: 3 }, 1, TIMES).effects).toEqual(['authenticate'])
    const rejected = next(registering, { kind: 'registered', result: 4 }, 1, TIMES)
    expect(rejected.effects).toEqual(['disconnect'])
    expect(dueMs(rejected.session, TIMES)).toBe(16_001)
  })

  it('sends a heartbeat only when nothing else was sent', () => {
    const online: Session = { kind: 'online', sinceMs: 0, lastSentMs: 0 }
    const sent = next(online, { kind: 'sent' }, 30_000, TIMES).session
    expect(next(sent, { kind: 'due' }, 60_000, TIMES).effects).toEqual([])
    expect(next(sent, { kind: 'due' }, 90_000, TIMES).effects).toEqual(['heartbeat'])
  })

  it('never leaves "off", whatever happens, and always has a next moment before that', () => {
    const event = fc.oneof(
      fc.constantFrom<SessionEvent>(
        { kind: 'due' },
        { kind: 'disconnected' },
        { kind: 'sent' },
        { kind: 'unanswered' },
        { kind: 'close' },
        { kind: 'restart', awayMs: 3000 },
      ),
      fc.record({ kind: fc.constant('connected' as const), hasCode: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('registered' as const, 'authenticated' as const), result: fc.nat(5) }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(100_000)), { maxLength: 60 }), (steps) => {
        let session: Session = waiting
        let nowMs = 0
        let closed = false
        for (const [happened, laterMs] of steps) {
          nowMs += laterMs
          const step = next(session, happened, nowMs, TIMES)
          if (closed) expect(step).toEqual({ session: { kind: 'off' }, effects: [] })
          closed ||= happened.kind === 'close'
          session = step.session
          expect(dueMs(session, TIMES) === Infinity).toBe(closed)
        }
      }),
      { seed: 20_260_101, numRuns: 500 },
    )
  })
})
