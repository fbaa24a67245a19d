// @vitest-environment served
// Another password, in the whole console against a real server: the strict deployment, and every other one.
import { errorTexts } from '@fleetglass/texts/errors'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { builtPages } from '../../app/pages.ts'
import { openServedConsole, rememberedAt } from '../../app/served.fixtures.tsx'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

const PAST_S = 1
let strict: TestServer
let plain: TestServer
let open: Awaited<ReturnType<typeof openServedConsole>> | null = null

beforeAll(async () => {
  await startAllTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
  strict = await startTestServer({ config: { site: { variant: 'strict', disableMap: true } } })
  plain = await startTestServer({ config: { site: { disableMap: true } } })
  for (const server of [strict, plain]) await addUsers(server, { name: 'Amlin' }, { name: 'mei' })
  await addUsers(strict, { name: 'late', expiresS: PAST_S })
}, 120_000)
afterAll(async () => {
  await strict.close()
  await plain.close()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

const at = () => window.location.pathname
const inside = () =>
  waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('nobody is logged in')))

async function submit(user: string, password: string): Promise<void> {
  const button = await screen.findByRole('button', { name: /^Log in$/ })
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: user } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  await act(async () => fireEvent.click(button))
}
async function startLogin(server: TestServer) {
  open = await openServedConsole(server, { path: '/login', store: memoryStore() })
  return open
}

/** The dialog that is open, and what can be done in it. */
async function passwordDialog() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  const field = (label: string) => dialog.findByLabelText(label)
  await field('Current password')
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  const fill = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const fillNew = (next: string, repeat = next) => {
    fill('New password', next)
    fill('Repeat the new password', repeat)
  }
  const press = () => act(async () => fireEvent.click(save()))
  const incorrect = (label: string) => {
    const id = dialog.getByLabelText(label).getAttribute('aria-describedby') ?? ''
    return document.getElementById(id)?.textContent
  }
  return { ...dialog, fill, fillNew, press, incorrect, canSave: () => !save().disabled }
}
/** The dialog of the account menu, for an account that is logged in. */
async function openDialog(server: TestServer, user: string) {
  open = await openServedConsole(server, { path: '/blockview', store: memoryStore(rememberedAt(server, user)) })
  await inside()
  fireEvent.click(screen.getByRole('button', { name: `Account of ${user}` }))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Change password/ })))
  return passwordDialog()
}

describe('the strict deployment', () => {
  const calls = (path: string) => open?.called.filter((call) => call.path === path) ?? []

  it('[LOGIN-16] [API0-11] [API0-12] checks the user before a link is opened, and no other deployment does', async () => {
    const verified = { username: ADMIN, password: sha256Hex(ADMIN_PASSWORD) }
    const { asked, called } = await startLogin(strict)
    const order: string[] = []
    open?.channel.state.subscribe(({ kind }) =>
      order.push(kind === 'connecting' ? String(calls('/gkserver/verifyUser').length) : ''),
    )
    await submit(ADMIN, ADMIN_PASSWORD)
    await inside()
    expect(order.filter((text) => text !== '')).toEqual(['1'])
    expect(called.find(({ path }) => path === '/gkserver/verifyUser')).toEqual({
      method: 'POST',
      path: '/gkserver/verifyUser',
      body: verified,
      answer: { hasError: false, valid: true, expired: false },
    })
    expect(asked).toHaveLength(1)
    open?.close()
    cleanup()
    await startLogin(plain)
    await submit(ADMIN, ADMIN_PASSWORD)
    await inside()
    expect(calls('/gkserver/verifyUser')).toEqual([])
  })

  it('[LOGIN-17] [LOGIN-19] [API0-13] shows Invalid User for a wrong password, and sends no login', async () => {
    const { asked, called } = await startLogin(strict)
    await submit(ADMIN, 'wrong')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Invalid User'))
    expect(called.at(-1)?.answer).toEqual({ hasError: false, valid: false, expired: false })
    expect(asked).toEqual([])
  })

  it('[LOGIN-18] [LOGIN-66] [LOGIN-68] [LOGIN-77] opens the dialog for an expired password, and logs in with the new one', async () => {
    const { asked, sent, store } = await startLogin(strict)
    await submit('late', ADMIN_PASSWORD)
    const dialog = await passwordDialog()
    expect(asked).toEqual([])
    const rule =
      'Use 8 or more characters with lower and upper case letters and a digit or one of @#$%^&+=, without the user name'
    expect(dialog.getByText(rule)).toBeTruthy()
    dialog.fillNew('Better+1x')
    dialog.fill('Current password', 'wrong')
    expect(dialog.canSave()).toBe(false)
    dialog.fill('Current password', ADMIN_PASSWORD)
    expect(dialog.canSave()).toBe(true)
    await dialog.press()
    await inside()
    expect(sent[0]).toContain(sha256Hex('Better+1x'))
    expect([at(), store.get('UserName')]).toEqual(['/blockview', 'late'])
  })

  const rules: readonly [title: string, bad: readonly string[], good: readonly string[]][] = [
    ['[LOGIN-69] is 8 characters long', ['Tramxi7'], ['Tramxin7']],
    ['[LOGIN-70] [VAR-05] has a lowercase letter', ['TRAMXINE7'], ['TRAMXINe7']],
    ['[LOGIN-71] [VAR-05] has an uppercase letter', ['tramxine7'], ['Tramxine7']],
    [
      '[LOGIN-72] has a digit or a special character',
      ['Tramxines'],
      ['Tramxine7', ...'@#$%^&+='].map((one) => (one.length === 1 ? `Tramxine${one}` : one)),
    ],
    ['[LOGIN-73] does not contain the user id', ['TrAmlin7x'], ['TrAmxin7x']],
    [
      '[LOGIN-74] has no other characters',
      ['!', ' ', '-', '_', '.', 'é'].map((one) => `Tramxine7${one}`),
      ['Tramxine7'],
    ],
    ['[LOGIN-75] does not contain the user name in another case', ['TramLIN7x', 'tRAMLIN7x'], ['TramLIX7x']],
  ]
  it.each(rules)('%s, which Save waits for', async (_, bad, good) => {
    const dialog = await openDialog(strict, 'Amlin')
    dialog.fill('Current password', ADMIN_PASSWORD)
    for (const password of good) {
      dialog.fillNew(password)
      expect([password, dialog.canSave()]).toEqual([password, true])
    }
    for (const password of bad) {
      dialog.fillNew(password)
      expect([password, dialog.canSave()]).toEqual([password, false])
    }
  })

  it('[LOGIN-76] [RIGHT-113] no other deployment has any of these rules', async () => {
    const dialog = await openDialog(plain, 'Amlin')
    expect(document.querySelector('.password-rule')).toBeNull()
    dialog.fill('Current password', ADMIN_PASSWORD)
    for (const password of ['amlin', ...rules.flatMap(([, bad]) => bad)]) {
      dialog.fillNew(password)
      expect([password, dialog.canSave()]).toEqual([password, true])
    }
  })
})

