// @vitest-environment happy-dom
import { type Group, type GroupLink, groupLinkPath, ROOT_GROUP, userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./groups.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

const group = (groupid: string, parentid: string | null, name: string): Group => ({ groupid, parentid, name })

/** A server that keeps groups and links. */
async function page(permission = 0, busName = '') {
  let groups: Group[] = [
    group(ROOT_GROUP, null, 'All'),
    group('2', ROOT_GROUP, 'north'),
    group('3', ROOT_GROUP, 'Depot'),
    group('4', '2', 'Inner <b>"x"</b>'),
    group('5', ROOT_GROUP, 'Zebra'),
  ]
  let links: GroupLink[] = [
    { groupid: '2', deviceid: 'van' },
    { groupid: ROOT_GROUP, deviceid: 'bus' },
  ]
  const http = {
    [userGroupPath]: (body: unknown) => {
      const asked = (body ?? {}) as Readonly<Record<string, string>>
      const { groupid = '', parentid, newChildrenName, newGroupName, newParentid } = asked
      if (newChildrenName === 'taken')
        return { hasError: true, code: 'group-name-taken', message: 'newChildrenName: taken' }
      if (newChildrenName !== undefined) groups = [...groups, group('9', parentid ?? null, newChildrenName)]
      else if (newGroupName !== undefined || newParentid !== undefined) {
        groups = groups.map((one) =>
          one.groupid === groupid ? group(groupid, newParentid ?? one.parentid, newGroupName ?? one.name) : one,
        )
      } else if (groupid !== '') groups = groups.filter((one) => one.groupid !== groupid)
      return groups
    },
    [groupLinkPath]: (body: unknown) => {
      const { groupid, deviceid } = (body ?? {}) as Partial<GroupLink>
      if (groupid === undefined || deviceid === undefined) return links
      const others = links.filter((link) => link.groupid !== groupid || link.deviceid !== deviceid)
      links = others.length < links.length ? others : [...links, { groupid, deviceid }]
      return links
    },
  }
  open = await openConsole({ path: '/groupsetting', store: memoryStore(remembered), http, permission })
  open.list(
    device({ deviceId: 'van' }),
    device({ deviceId: 'bus', memo: busName }),
    device({ deviceId: 'new', registered: false }),
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string, within_: HTMLElement = document.body) =>
  act(async () => fireEvent.click(within(within_).getByRole('button', { name })))
const region = (name: string) => screen.getByRole('region', { name })
const children = () =>
  within(region('Groups below'))
    .queryAllByRole('button')
    .map((one) => one.textContent)
const path = () =>
  within(screen.getByRole('navigation', { name: 'Path to the group' }))
    .getAllByRole('button')
    .map((one) => one.textContent)
const openChild = (name: string) => press(name, region('Groups below'))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => act(async () => fireEvent.change(field(name), { target: { value } }))
const writes = () =>
  (open?.called ?? [])
    .filter(({ method, path: to }) => method !== 'GET' && [userGroupPath, groupLinkPath].includes(to))
    .map(({ method, body }) => {
      const { username: _, password: __, ...fields } = body as Record<string, string>
      return [method, fields]
    })
const ready = () => screen.findByRole('heading', { name: 'Groups' })

describe('the page of the groups', () => {
  it('[GRP-01] [GRP-02] [GRP-03] [GRP-13] opens at root with its children sorted by name in any case', async () => {
    await page()
    await ready()
    expect(path()).toEqual(['All'])
    expect(children()).toEqual(['Depot', 'north', 'Zebra'])
  })

  it('[GRP-04] [GRP-14] [GRP-15] a click on a child goes into it, one on the path goes back, and a leaf is the end of the node', async () => {
    await page()
    await ready()
    await openChild('north')
    await openChild('Inner <b>"x"</b>')
    expect(path()).toEqual(['All', 'north', 'Inner <b>"x"</b>'])
    expect(screen.getByText('End of node')).toBeTruthy()
    await press('north', screen.getByRole('navigation', { name: 'Path to the group' }))
    expect([path(), children()]).toEqual([['All', 'north'], ['Inner <b>"x"</b>']])
  })

  it('[GRP-05] [GRP-08] [GRP-09] offers to add, rename, move and delete, but to delete neither root nor a group with children', async () => {
    await page()
    await ready()
    const offered = () =>
      within(region('Change the group'))
        .getAllByRole('button')
        .map((one) => one.textContent)
    expect(offered()).toEqual(['Add group', 'Rename'])
    await openChild('north')
    expect(offered()).toEqual(['Add group', 'Rename', 'Change parent'])
    await openChild('Inner <b>"x"</b>')
    expect(offered()).toEqual(['Add group', 'Rename', 'Change parent', 'Delete group'])
  })

  it('[GRP-21] [GRP-22] [GRP-23] [GRP-24] takes no space or apostrophe into a name, and sends none that is empty', async () => {
    await page()
    await ready()
    for (const [name, action] of [
      ['Name of a new group below', 'Add group'],
      ['New name of the group', 'Rename'],
    ] as const) {
      expect(button(action).disabled).toBe(true)
      await type(name, 'West')
      for (const refused of ["West'", 'West ', ' ', "'"]) await type(name, refused)
      expect([field(name).value, button(action).disabled]).toEqual(['West', false])
    }
    await press('Add group')
    await waitFor(() => expect(children()).toContain('West'))
    await press('Rename')
    await waitFor(() => expect(path()).toEqual(['West']))
    expect(writes()).toEqual([
      ['POST', { parentid: ROOT_GROUP, newChildrenName: 'West' }],
      ['PUT', { groupid: ROOT_GROUP, newGroupName: 'West' }],
    ])
  })

  it('shows at the field why the server refused a name', async () => {
    await page()
    await ready()
    await type('Name of a new group below', 'taken')
    await press('Add group')
    const fault = await screen.findByText('taken')
    expect(field('Name of a new group below').getAttribute('aria-describedby')).toBe(fault.id)
    expect(field('Name of a new group below').value).toBe('taken')
  })

  it('[GRP-17] [GRP-18] [GRP-19] [GRP-20] the new parent is any group but itself, its parent and those below it; then the path is root', async () => {
    await page()
    await ready()
    await openChild('north')
    await press('Change parent')
    const dialog = await screen.findByRole('dialog')
    const choices = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map((one) => one.textContent)
    expect(choices()).toEqual(['Depot', 'Zebra'])
    await press('Zebra', dialog)
    await press('Change parent', dialog)
    await waitFor(() => expect(path()).toEqual(['All']))
    expect(writes()).toEqual([['PUT', { groupid: '2', newParentid: '5' }]])
    expect(children()).toEqual(['Depot', 'Zebra'])
  })

  it('[GRP-25] a parent is not changed before one is chosen', async () => {
    await page()
    await ready()
    await openChild('Depot')
    await press('Change parent')
    const dialog = await screen.findByRole('dialog')
    const move = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Change parent' })
    expect(move.disabled).toBe(true)
    await press('north', dialog)
    expect(move.disabled).toBe(false)
  })

  it('a group that can go nowhere else says so, and what to do', async () => {
    await page()
    await ready()
    for (const name of ['north', 'Zebra']) expect(children()).toContain(name)
    await openChild('Depot')
    await press('Change parent')
    const dialog = await screen.findByRole('dialog')
    await act(async () =>
      fireEvent.change(within(dialog).getByRole('searchbox', { name: 'Find a group' }), {
        target: { value: 'nobody' },
      }),
    )
    expect(dialog.textContent).toContain('No group fits')
  })

  it('[GRP-16] [GRP-32] deleting needs a confirmation with the name, and then the parent is the current group', async () => {
    await page()
    await ready()
    await openChild('north')
    await openChild('Inner <b>"x"</b>')
    await press('Delete group')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Are you really delete Inner <b>"x"</b>')
    await press('Cancel', dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes()).toEqual([])
    await press('Delete group')
    await press('Delete group', await screen.findByRole('dialog'))
    await waitFor(() => expect(path()).toEqual(['All', 'north']))
    expect(writes()).toEqual([['DELETE', { groupid: '4' }]])
  })

  it('[GRP-06] [GRP-26] [GRP-27] ticks link devices at once, and unticking needs a confirmation with both names', async () => {
    await page()
    await ready()
    const check = (name: string) =>
      within(region('Devices of the group')).getByRole<HTMLInputElement>('checkbox', { name })
    await waitFor(() => expect(check('bus').checked).toBe(true))
    // In no other group: it belongs to root until it is added to another one.
    expect([check('bus').disabled, check('van').checked]).toEqual([true, false])
    const reason = 'Devices that are in no other group stay in All. To move one, open its new group and tick it there.'
    const describedBy = check('bus').getAttribute('aria-describedby') ?? ''
    expect([document.getElementById(describedBy)?.textContent, check('bus').closest('label')?.title]).toEqual([
      reason,
      reason,
    ])
    expect(check('van').getAttribute('aria-describedby')).toBeNull()
    expect(within(region('Devices of the group')).queryByRole('checkbox', { name: 'new' })).toBeNull()
    await openChild('north')
    expect([check('van').checked, check('bus').checked]).toEqual([true, false])
    await act(async () => fireEvent.click(check('bus')))
    await waitFor(() => expect(check('bus').checked).toBe(true))
    await act(async () => fireEvent.click(check('van')))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Do you really want to remove van of north')
    await press('Cancel', dialog)
    expect(check('van').checked).toBe(true)
    await act(async () => fireEvent.click(check('van')))
    await press('Remove', await screen.findByRole('dialog'))
    await waitFor(() => expect(check('van').checked).toBe(false))
    expect(writes()).toEqual([
      ['POST', { groupid: '2', deviceid: 'bus' }],
      ['DELETE', { groupid: '2', deviceid: 'van' }],
    ])
  })

  it('[GRP-07] [GRP-11] the tree has every group with its devices, opened and closed by a click', async () => {
    await page()
    await ready()
    const tree = region('All groups and devices')
    const lines = () =>
      within(tree)
        .getAllByRole('listitem')
        .map((line) => line.textContent)
    expect(lines()).toEqual(['All1', 'bus', 'Depot', 'north1', 'Zebra'])
    await press('Show what is in north', tree)
    expect(lines()).toEqual(['All1', 'bus', 'Depot', 'north1', 'van', 'Inner <b>"x"</b>', 'Zebra'])
    await press('Zebra', tree)
    expect(path()).toEqual(['All', 'Zebra'])
  })

  it('[GRP-07] the tree shows a device by its name before its number', async () => {
    await page(0, 'Zoo line')
    await ready()
    expect(within(region('All groups and devices')).getByText('Zoo line · bus')).toBeTruthy()
  })

  it('[RIGHT2-10] sends users of another permission home', async () => {
    await page(1)
    await waitFor(() => expect(window.location.pathname).not.toBe('/groupsetting'))
  })
})
