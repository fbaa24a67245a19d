// @vitest-environment happy-dom
import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import {
  bufferPath,
  type PermissionGroup,
  permissionListPath,
  permissionPath,
  permissionSaveSchema,
} from '@fleetglass/contract/permissions'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore, type TextStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

let open: TestConsole | null = null
beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./permissions.page.tsx')
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

const none = '0'.repeat(77)
const builtIn: readonly PermissionGroup[] = [
  { id: 0, name: 'Administrator', access: fullAccess },
  { id: 1, name: 'Manager', access: fullAccess },
  { id: 2, name: 'Operator', access: none },
  { id: 3, name: 'Viewer', access: none },
]
const night: PermissionGroup = { id: 4, name: 'Night <b>shift</b>', access: none }

interface Page {
  readonly groups?: readonly PermissionGroup[]
  readonly store?: TextStore
  readonly site?: object
  readonly buffer?: () => unknown
  readonly mobile?: boolean
}

/** A server that stores what it receives. */
async function page({ groups = [...builtIn, night], buffer, ...more }: Page = {}) {
  const kept = new Map(groups.map((group) => [group.id, group]))
  const list = () => [...kept.values()]
  const http = {
    [permissionListPath]: list,
    [permissionPath]: (body: unknown) => {
      const { id, name, permissions } =
        permissionSaveSchema.safeParse(body).data ?? (body as { id: number; name?: string; permissions?: never })
      for (const { id: one, access } of permissions ?? []) {
        const before = kept.get(one)
        if (before) kept.set(one, { ...before, access })
      }
      const group = kept.get(id ?? -1)
      if (group && name !== undefined) kept.set(group.id, { ...group, name })
      else if (group && calledWith().method === 'DELETE') kept.delete(group.id)
      else if (group) kept.set(9, { ...group, id: 9, name: `${group.name} copy` })
      return list()
    },
    [bufferPath]: buffer ?? (() => ({ hasError: false, message: '' })),
  }
  open = await openConsole({ path: '/permission', store: memoryStore(remembered), http, ...more })
  await screen.findByRole('heading', { name: 'Permissions' })
  return { kept }
}
const calledWith = () => open?.called.at(-1) ?? { method: '', path: '', body: {} }
const calls = (method: string, path: string) =>
  (open?.called ?? []).filter((call) => call.method === method && call.path === path).map(({ body }) => body)
const cell = (feature: string, group: string) => screen.getByRole('switch', { name: `${feature} of ${group}` })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (element: HTMLElement) => act(async () => fireEvent.click(element))
const columns = () => [...document.querySelectorAll('thead th bdi')].map((name) => name.textContent)
const rowNames = () => [...document.querySelectorAll('tr[data-flag] th')].map((name) => name.textContent)

describe('the matrix', () => {
  it('[PERM-001] [PERM-002] [PERM-003] /permission has features as rows, groups as columns, and cells that read Enable or Disable', async () => {
    await page()
    expect(columns()).toEqual(['Administrator', 'Manager', 'Operator', 'Viewer'])
    expect(rowNames()).toHaveLength(14)
    expect(cell('GPS', 'Administrator').textContent).toBe('Enable')
    expect(cell('GPS', 'Operator').textContent).toBe('Disable')
    await click(cell('GPS', 'Operator'))
    expect([cell('GPS', 'Operator').textContent, cell('GPS', 'Operator').getAttribute('aria-checked')]).toEqual([
      'Enable',
      'true',
    ])
  })

  it('[PERM-032] features 0 to 5 are grouped as pages', async () => {
    await page()
    const [pages] = document.querySelectorAll('tbody')
    expect(pages?.querySelector('th')?.textContent).toBe('Pages')
    const names = [...(pages?.querySelectorAll('tr[data-flag] th') ?? [])].map((name) => name.textContent)
    expect(names).toEqual(['Dashboard', 'TreeView', 'LiveView', 'GPS Playback', 'Video Playback', 'Remote Playback'])
  })

  it.each([
    ['[PERM-010] [PERM-035]', 'Server Device Setting', 52, 75],
    ['[PERM-011] [PERM-036]', 'Remote Device Setting', 13, 51],
  ])('%s the row %s expands to its detail rows', async (_, name, first, last) => {
    await page({ site: { deleteRecordRow: true } })
    const before = rowNames().length
    await click(button(`Show the items of ${name}`))
    expect(rowNames()).toHaveLength(before + last - first + 1)
    const at = rowNames().indexOf(name)
    const flags = [...document.querySelectorAll<HTMLElement>('tr[data-flag]')].map((row) => row.dataset.flag)
    expect(flags.slice(at + 1, at + 2 + last - first)).toEqual(accessFlags.slice(first, last + 1))
    await click(button(`Show the items of ${name}`))
    expect(rowNames()).toHaveLength(before)
  })

  it('[PERM-101] the row "delete all local record" is there only where the site enables it', async () => {
    await page()
    await click(button('Show the items of Server Device Setting'))
    expect(rowNames()).not.toContain('delete all local record')
    expect(rowNames()).toContain('restore default')
    open?.close()
    await page({ site: { deleteRecordRow: true } })
    await click(button('Show the items of Server Device Setting'))
    expect(rowNames()).toContain('delete all local record')
  })

  it('a search finds rows, the items of closed parents too, and shows when it finds none', async () => {
    await page()
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'wifi' } })
    expect(rowNames()).toEqual(['Remote Device Setting', 'wifi', 'wifi password'])
    fireEvent.change(search, { target: { value: 'nothing like it' } })
    expect(document.querySelector('table')).toBeNull()
  })

  it('an item shows that it has no effect while its parent is disabled', async () => {
    await page()
    await click(button('Show the items of Remote Device Setting'))
    expect(cell('wifi', 'Operator').title).toBe('Has no effect while Remote Device Setting is disabled')
    expect(cell('wifi', 'Manager').title).toBe('')
    await click(cell('Remote Device Setting', 'Operator'))
    expect(cell('wifi', 'Operator').title).toBe('')
  })

  it('arrow keys, Home and End go from cell to cell', async () => {
    await page()
    const from = cell('LiveView', 'Manager')
    from.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    const focused = () => document.activeElement?.getAttribute('aria-label')
    press('ArrowRight')
    expect(focused()).toBe('LiveView of Operator')
    press('ArrowDown')
    expect(focused()).toBe('GPS Playback of Operator')
    press('Home')
    expect(focused()).toBe('GPS Playback of Administrator')
    press('ArrowUp')
    press('End')
    expect(focused()).toBe('LiveView of Viewer')
  })
})

