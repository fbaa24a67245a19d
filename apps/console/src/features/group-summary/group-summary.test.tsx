// @vitest-environment happy-dom
import { type GroupLink, groupLinkPath, ROOT_GROUP, userGroupPath } from '@fleetglass/contract/groups'
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
  await import('./group-summary.page.tsx')
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

const devices = ['van', 'bus'].map((deviceId) => device({ deviceId }))

async function page(more: readonly GroupLink[] = [], permission = 0, listed = devices): Promise<void> {
  let links: readonly GroupLink[] = [
    { groupid: '2', deviceid: 'van' },
    { groupid: '3', deviceid: 'van' },
    { groupid: '3', deviceid: 'bus' },
    ...more,
  ]
  const http = {
    [userGroupPath]: () => [
      { groupid: ROOT_GROUP, parentid: null, name: 'All' },
      { groupid: '2', parentid: ROOT_GROUP, name: 'North' },
      { groupid: '3', parentid: '2', name: 'Inner' },
    ],
    [groupLinkPath]: (body: unknown) => {
      const { groupid, deviceid } = (body ?? {}) as Partial<GroupLink>
      links = links.filter((link) => link.groupid !== groupid || link.deviceid !== deviceid)
      return links
    },
  }
  open = await openConsole({ path: '/groupsummary', store: memoryStore(remembered), http, permission })
  open.list(...listed)
}

const ready = () => screen.findByRole('heading', { name: 'Group summary' })
const table = (name: string) => screen.getByRole('grid', { name })
const rows = (name: string) =>
  within(table(name))
    .getAllByRole('row')
    .slice(1)
    .filter((row) => row.getAttribute('aria-rowindex') !== null)
    .map((row) => [...row.children].map((cell) => cell.textContent).filter((text) => text !== ''))
const LINKS = 'Devices and their groups'
const removals = () => open?.called.filter(({ method }) => method === 'DELETE').map(({ body }) => body) ?? []

describe('the summary of groups', () => {
  it('[GSUM-01] [GSUM-02] [GSUM-05] lists every link with the number of groups of its device', async () => {
    await page()
    await ready()
    expect(rows(LINKS)).toEqual([
      ['bus', 'Inner', 'All / North / Inner', '1'],
      ['van', 'North', 'All / North', '2'],
      ['van', 'Inner', 'All / North / Inner', '2'],
    ])
  })

  it('lists a device by its name before its number', async () => {
    await page([], 0, [device({ deviceId: 'van' }), device({ deviceId: 'bus', memo: 'Ring line' })])
    await ready()
    expect(rows(LINKS).flat()).toContain('Ring line · bus')
  })

  it('[GSUM-03] [GSUM-06] the filter leaves the devices that are in more than one group', async () => {
    await page()
    await ready()
    await act(async () => fireEvent.click(screen.getByLabelText('Duplicate')))
    expect(rows(LINKS).map(([id]) => id)).toEqual(['van', 'van'])
  })

  it('[GSUM-04] each row has a button that removes the link after a question', async () => {
    await page()
    await ready()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove van from North' })))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Do you really want to remove van of North')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' })))
    await waitFor(() => expect(rows(LINKS)).toHaveLength(2))
    expect(removals()).toMatchObject([{ groupid: '2', deviceid: 'van' }])
  })

  it('[GSUM-07] a device id and the name of a group find rows of a table of their own', async () => {
    await page()
    await ready()
    const found = () => rows('Devices and groups found').map(([id, name]) => [id, name])
    const search = (label: string, value: string) =>
      act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
    await search('Device ID', 'VA')
    expect(found()).toEqual([
      ['van', 'North'],
      ['van', 'Inner'],
    ])
    await search('Group name', 'inn')
    expect(found()).toEqual([['van', 'Inner']])
    await search('Device ID', '')
    expect(found()).toEqual([
      ['bus', 'Inner'],
      ['van', 'Inner'],
    ])
  })

  it('[GSUM-08] [GSUM-09] lists the viewable groups with their path from root', async () => {
    await page()
    await ready()
    const groups = table('Groups and their paths')
    const cells = within(groups).getAllByRole('row').slice(1)
    expect(cells.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['All', 'All'],
      ['North', 'All / North'],
      ['Inner', 'All / North / Inner'],
    ])
  })

  it('[GSUM-10] [GSUM-11] removes links to devices that are not listed after 500 ms, without a notice', async () => {
    await page([{ groupid: '2', deviceid: 'gone' }])
    await ready()
    await act(async () => open?.clock.advance(499))
    open?.list(...devices)
    expect(removals()).toEqual([])
    await act(async () => open?.clock.advance(1))
    await waitFor(() => expect(removals()).toMatchObject([{ groupid: '2', deviceid: 'gone' }]))
    await waitFor(() => expect(rows(LINKS)).toHaveLength(3))
    expect(document.querySelectorAll('.toasts li')).toHaveLength(0)
  })

  it('a link whose device is only newer than the list stays', async () => {
    await page([{ groupid: '2', deviceid: 'newer' }])
    await ready()
    await act(async () => open?.clock.advance(2_000))
    open?.list(...devices, device({ deviceId: 'newer' }))
    await act(async () => open?.clock.advance(2_000))
    expect(removals()).toEqual([])
  })

  it('[RIGHT2-11] sends users of another permission home', async () => {
    await page([], 1)
    await waitFor(() => expect(window.location.pathname).not.toBe('/groupsummary'))
  })
})
