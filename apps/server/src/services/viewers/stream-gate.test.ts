import { createHash } from 'node:crypto'
import { accessFlags, type Requirement } from '@fleetglass/contract/access'
import { AppError, type ErrorCode } from '@fleetglass/contract/errors'
import { StreamClose } from '@fleetglass/contract/streams'
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { deviceChannels, registeredDevice } from '../../../test/devices/registered-device.ts'
import { errorCode } from '../../../test/failures.ts'
import type { Credentials } from '../../platform/access-policy/index.ts'
import { fileStatus, streamClose } from '../../platform/errors/index.ts'
import { createLog } from '../../platform/log/index.ts'
import type { Account, RegisteredDevice } from '../directory/index.ts'
import { createStreamGate } from './stream-gate.ts'
import { Denial } from './watched-access.ts'

const NORTH = 2
const SOUTH = 3
const ADDRESS = '192.0.2.7'
const live: Requirement = { anyOf: ['P_live'] }
const seesLive = accessFlags.map((flag) => (flag === 'P_live' ? '1' : '0')).join('')
const hashOf = (password: string) => createHash('sha256').update(password).digest('hex').toUpperCase()

/** A gate with one account and one device with channels 1 and 3, both in the group `NORTH`; a test changes what it likes. */
function site() {
  const clock = createManualClock()
  const logged: string[] = []
  const known = {
    account: { id: 1, name: 'ann', groupId: NORTH, permission: 2, access: seesLive } as Account | null,
    device: registeredDevice({ groups: [NORTH], channels: deviceChannels('1010') }) as RegisteredDevice | null,
    fault: null as Error | null,
    asked: [] as { credentials: Credentials; address: string }[],
  }
  const listeners = { account: new Set<() => void>(), access: new Set<() => void>() }
  const listen = (set: Set<() => void>, listener: () => void) => {
    set.add(listener)
    return { close: () => void set.delete(listener) }
  }
  const answer = async () => {
    if (known.fault) throw known.fault
    return known.account
  }
  const authenticator = {
    verify: async (credentials: Credentials, address: string) => {
      known.asked.push({ credentials, address })
      const account = await answer()
      return credentials.user === 'ann' && credentials.passwordHash === hashOf('a word') ? account : null
    },
    ofApiToken: async () => null,
    ofCookie: answer,
    openReader: null,
    takesQueryCredentials: false,
    isCurrent: async () => known.account !== null,
    refreshed: answer,
    onChange: (_: Account, changed: () => void) => listen(listeners.account, changed),
  }
  const visibility = {
    device({ groupId }: Account, id: string) {
      const { device } = known
      return device !== null && device.deviceId === id && device.groups.includes(groupId) ? device : undefined
    },
    onChange: (changed: () => void) => listen(listeners.access, changed),
  }
  const log = createLog('warn', { write: (line) => void logged.push(line) })
  const gate = createStreamGate({ clock, log, authenticator, visibility })
  const notify = async (set: Set<() => void>) => {
    for (const listener of [...set]) listener()
    await settled()
  }
  return {
    clock,
    logged,
    known,
    gate,
    admit: (change: { user?: string; password?: string; deviceId?: string; channel?: number | null } = {}) =>
      gate.admit({ user: 'ann', password: 'a word', deviceId: 'van', channel: 1, ...change }, live, ADDRESS),
    accountChanged: () => notify(listeners.account),
    devicesChanged: () => notify(listeners.access),
    listeners: () => listeners.account.size + listeners.access.size,
  }
}

/** How a denial is answered: the close of a stream, the status of a file, and the code. */
function answerOf(denial: { readonly ok: boolean } | Denial) {
  if (!(denial instanceof Denial)) throw new Error('the caller was admitted')
  return { close: streamClose(denial.error), status: fileStatus(denial.error), code: denial.error.code }
}

/** All that waits for no timer has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Opens a stream, and collects why it is ended. */
async function opened(at: ReturnType<typeof site>, channel: number | null = 1) {
  const admission = await at.admit({ channel })
  if (!admission.ok) throw admission.error
  const denials: Denial[] = []
  const access = admission.keep((denial) => denials.push(denial))
  return { access, denials, codes: () => denials.map(({ error }) => streamClose(error)) }
}

