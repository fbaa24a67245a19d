// @vitest-environment happy-dom
import {
  type ApiToken,
  type OpenSession,
  ownSecondFactorPath,
  ownSessionsPath,
  ownTokensPath,
  userSecondFactorPath,
  userSessionsPath,
  userTokensPath,
} from '@fleetglass/contract/account'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { openDialog } from '../../platform/pages/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { accountAccess } from '../../shared/dialogs/index.ts'
import { clientName } from './client-name.ts'

beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the dialog.
  await import('./components/account-dialog.tsx')
})
let open: TestConsole | null = null
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const session = (id: string, more: Partial<OpenSession> = {}): OpenSession => ({
  id,
  kind: 'console',
  openedS: 1_780_000_000,
  usedS: 1_780_000_600,
  address: '10.0.0.7',
  client: firefox,
  isCurrent: false,
  ...more,
})
const token: ApiToken = {
  id: 't1',
  name: 'Nightly export',
  scope: 'read',
  createdS: 1_780_000_000,
  expiresS: 4_000_000_000,
  usedS: 0,
  usedAddress: '',
}

async function openAccess(user?: string, http: Readonly<Record<string, (body: unknown) => unknown>> = {}) {
  let sessions = [session('s1', { isCurrent: true }), session('s2', { client: 'curl/8.5.0', kind: 'connection' })]
  const ofSessions = (body: unknown) => {
    const { id = '' } = (body ?? {}) as { id?: string }
    sessions = sessions.filter((one) => one.id !== id)
    return { sessions }
  }
  const ofTokens = () => ({ tokens: [token], token: 'fgt_shown-once' })
  const paths = [ownSessionsPath, userSessionsPath].map((path) => [path, ofSessions])
  const tokenPaths = [ownTokensPath, userTokensPath].map((path) => [path, ofTokens])
  const state = { state: 'on', isRequired: false, recoveryCodesLeft: 4 }
  const factorPaths = [ownSecondFactorPath, userSecondFactorPath].map((path) => [path, () => state])
  const answers = { ...Object.fromEntries([...paths, ...tokenPaths, ...factorPaths]), ...http }
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered), http: answers })
  // A dialog that is opened before the shell stands is closed by the first change of the address.
  await screen.findByRole('button', { name: 'Account of admin' })
  await act(async () => openDialog(accountAccess, user === undefined ? {} : { user }))
  await screen.findByRole('region', { name: 'Open sessions' })
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const click = (element: HTMLElement) => act(async () => fireEvent.click(element))
const sent = (method: string) => (open?.called ?? []).filter((call) => call.method === method)

