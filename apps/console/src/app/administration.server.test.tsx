// @vitest-environment served
// Pages of administration with a real server behind them: they show what it has, and what they save changes it.
import { groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { permissionPath } from '@fleetglass/contract/permissions'
import { mapScriptPath } from '@fleetglass/contract/session'
import { accountPath } from '@fleetglass/contract/users'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../server/test/harness.ts'
import { callHttp } from '../../../server/test/http-client.ts'
import { sha256Hex } from '../platform/sha256/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../ui/virtual-list.fixtures.ts'
import { builtPages } from './pages.ts'
import { openServedConsole } from './served.fixtures.tsx'

let server: TestServer
let open: Awaited<ReturnType<typeof openServedConsole>> | null = null
let giveSizesBack: () => void

beforeAll(async () => {
  await startAllTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
  giveSizesBack = giveElementsSize()
  server = await startTestServer()
}, 120_000)
afterAll(async () => {
  giveSizesBack()
  await server.close()
})
const stop = () => {
  open?.close()
  open = null
  cleanup()
}
afterEach(stop)

async function start(path: string): Promise<void> {
  stop()
  open = await openServedConsole(server, { path })
  await waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('no footer')))
}
/** A call of another administrator's program; answers with the list of what it changed. */
async function call(method: string, path: string, body: object): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const credentials = { username: ADMIN, password: sha256Hex(ADMIN_PASSWORD) }
  const answer = await callHttp(server, method, path, { body: { ...credentials, ...body } })
  return answer.body as unknown as readonly Readonly<Record<string, unknown>>[]
}
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('groups', () => {
  it('[GSUM-08] the group summary lists every group of the server with its path', async () => {
    const add = async (parentid: unknown, newChildrenName: string) =>
      (await call('POST', userGroupPath, { parentid, newChildrenName })).find(({ name }) => name === newChildrenName)
    const north = await add('root', 'North')
    await add(north?.['groupid'], 'Dock')
    const admin = await server.login()
    await admin.request('D01', { A: 'van', C: '4', F: '0' })
    await admin.close()
    await call('POST', groupLinkPath, { groupid: north?.['groupid'], deviceid: 'van' })
    await start('/groupsummary')
    const table = await screen.findByRole('grid', { name: 'Groups and their paths' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['All', 'All'],
      ['North', 'All / North'],
      ['Dock', 'All / North / Dock'],
    ])
  })
})

describe('users', () => {
  it('[USR-05] [USR-06] a user is listed with what the server has, and the permission by the name of its group', async () => {
    const copied = (await call('POST', permissionPath, { id: 3 })).at(-1)
    const id = copied?.['id']
    await call('PUT', permissionPath, { id, name: 'Night shift' })
    const stored = { expirydate: '2099-12-31', rdbretention: 30, mail1: 'ann@example.com', phone: '+886 4 123' }
    const ann = { editingName: 'ann', editingPW: sha256Hex('Secret 1'), editingGroupid: 'root' }
    await call('POST', accountPath, { ...ann, editingPermission: id, ...stored, memo: 'spare key' })
    await start('/usersetting')
    const text = (await rowOf('ann'))?.textContent
    for (const part of ['Night shift', ...Object.values(stored), 'spare key']) expect(text).toContain(String(part))
    await call('PUT', permissionPath, { id, name: 'Early shift' })
    await start('/usersetting')
    expect((await rowOf('ann'))?.textContent).toContain('Early shift')
  })
})

describe('server settings', () => {
  it('[SET-010] [SET-018] the main channel opens at the port that is saved; Save is disabled for one below 0, and 0 closes a listener', async () => {
    await start('/setting?tab=protocol')
    const [main, reports] = [await field('Main channel (TCP)'), await field('GPS reports (UDP)')]
    expect([main.value, reports.value]).toEqual([String(server.ports.main), String(server.ports.heartbeat)])
    expect(server.ports.heartbeat).toBeGreaterThan(0)
    for (const input of [main, reports, await field('Web, http (TCP)')]) {
      const { value } = input
      fireEvent.change(input, { target: { value: '-1' } })
      await waitFor(() => expect(save().disabled).toBe(true))
      fireEvent.change(input, { target: { value } })
    }
    // A number that the machine has just given out, for datagrams.
    const port = server.ports.heartbeat
    fireEvent.change(main, { target: { value: String(port) } })
    fireEvent.change(reports, { target: { value: '0' } })
    await waitFor(() => expect(save().disabled).toBe(false))
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(server.ports).toMatchObject({ main: port, heartbeat: 0 }))
  })

  it('[SET-043] the key of Google Map that is saved is the one of the next console', async () => {
    await start('/setting?tab=google-map')
    fireEvent.change(await field('Google key'), { target: { value: 'key-1' } })
    await act(async () => fireEvent.click(save()))
    await screen.findByText('Google Map: saved')
    expect((await callHttp(server, 'GET', mapScriptPath)).text).toContain('"mapKey":"key-1"')
  })
})
