import { fullAccess } from '@fleetglass/contract/access'
import { userGroupPath } from '@fleetglass/contract/groups'
import { permissionListPath } from '@fleetglass/contract/permissions'
import { accountPath, type User, userListPath } from '@fleetglass/contract/users'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import type { Device } from '../../engines/fleet/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

export function testUser(name: string, more: Partial<User> = {}): User {
  const empty = { expirydate: '', rdbretention: 0, mail1: '', phone: '', maplocation: '', memo: '', extuser: '' }
  return { name, groupid: 'root', permission: 2, ...empty, updatetime: 0, logintime: 0, ...more }
}

let open: TestConsole | null = null
let giveSizesBack = (): void => {}

export function closeUsersPage(): void {
  open?.close()
  open = null
  cleanup()
  giveSizesBack()
}

interface Page {
  readonly users?: readonly User[]
  readonly site?: object
  /** Answers a write; left out: with the list as it was. */
  readonly account?: (body: unknown) => unknown
  readonly list?: () => unknown
  /** Groups beside `All`. */
  readonly groups?: number
  readonly access?: string
  readonly devices?: readonly Device[]
  readonly mobile?: boolean
}

/** The page of the users, with a server that answers as it is told. */
export async function openUsersPage({
  users = [],
  site = {},
  account,
  list,
  groups = 1,
  access = fullAccess,
  devices = [],
  mobile = false,
}: Page = {}): Promise<void> {
  const all = [testUser('admin', { permission: 0 }), ...users]
  const names = ['Administrator', 'Manager', 'Operator', 'Viewer']
  const http = {
    [userListPath]: list ?? (() => all),
    [accountPath]: account ?? (() => all),
    [permissionListPath]: () => names.map((name, id) => ({ id, name, access: fullAccess })),
    [userGroupPath]: () => [
      { groupid: 'root', parentid: null, name: 'All' },
      ...Array.from({ length: groups }, (_, n) => ({ groupid: String(n + 2), parentid: 'root', name: `Depot ${n}` })),
    ],
  }
  giveSizesBack = giveElementsSize()
  open = await openConsole({ path: '/usersetting', store: memoryStore(remembered), http, site, access, mobile })
  open.list(...devices)
}

/** The fields of the messages of a code that the console sent. */
export const sentMessages = (code: string) =>
  (open?.sockets ?? []).flatMap(({ asked }) => asked.filter((one) => one.code === code).map(({ fields }) => fields))
export const writes = () =>
  (open?.called ?? []).filter(({ path }) => path === accountPath).map(({ method, body }) => ({ method, body }))
export const listed = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const click = (element: HTMLElement) => act(async () => fireEvent.click(element))
export const form = () => within(screen.getByRole('complementary'))
export const field = (name: string | RegExp) => form().getByLabelText<HTMLInputElement>(name)
export async function type(name: string, value: string): Promise<void> {
  await act(async () => fireEvent.change(field(name), { target: { value } }))
}
/** A part of a day in a date field: to a page its value is empty, and the browser calls it bad. */
export async function typeHalfDay(name: string): Promise<void> {
  const input = field(name)
  await act(async () => {
    fireEvent.change(input, { target: { value: '' } })
    Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: true } })
    fireEvent.keyUp(input, { key: '2' })
  })
}
export async function typeDay(name: string, day: string): Promise<void> {
  const input = field(name)
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: false } })
  await act(async () => fireEvent.change(input, { target: { value: day } }))
}
export const submit = (name: string) => form().getByRole<HTMLButtonElement>('button', { name })
export async function chooseGroup(name: string): Promise<void> {
  const combo = form().getByRole('combobox', { name: 'Group' })
  await act(async () => fireEvent.focus(combo))
  await click(form().getByRole('option', { name: new RegExp(`^${name}`) }))
}
