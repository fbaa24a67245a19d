// Who finds the open console of an administrator has a session, and neither the password nor the phone.
import { ownTokensPath, userSecondFactorPath } from '@fleetglass/contract/account'
import { accountPath } from '@fleetglass/contract/users'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { readFile } from '../session/account.fixtures.ts'
import { secondFactorCalls } from './second-factor.fixtures.ts'

const password = sha256(ADMIN_PASSWORD)
const other = sha256('another Secret 1')
const clock = createManualClock()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, config: { site: { showAdministrators: true } } })
  await addUsers(
    server,
    { name: 'ann', permission: 0 },
    { name: 'bob', permission: 1 },
    { name: 'cem', permission: 0 },
    { name: 'dan', permission: 1 },
  )
})
afterAll(() => server.close())
const { call, codeOf, credentials, answerOf, enrol, logIn, nextStep } = secondFactorCalls(() => server, clock)

describe('how callers themselves log in', () => {
  it('changes by the page of the users with their current password only, and that of others without it', async () => {
    const { link, body } = await logIn('ann')
    const save = (change: object) => call('PUT', accountPath, { ...body, editingName: 'ann', ...change })
    const takeOver = { editingChangingPassword: true, editingPW: other }
    expect(await save(takeOver)).toEqual(failedCall('current-password-needed'))
    expect(await save({ extuser: 'mine', extpass: other })).toEqual(failedCall('current-password-needed'))
    expect(await save({ ...takeOver, currentPassword: other })).toEqual(failedCall('current-password-wrong'))
    expect(await answerOf('ann')).toMatchObject({ R: '1' })
    expect(await save({ memo: 'night shift' })).toBeInstanceOf(Array)
    expect(await save({ ...takeOver, editingName: 'bob' })).toBeInstanceOf(Array)
    expect(await answerOf('bob', { P: other })).toMatchObject({ R: '1' })
    expect(await save({ ...takeOver, currentPassword: password })).toBeInstanceOf(Array)
    expect((await link.closed).code).toBe(1008)
    expect(await answerOf('ann', { P: other })).toMatchObject({ R: '1' })
  })

  it('changes with a code as well where their second factor is on, and each guess of it counts', async () => {
    const offer = await enrol('cem')
    const { link, body } = await logIn('cem', { T: codeOf(offer) })
    nextStep()
    const own = {
      ...body,
      editingName: 'cem',
      editingChangingPassword: true,
      editingPW: other,
      currentPassword: password,
    }
    expect(await call('PUT', accountPath, own)).toEqual(failedCall('current-code-needed'))
    expect(await call('PUT', accountPath, { ...own, currentCode: '000000' })).toEqual(failedCall('second-factor-wrong'))
    const remove = (proof: object) => call('DELETE', userSecondFactorPath, { ...body, name: 'cem', ...proof })
    expect(await remove({})).toEqual(failedCall('current-password-needed'))
    expect(await remove({ currentPassword: password })).toEqual(failedCall('current-code-needed'))
    expect(await remove({ currentPassword: other, currentCode: codeOf(offer) })).toEqual(
      failedCall('current-password-wrong'),
    )
    expect(await remove({ currentPassword: password, currentCode: codeOf(offer) })).toMatchObject({ state: 'off' })
    expect((await link.closed).code).toBe(1008)
    const audit = JSON.stringify(readFile(server, 'select * from audit_log'))
    expect(audit).toContain('DELETE /api/users/second-factor')
    expect(audit).not.toContain(codeOf(offer))
    expect(audit).not.toContain(other)
  })

  it('is extended by an API token with the current password only, and with a code where the second factor is on', async () => {
    const request = { name: 'Export', scope: 'full', days: 1 }
    const { link, body } = await logIn('bob', { P: other })
    const make = (proof: object = {}) => call('POST', ownTokensPath, { ...body, ...request, ...proof })
    expect(await make()).toEqual(failedCall('current-password-needed'))
    expect(await make({ currentPassword: password })).toEqual(failedCall('current-password-wrong'))
    expect(await make({ currentPassword: other })).toMatchObject({ token: expect.stringMatching(/^fgt_/) })
    await link.close()
    const offer = await enrol('dan')
    const { link: own, body: session } = await logIn('dan', { T: codeOf(offer) })
    nextStep()
    const byCode = (proof: object) =>
      call('POST', ownTokensPath, { ...session, ...request, currentPassword: password, ...proof })
    expect(await byCode({})).toEqual(failedCall('current-code-needed'))
    expect(await byCode({ currentCode: codeOf(offer) })).toMatchObject({ token: expect.stringMatching(/^fgt_/) })
    await own.close()
    const audit = JSON.stringify(readFile(server, 'select * from audit_log'))
    expect(audit).toContain('POST /api/account/tokens')
    expect(audit).not.toContain(password)
  })

  it('changes by the password itself, as clients without a session send it', async () => {
    const change = { editingName: ADMIN, editingChangingPassword: true, editingPW: other }
    expect(await call('PUT', accountPath, { ...credentials(ADMIN), ...change })).toBeInstanceOf(Array)
    const back = { ...change, username: ADMIN, password: other, editingPW: password }
    expect(await call('PUT', accountPath, back)).toBeInstanceOf(Array)
  })
})