describe('which groups are shown', () => {
  it('[PERM-004] [PERM-005] [PERM-018] 0 to 3 at first; "Edit Permissions" hides and shows groups, and the choice is there after a reload', async () => {
    const store = memoryStore(remembered)
    await page({ store })
    await click(button('Edit Permissions'))
    const shows = (group: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Show ${group}` })
    expect([shows('Operator').checked, shows('Night <b>shift</b>').checked]).toEqual([true, false])
    await click(shows('Night <b>shift</b>'))
    await click(shows('Manager'))
    expect(columns()).toEqual(['Administrator', 'Operator', 'Viewer', 'Night <b>shift</b>'])
    open?.close()
    await page({ store })
    expect(columns()).toEqual(['Administrator', 'Operator', 'Viewer', 'Night <b>shift</b>'])
  })

  it('[PERM-018] a remembered choice that cannot be read counts as none', async () => {
    await page({ store: memoryStore({ ...remembered, permissionGroups: '{"4":"yes"' }) })
    expect(columns()).toEqual(['Administrator', 'Manager', 'Operator', 'Viewer'])
  })
})

describe('on a phone', () => {
  const picker = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Permission group' })
  const pick = (id: number) => act(async () => fireEvent.change(picker(), { target: { value: String(id) } }))

  it('one group is chosen, its flags are listed, and the changes of the others are saved with the row', async () => {
    const { kept } = await page({ mobile: true })
    expect(columns()).toEqual(['Administrator'])
    expect([...picker().options].map(({ text }) => text)).toEqual(['Administrator', 'Manager', 'Operator', 'Viewer'])
    await click(cell('PTZ', 'Administrator'))
    await pick(2)
    expect(columns()).toEqual(['Operator'])
    expect([...picker().options].map(({ text }) => text)[0]).toBe('Administrator (unsaved)')
    await click(cell('PTZ', 'Operator'))
    await click(button('Save PTZ for all groups'))
    await waitFor(() => expect(kept.get(2)?.access[11]).toBe('1'))
    expect(kept.get(0)?.access[11]).toBe('0')
  })

  it('a copy is the chosen group at once', async () => {
    await page({ mobile: true })
    await click(button('Copy Administrator'))
    await click(button('Copy'))
    await waitFor(() => expect(columns()).toEqual(['Administrator copy']))
  })
})

describe('saving', () => {
  it('[PERM-006] [PERM-020] [PERM-022] the icon of a row saves it for all groups, shows "Save OK", and requests to clear the buffer', async () => {
    const { kept } = await page()
    const save = button('Save PTZ for all groups')
    expect(save.disabled).toBe(true)
    await click(cell('PTZ', 'Operator'))
    await click(cell('PTZ', 'Viewer'))
    await click(cell('Talk', 'Viewer'))
    await click(save)
    await screen.findByText('Save OK')
    const [sent] = calls('PUT', permissionPath) as { permissions: { id: number; access: string }[]; rows: number[] }[]
    expect(sent?.permissions.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4])
    expect(sent?.rows).toEqual([accessFlags.indexOf('F_ptz')])
    const grants = (id: number, flag: 'F_ptz' | 'F_talk') => kept.get(id)?.access[accessFlags.indexOf(flag)]
    expect([grants(2, 'F_ptz'), grants(3, 'F_ptz'), grants(4, 'F_ptz'), grants(3, 'F_talk')]).toEqual([
      '1',
      '1',
      '0',
      '0',
    ])
    await waitFor(() => expect(calls('DELETE', bufferPath)).toMatchObject([{ name: 'admin', notifyGMS: false }]))
    const methods = open?.called.map(({ method }) => method)
    expect(methods?.filter((method) => method === 'PUT' || method === 'DELETE')).toEqual(['PUT', 'DELETE'])
    expect(button('Save Talk for all groups').disabled).toBe(false)
  })

  it('what another user changes later in a row that was saved is no change of this page', async () => {
    const { kept } = await page()
    await click(cell('PTZ', 'Operator'))
    await click(button('Save PTZ for all groups'))
    await waitFor(() => expect(kept.get(2)?.access).not.toBe(none))
    kept.set(2, { id: 2, name: 'Operator', access: none })
    await click(button('Copy Viewer'))
    await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(cell('PTZ', 'Operator').getAttribute('aria-checked')).toBe('false'))
    expect(screen.queryByText(/^Unsaved rows/)).toBeNull()
  })

  it('[PERM-015] [PERM-016] an edited group is marked as unsaved until it is saved, and the marks are not sent', async () => {
    await page()
    const marked = () => [...document.querySelectorAll('thead th[data-unsaved] bdi')].map((name) => name.textContent)
    expect(marked()).toEqual([])
    await click(cell('PTZ', 'Operator'))
    expect([marked(), screen.getByText('Unsaved rows: 1').textContent]).toEqual([['Operator'], 'Unsaved rows: 1'])
    await click(cell('PTZ', 'Operator'))
    expect(marked()).toEqual([])
    await click(cell('PTZ', 'Operator'))
    await click(button('Save PTZ for all groups'))
    await waitFor(() => expect(marked()).toEqual([]))
    const [sent] = calls('PUT', permissionPath) as { permissions: object[] }[]
    expect(Object.keys(sent ?? {}).sort()).toEqual(['password', 'permissions', 'rows', 'username'])
    expect(Object.keys(sent?.permissions[0] ?? {}).sort()).toEqual(['access', 'id', 'was'])
  })

  it('[PERM-023] a buffer that cannot be cleared is a notification "web server reload error" with the message', async () => {
    await page({ buffer: () => ({ hasError: true, message: 'the bus is away' }) })
    await click(cell('PTZ', 'Operator'))
    await click(button('Save PTZ for all groups'))
    const toast = (await screen.findByText('web server reload error')).closest('[data-kind], li, div')
    expect(toast?.parentElement?.textContent).toContain('the bus is away')
  })

  it('unsaved toggles need a confirmation before the page is left', async () => {
    await page()
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked()).toBe(false)
    await click(cell('PTZ', 'Operator'))
    expect(isAsked()).toBe(true)
  })
})

describe('copy, rename and delete', () => {
  it('[PERM-008] [PERM-021] [ERR2-10] [ERR2-11] a copy is made after "Copy [name]?" is confirmed, and not without', async () => {
    await page()
    await click(button('Copy Operator'))
    const dialog = await screen.findByRole('dialog', { name: 'Copy Operator?' })
    await click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(calls('POST', permissionPath)).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click(button('Copy Operator'))
    await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Copy' }))
    await screen.findByText('Create Copy OK')
    expect(calls('POST', permissionPath)).toMatchObject([{ id: 2 }])
    await waitFor(() => expect(columns()).toContain('Operator copy'))
    await waitFor(() => expect(calls('DELETE', bufferPath)).toHaveLength(1))
  })

  it('[PERM-007] [PERM-015] a group above 3 is renamed in its head, marked while unsaved; 0 to 3 offer no renaming', async () => {
    await page({ store: memoryStore({ ...remembered, permissionGroups: '{"4":true}' }) })
    for (const name of ['Administrator', 'Manager', 'Operator', 'Viewer']) {
      expect(screen.queryByRole('button', { name: `Rename ${name}` })).toBeNull()
      expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull()
    }
    await click(button('Rename Night <b>shift</b>'))
    const field = screen.getByLabelText<HTMLInputElement>('Name of Night <b>shift</b>')
    const isMarked = () => field.form?.dataset.unsaved !== undefined
    expect(isMarked()).toBe(false)
    fireEvent.change(field, { target: { value: '' } })
    expect([field.getAttribute('aria-invalid'), button('Save the name').disabled]).toEqual(['true', true])
    fireEvent.change(field, { target: { value: 'Night' } })
    expect(isMarked()).toBe(true)
    await click(button('Save the name'))
    await waitFor(() => expect(columns()).toContain('Night'))
    expect(calls('PUT', permissionPath)).toMatchObject([{ id: 4, name: 'Night' }])
    // A name is no right.
    expect(calls('DELETE', bufferPath)).toEqual([])
  })

  it('[ERR2-10] [ERR2-11] a deletion asks "Are you really delete", names the group, and nothing is deleted without', async () => {
    await page({ store: memoryStore({ ...remembered, permissionGroups: '{"4":true}' }) })
    await click(button('Delete Night <b>shift</b>'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Night <b>shift</b>' })
    expect(dialog.textContent).toContain('Are you really delete')
    expect(calls('DELETE', permissionPath)).toEqual([])
    await click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(columns()).not.toContain('Night <b>shift</b>'))
    expect(calls('DELETE', permissionPath)).toMatchObject([{ id: 4 }])
  })
})