describe('the dialog of sessions and tokens', () => {
  it('lists where each session is from, with which client, since when, and when it was used', async () => {
    await openAccess()
    const rows = await region('Open sessions').findAllByRole('listitem')
    expect(rows[0]?.textContent).toContain('Firefox, WindowsThis session')
    expect(rows[0]?.textContent).toContain('10.0.0.7')
    expect(rows[1]?.textContent).toContain('curl/8.5.0Connection of a program')
  })

  it('signs a session out, and says so', async () => {
    await openAccess()
    await click(await region('Open sessions').findByRole('button', { name: 'Sign out curl/8.5.0' }))
    expect(sent('DELETE')).toMatchObject([{ path: ownSessionsPath, body: { id: 's2' } }])
    expect(region('Open sessions').getAllByRole('listitem')).toHaveLength(1)
    expect(await screen.findByText('The session was signed out')).toBeDefined()
  })

  it('makes a token with name, scope and days, and shows it once', async () => {
    await openAccess()
    const tokens = region('API tokens')
    await tokens.findByText('Nightly export')
    const make = tokens.getByRole<HTMLButtonElement>('button', { name: 'Create token' })
    expect(make.disabled).toBe(true)
    await act(async () => fireEvent.change(tokens.getByLabelText('Name'), { target: { value: 'Report' } }))
    expect(make.disabled).toBe(true)
    await act(async () => fireEvent.change(tokens.getByLabelText('Current password'), { target: { value: 'secret' } }))
    await click(make)
    expect(sent('POST').filter(({ path }) => path === ownTokensPath)).toMatchObject([
      { body: { name: 'Report', scope: 'read', days: 30, currentPassword: sha256Hex('secret') } },
    ])
    expect((await tokens.findByLabelText<HTMLInputElement>('API token')).value).toBe('fgt_shown-once')
  })

  it('asks for a code where the second factor is on, and shows a wrong password at its field', async () => {
    let refusal = 'currentCode: type a code of your second factor as well'
    const refused = () => ({ hasError: true, code: 'x', message: refusal })
    await openAccess(undefined, {
      [ownTokensPath]: (body: unknown) => (body && 'scope' in (body as object) ? refused() : { tokens: [token] }),
    })
    const tokens = region('API tokens')
    await tokens.findByText('Nightly export')
    const type = (label: string, value: string) =>
      act(async () => fireEvent.change(tokens.getByLabelText(label), { target: { value } }))
    await type('Name', 'Report')
    await type('Current password', 'secret')
    expect(tokens.queryByLabelText('Code')).toBeNull()
    await click(tokens.getByRole('button', { name: 'Create token' }))
    await type('Code', '123456')
    refusal = 'currentPassword: is not your current password'
    await click(tokens.getByRole('button', { name: 'Create token' }))
    expect(await tokens.findByText('is not your current password')).toBeTruthy()
    expect(
      sent('POST')
        .filter(({ path }) => path === ownTokensPath)
        .at(-1)?.body,
    ).toMatchObject({ currentCode: '123456' })
  })

  it('asks before it revokes a token', async () => {
    await openAccess()
    await click(await region('API tokens').findByRole('button', { name: 'Revoke Nightly export' }))
    expect(sent('DELETE')).toEqual([])
    const question = within(screen.getByRole('dialog', { name: 'Revoke Nightly export?' }))
    await click(question.getByRole('button', { name: 'Revoke' }))
    expect(sent('DELETE')).toMatchObject([{ path: ownTokensPath, body: { id: 't1' } }])
  })

  it('turns the second factor off with password and code, and says that the user is logged out', async () => {
    await openAccess()
    const section = region('Second factor')
    await section.findByText('On · 4 recovery codes left')
    await click(section.getByRole('button', { name: 'Turn off' }))
    fireEvent.change(section.getByLabelText('Current password'), { target: { value: 'secret' } })
    await click(section.getByRole('button', { name: 'Next' }))
    fireEvent.change(section.getByLabelText('Code'), { target: { value: '123456' } })
    await click(section.getByRole('button', { name: 'Turn off' }))
    expect(sent('DELETE')).toMatchObject([
      { path: ownSecondFactorPath, body: { username: 'admin', password: sha256Hex('secret'), code: '123456' } },
    ])
  })

  it('of the one who is logged in takes the password in the list of users as well', async () => {
    await openAccess('admin')
    const section = region('Second factor')
    await section.findByRole('switch', { name: 'Require a second factor' })
    expect(section.queryByRole('button', { name: 'Remove the second factor' })).toBeNull()
    await click(section.getByRole('button', { name: 'Turn off' }))
    section.getByLabelText('Current password')
    expect(sent('DELETE')).toEqual([])
  })

  it('of another user requires and removes a second factor', async () => {
    await openAccess('ann')
    const section = region('Second factor')
    await click(await section.findByRole('switch', { name: 'Require a second factor' }))
    expect(sent('PUT')).toMatchObject([{ path: userSecondFactorPath, body: { name: 'ann', required: true } }])
    await click(section.getByRole('button', { name: 'Remove the second factor' }))
    const question = within(screen.getByRole('dialog', { name: 'Remove the second factor of ann?' }))
    await click(question.getByRole('button', { name: 'Remove the second factor' }))
    expect(sent('DELETE')).toMatchObject([{ path: userSecondFactorPath, body: { name: 'ann' } }])
  })

  it('of another user names them, and makes no tokens', async () => {
    await openAccess('ann')
    expect(await screen.findByText('Login and security of ann')).toBeDefined()
    await click(await region('Open sessions').findByRole('button', { name: 'Sign out curl/8.5.0' }))
    expect(sent('DELETE')).toMatchObject([{ path: userSessionsPath, body: { name: 'ann', id: 's2' } }])
    await region('API tokens').findByText('Nightly export')
    expect(region('API tokens').queryByRole('button', { name: 'Create token' })).toBeNull()
  })
})

it('names a client by its browser and system, and any other by its first word', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
  expect([firefox, chrome, `${chrome} Edg/140.0`, 'python-requests/2.32', ''].map(clientName)).toEqual([
    'Firefox, Windows',
    'Chrome, Android',
    'Edge, Android',
    'python-requests/2.32',
    '',
  ])
})
