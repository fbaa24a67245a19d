import { describe, expect, it } from 'vitest'
import { type ChannelState, loginFlag, next, sessionOf } from './channel.machine.ts'

const target = { host: 'fleet.test', port: 24_680, streamPort: null, secure: false }
const credentials = { user: 'admin', passwordHash: 'A'.repeat(64) }
const session = {
  userName: 'admin',
  rights: { permission: 0, access: '1' },
  passwordHash: 'A',
  ownHash: 'A',
  token: null,
  mapCenter: null,
}
const authenticating: ChannelState = { kind: 'authenticating', target, credentials, session: null }
const online: ChannelState = { kind: 'online', target, credentials, session }

describe('the link', () => {
  it('[LOGIN-26] is at login state 0 before and during a login', () => {
    expect(loginFlag({ kind: 'idle' })).toBe(0)
    const { state, effects } = next({ kind: 'idle' }, { kind: 'login', target, credentials })
    expect([state.kind, loginFlag(state), effects.at(-1)]).toEqual(['connecting', 0, 'open'])
    expect(loginFlag(next(state, { kind: 'opened' }).state)).toBe(0)
  })

  it('[LOGIN-27] [LOGIN-29] [LOGIN-31] an accepted login moves to 1 and stores what it granted', () => {
    const { state } = next(authenticating, { kind: 'accepted', session })
    expect(loginFlag(state)).toBe(1)
    expect(sessionOf(state)).toBe(session)
  })

  it('[LOGIN-28] [LOGIN-33] [LOGIN-34] a refused one moves to 2 and closes the link', () => {
    const { state, effects } = next(authenticating, { kind: 'refused' })
    expect([loginFlag(state), effects]).toEqual([2, ['close']])
  })

  it('[LOGIN-35] [LOGIN-38] an unexpected close keeps the login and arms a reconnect that logs in again', () => {
    const lost = next(online, { kind: 'closed' })
    expect([lost.effects, loginFlag(lost.state)]).toEqual([['arm-retry'], 1])
    const again = next(lost.state, { kind: 'retry' })
    expect(again.effects).toEqual(['open'])
    const opened = next(again.state, { kind: 'opened' })
    expect(opened.effects).toEqual(['send-login'])
    expect(opened.state).toMatchObject({ credentials })
    expect(loginFlag(next(opened.state, { kind: 'refused' }).state)).toBe(2)
  })

  it('[LOGIN-36] [LOGIN-37] no reconnect after a logout or a refusal', () => {
    expect(next({ kind: 'idle' }, { kind: 'closed' }).effects).toEqual([])
    expect(next({ kind: 'refused' }, { kind: 'closed' }).effects).toEqual([])
  })

  it('[LOGIN-39] a new login cancels a pending reconnect and opens a fresh link', () => {
    const waiting: ChannelState = { kind: 'waiting', target, credentials, session: null }
    expect(next(waiting, { kind: 'login', target, credentials }).effects).toEqual(['cancel-retry', 'close', 'open'])
    expect(loginFlag(next({ kind: 'refused' }, { kind: 'login', target, credentials }).state)).toBe(0)
  })

  it('[ENT-070] the login flag is 0, 1 or 2, and 1 as long as a user is logged in', () => {
    const state = (kind: 'connecting' | 'authenticating' | 'waiting', who: typeof session | null): ChannelState => ({
      kind,
      target,
      credentials,
      session: who,
    })
    const flags = ([null, session] as const).map((who) =>
      (['connecting', 'authenticating', 'waiting'] as const).map((kind) => loginFlag(state(kind, who))),
    )
    expect(flags).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
    expect([loginFlag({ kind: 'idle' }), loginFlag(online), loginFlag({ kind: 'refused' })]).toEqual([0, 1, 2])
  })

  it('[LOGIN-41] [LOGIN-43] a logout goes to 0 and cancels any reconnect', () => {
    const { state, effects } = next(online, { kind: 'logout' })
    expect([loginFlag(state), effects]).toEqual([0, ['cancel-retry', 'close']])
    expect(next(state, { kind: 'retry' }).effects).toEqual([])
  })
})
