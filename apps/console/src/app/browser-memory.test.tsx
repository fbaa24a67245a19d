// @vitest-environment happy-dom
// What the pages leave in the browser, by the literal names that other consoles and scripts of a site know.
import { serverKindPath } from '@fleetglass/contract/session'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, remembered } from './console.fixtures.tsx'

let close = (): void => undefined

async function start(options: Parameters<typeof openConsole>[0]) {
  const console = await openConsole(options)
  close = console.close
  return console
}

/** Types all fields of the login and chooses to remember them. */
async function logIn(): Promise<void> {
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await type('Server address', 'recorder.test')
  await type('Port', '4711')
  await type('User name', 'anna')
  await type('Password', 'secret')
  fireEvent.click(screen.getByRole('switch', { name: 'Save password' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Log in$/ })))
}

beforeAll(() => startAllTexts())
afterEach(() => {
  close()
  cleanup()
})

it('[ENT-094] [ENT-095] [ENT-096] [ENT-098] a login that is saved leaves name, address, port and flag', async () => {
  const store = memoryStore()
  await start({ path: '/login', store, http: { [serverKindPath]: () => ({ server: 'global' }) } })
  await logIn()
  await waitFor(() => expect(store.get('UserName')).toBe('anna'))
  expect(['ServerIp', 'ServerPort', 'AutoLogin'].map((key) => store.get(key))).toEqual([
    'recorder.test',
    '4711',
    'true',
  ])
})

it('[ENT-096] [ENT-097] without any other port, 24680 is used and stored', async () => {
  const store = memoryStore()
  const { sockets } = await start({
    path: '/login',
    store,
    http: { [serverKindPath]: () => ({ server: 'global' }) },
  })
  fireEvent.change(await screen.findByLabelText('Server address'), { target: { value: 'recorder.test' } })
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: 'anna' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Log in$/ })))
  await waitFor(() => expect(sockets[0]?.url).toBe('ws://recorder.test:24680/'))
  expect(store.get('ServerPort')).toBe('24680')
})

it('[CONST1-16] the browser stores the typed and chosen values under seven names', async () => {
  const store = memoryStore()
  await start({ path: '/login', store, http: { [serverKindPath]: () => ({ server: 'global' }) } })
  await logIn()
  await waitFor(() => expect(store.get('UserName')).toBe('anna'))
  fireEvent.click(await screen.findByRole('button', { name: /^Theme: / }))
  await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: 'darkly' })))
  await waitFor(() => expect(store.get('themeName')).toBe('darkly'))
  fireEvent.click(screen.getByRole('button', { name: /^Length unit/ }))
  await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Mile' })))
  fireEvent.click(screen.getByRole('button', { name: 'Account of anna' }))
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Event notifications' }))
  const names = ['UserName', 'ServerIp', 'ServerPort', 'AutoLogin', 'themeName', 'lengthUnit', 'eventNotify']
  expect(Object.fromEntries(names.map((name) => [name, store.get(name)]))).toEqual({
    UserName: 'anna',
    ServerIp: 'recorder.test',
    ServerPort: '4711',
    AutoLogin: 'true',
    themeName: 'darkly',
    lengthUnit: 'mile',
    eventNotify: 'false',
  })
})

it('[ENT-099] [ENT-100] a chosen theme and unit of length are stored', async () => {
  const store = memoryStore(remembered)
  await start({ path: '/blockview', store })
  fireEvent.click(await screen.findByRole('button', { name: /^Theme: / }))
  await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: 'darkly' })))
  await waitFor(() => expect(store.get('themeName')).toBe('darkly'))
  fireEvent.click(screen.getByRole('button', { name: /^Length unit/ }))
  await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Mile' })))
  expect(store.get('lengthUnit')).toBe('mile')
})

it('[ENT-104] a chosen device filter is stored, and in force at the next visit', async () => {
  const store = memoryStore(remembered)
  await start({ path: '/blockview', store })
  fireEvent.click(await screen.findByRole('button', { name: /^Driving/ }))
  expect(JSON.parse(store.get('deviceFilters') ?? 'null')).toEqual({ mode: 'driving' })
  close()
  cleanup()
  await start({ path: '/blockview', store })
  expect((await screen.findByRole('button', { name: /^Driving/ })).getAttribute('aria-pressed')).toBe('true')
})