describe('who may open a stream', () => {
  it('[STRM-14] [STRM-15] a user with the password, or with its hash of 64 characters', async () => {
    const { admit, known } = site()
    expect(await admit()).toMatchObject({ ok: true, account: known.account, device: known.device })
    expect(await admit({ password: hashOf('a word') })).toMatchObject({ ok: true, account: known.account })
    expect(known.asked).toEqual(
      [1, 2].map(() => ({ credentials: { user: 'ann', passwordHash: hashOf('a word') }, address: ADDRESS })),
    )
  })

  it('[STRM-39] not with a wrong password, without the right, or for a device or channel that is not there for it', async () => {
    const { admit, known } = site()
    const denied = (close: number, status: number, code: ErrorCode) => ({ close, status, code })
    const wrong = denied(StreamClose.badCredentials, 401, 'wrong-credentials')
    for (const change of [{ user: 'eve' }, { password: 'another' }, { password: 'x'.repeat(64) }])
      expect(answerOf(await admit(change))).toEqual(wrong)
    const missing = denied(StreamClose.unknownDevice, 404, 'unknown-device')
    expect(answerOf(await admit({ deviceId: 'bus' }))).toEqual(missing)
    expect(answerOf(await admit({ channel: 2 }))).toEqual({ ...missing, code: 'unknown-channel' })
    expect(await admit({ channel: 3 })).toMatchObject({ ok: true })
    expect(await admit({ channel: null })).toMatchObject({ ok: true })
    known.device = { ...known.device, groups: [SOUTH] } as RegisteredDevice
    expect(answerOf(await admit())).toEqual(missing)
    known.account = { ...(known.account as Account), access: '' }
    expect(answerOf(await admit())).toEqual(denied(StreamClose.noRight, 403, 'permission-denied'))
  })

  it('not while its logins are held back, with the reason; a database that does not answer is a fault', async () => {
    const { admit, known } = site()
    known.fault = new AppError('too-many-attempts', { seconds: 60 })
    const heldBack = { close: StreamClose.badCredentials, status: 401, code: 'too-many-attempts' }
    expect(answerOf(await admit())).toEqual(heldBack)
    known.fault = new Error('no database')
    await expect(admit()).rejects.toThrow('no database')
  })

  it('a stream of many devices asks for the account and its right alone', async () => {
    const { gate, known, devicesChanged } = site()
    known.device = null
    const credentials = { user: 'ann', password: 'a word' }
    expect(await gate.admitAccount({ ...credentials, password: '' }, live, ADDRESS)).toMatchObject({ ok: false })
    expect(await gate.admitAccount(credentials, { permissionBelow: 1 }, ADDRESS)).toMatchObject({ ok: false })
    const admission = await gate.admitAccount(credentials, live, ADDRESS)
    if (!admission.ok) throw admission.error
    const codes: number[] = []
    const access = admission.keep(({ error }) => codes.push(streamClose(error)))
    let changes = 0
    access.onChange(() => {
      changes += 1
    })
    await devicesChanged()
    expect({ codes, changes }).toEqual({ codes: [], changes: 1 })
  })
})

describe('a stream that is open', () => {
  it('[M1] ends with 4404 at once when its device or its channel is no longer there for the account', async () => {
    for (const change of [{ groups: [SOUTH] }, { channels: deviceChannels('0010') }, null]) {
      const at = site()
      const { codes } = await opened(at)
      await at.devicesChanged()
      expect(codes()).toEqual([])
      at.known.device = change && { ...(at.known.device as RegisteredDevice), ...change }
      await at.devicesChanged()
      expect(codes(), JSON.stringify(change)).toEqual([StreamClose.unknownDevice])
    }
  })

  it('[M1] of the whole device goes on when a channel is gone', async () => {
    const at = site()
    const { codes } = await opened(at, null)
    at.known.device = { ...(at.known.device as RegisteredDevice), channels: deviceChannels('0000') }
    await at.devicesChanged()
    expect(codes()).toEqual([])
  })

  it('[M1] ends with 4401, 4403 or 4404 when the account is removed, loses the right, or is moved', async () => {
    const changes = [
      [null, StreamClose.badCredentials, errorCode('login-ended')],
      [{ access: '' }, StreamClose.noRight, 'permission-denied'],
      [{ groupId: SOUTH }, StreamClose.unknownDevice, 'unknown-device'],
    ] as const
    for (const [change, close, code] of changes) {
      const at = site()
      const { denials } = await opened(at)
      at.known.account = change && { ...(at.known.account as Account), ...change }
      expect(denials).toEqual([])
      await at.accountChanged()
      expect(denials.map(({ error }) => [streamClose(error), error.code])).toEqual([[close, code]])
    }
  })

  it('[M1] is found every 30 s where another program changed the database', async () => {
    const at = site()
    const { codes } = await opened(at)
    at.known.account = null
    at.clock.advance(29_999)
    await settled()
    expect(codes()).toEqual([])
    at.clock.advance(1)
    await settled()
    expect(codes()).toEqual([StreamClose.badCredentials])
  })

  it('goes on while the database does not answer, which is logged', async () => {
    const at = site()
    const { codes } = await opened(at)
    at.known.fault = new Error('no database')
    await at.accountChanged()
    expect(codes()).toEqual([])
    expect(at.logged).toHaveLength(1)
    expect(at.logged[0]).toMatch(/an account could not be checked again.*no database|no database.*an account could not/)
  })

  it('has the rights and the group that its account has now, and is notified of each change', async () => {
    const at = site()
    const { access } = await opened(at)
    let changes = 0
    access.onChange(() => {
      changes += 1
    })
    const before = access.account
    at.known.account = { ...before, permission: 1 }
    expect(access.account).toBe(before)
    await at.accountChanged()
    expect(access.account).toBe(at.known.account)
    await at.devicesChanged()
    expect(changes).toBe(2)
  })

  it('is reported once why it ends, and nothing after it ended or was closed', async () => {
    const at = site()
    const [ended, closed, lost] = [await opened(at), await opened(at), await opened(at)]
    const notified: string[] = []
    ended.access.onChange(() => notified.push('ended'))
    closed.access.onChange(() => notified.push('closed'))
    // Each was asked about before it was closed, and is answered after.
    const asking = at.accountChanged()
    closed.access.close()
    await asking
    expect(notified).toEqual(['ended'])
    at.known.account = null
    const askingAgain = at.accountChanged()
    lost.access.close()
    await askingAgain
    await at.accountChanged()
    at.known.device = null
    await at.devicesChanged()
    expect([ended.codes(), closed.codes(), lost.codes()]).toEqual([[StreamClose.badCredentials], [], []])
    expect(notified).toEqual(['ended'])
    expect([at.clock.pending, at.listeners()]).toEqual([0, 0])
  })
})