describe('another password from the account menu', () => {
  it('[LOGIN-59] [LOGIN-60] [LOGIN-61] is saved only with the right current one, and a new one that is repeated', async () => {
    const dialog = await openDialog(plain, 'mei')
    expect(dialog.canSave()).toBe(false)
    for (const [current, next, repeat, can] of [
      [ADMIN_PASSWORD, 'a', 'a', true],
      ['something else', 'a', 'a', false],
      [ADMIN_PASSWORD, 'a', 'b', false],
      [ADMIN_PASSWORD, '', '', false],
    ] as const) {
      dialog.fill('Current password', current)
      dialog.fillNew(next, repeat)
      expect([current, next, repeat, dialog.canSave()]).toEqual([current, next, repeat, can])
    }
  })

  it('[LOGIN-62] [LOGIN-63] shows Incorrect beside a mismatch, and nothing beside an empty field', async () => {
    const dialog = await openDialog(plain, 'mei')
    const both = () => ['Current password', 'Repeat the new password'].map((label) => dialog.incorrect(label) ?? '')
    expect(both()).toEqual(['', ''])
    dialog.fill('Current password', 'something else')
    expect(both()).toEqual(['Incorrect', ''])
    dialog.fillNew('a', 'b')
    expect(both()).toEqual(['Incorrect', 'Incorrect'])
    dialog.fill('Current password', ADMIN_PASSWORD)
    dialog.fillNew('a')
    expect(both()).toEqual(['', ''])
  })

  it('[LOGIN-67] that the server refuses shows the words of the server for 5 s', async () => {
    const dialog = await openDialog(plain, 'mei')
    dialog.fill('Current password', ADMIN_PASSWORD)
    dialog.fillNew(ADMIN_PASSWORD)
    await dialog.press()
    const told = () => dialog.getByRole('alert').textContent
    const message = errorTexts['error.same-password']
    await waitFor(() => expect(told()).toBe(message))
    expect(open?.called.at(-1)?.answer).toEqual({ hasError: true, code: 'same-password', message })
    act(() => open?.clock.advance(4_999))
    expect(told()).not.toBe('')
    act(() => open?.clock.advance(1))
    expect(told()).toBe('')
  })

  it('[LOGIN-64] [LOGIN-65] [API0-21] [API0-22] that the server takes logs out, loads the page anew, and is the one that logs in', async () => {
    const dialog = await openDialog(plain, 'mei')
    dialog.fill('Current password', ADMIN_PASSWORD)
    dialog.fillNew('another secret')
    await dialog.press()
    await waitFor(() => expect(open?.reloads()).toBe(1))
    expect([open?.channel.state.getState().kind, open?.store.get('AutoLogin')]).toEqual(['idle', null])
    const call = open?.called.find(({ path }) => path === '/gkserver/passwd')
    const [password, newpass] = [sha256Hex(ADMIN_PASSWORD), sha256Hex('another secret')]
    expect(call).toMatchObject({ method: 'PUT', body: { username: 'mei', password, newpass } })
    expect(call?.answer).toEqual({ hasError: false, message: expect.any(String) })
    open?.close()
    cleanup()
    await startLogin(plain)
    await submit('mei', 'another secret')
    await inside()
    expect(at()).toBe('/blockview')
  })
})
