// @vitest-environment happy-dom
import {
  type DownloadPlan,
  downloadPlanSchema,
  downloadPlansPath,
  eventDeliveriesPath,
  pushPlansPath,
  realtimePlansPath,
} from '@fleetglass/contract/event-plans'
import { userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./event-plans.page.tsx')
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

const place = {
  deviceid: 'GLOBAL',
  groupid: '',
  appdevid: 15,
  updateMode: 'GLOBAL' as const,
  updatetime: 1_767_600_000,
}
const global: DownloadPlan = downloadPlanSchema.parse({ ...place, downloadplan: 0b101, preoffset: 7, postoffset: 9 })
const ofVan: DownloadPlan = { ...global, deviceid: 'van', updateMode: 'DEVICE', appdevid: 18 }
const push = { ...place, enable: 1, name: 'Office', script: 'https://example.org/hook' }
const realtime = { ...place, call_en: 1, call_time: 30, email_en: 0, receivers: '' }

const deliveries = [
  ['status-503', 'busy'],
  ['exit-2', ''],
  ['exit-signal', ''],
  ['timeout', ''],
  ['script-missing', ''],
  ['mail-refused', ''],
].map(([outcome, detail], index) => ({
  id: 6 - index,
  kind: 'webhook',
  target: 'https://example.org/hook',
  plan: 'Office',
  deviceid: 'van',
  eventname: 'Overspeed',
  eventid: 15,
  eventtime: place.updatetime,
  state: 'failed',
  attempts: 3,
  created: place.updatetime,
  tried: place.updatetime,
  due: null,
  outcome,
  detail,
}))

/** A page with a server that answers each write with `answer`, or with the list. */
async function page(path: string, answer?: object, log: readonly object[] = deliveries) {
  const listed = (list: readonly object[]) => (body: unknown) =>
    body === undefined || answer === undefined ? list : answer
  open = await openConsole({
    path,
    store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
    host: 'localhost',
    http: {
      [userGroupPath]: () => [
        { groupid: 'root', parentid: null, name: 'All vehicles' },
        { groupid: '7', parentid: 'root', name: 'North' },
      ],
      [downloadPlansPath]: listed([global, ofVan]),
      [pushPlansPath]: listed([push]),
      [realtimePlansPath]: listed([realtime]),
      [eventDeliveriesPath]: () => log,
    },
  })
  await screen.findByRole('heading', { level: 1 })
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string | RegExp) => act(async () => fireEvent.click(button(name)))
const side = () => within(screen.getByRole('navigation', { name: 'Plans by device or group' }))
const writes = () => open?.called.filter(({ path, method }) => method !== 'GET' && path.includes('plan')) ?? []

describe('the pages of event plans', () => {
  it('[PLAN-01] [PLAN-09] [SHELL-050] the download plans open at their route, with their columns', async () => {
    await page('/eventdownloadplansetting')
    expect(screen.getByRole('heading', { level: 1, name: 'Event download plans' })).toBeDefined()
    expect(heads()).toEqual([
      'Device ID',
      'Vehicle ID',
      'Event Code',
      'Event Type',
      'Download Mode',
      'Media Type',
      'Download Channel 1~8',
      'Pre Sec',
      'Post Sec',
      'EnTP',
      'EnUP',
      'Update Time',
      'Action',
    ])
    expect(screen.getAllByText('1, 3')).toHaveLength(2)
  })

  it('[PLAN-02] [PLAN-16] [SHELL-051] the push event plans have the same layout and their own columns', async () => {
    await page('/pusheventplansetting')
    expect(heads()).toEqual([
      'Device ID',
      'Vehicle ID',
      'Event Code',
      'Event Type',
      'Enable',
      'Name',
      'Script',
      'Update Time',
      'Action',
    ])
    expect(side().getByRole('button', { name: 'Add' })).toBeDefined()
  })

  it('[PLAN-03] [PLAN-16] [SHELL-052] the realtime event plans have the same layout and their own columns', async () => {
    await page('/realtimeeventplansetting')
    expect(heads()).toEqual([
      'Device ID',
      'Vehicle ID',
      'Event Code',
      'Event Type',
      'Call',
      'Call Time',
      'E-mail',
      'Receivers',
      'Update Time',
      'Action',
    ])
  })

  it('[PLAN-04] [PLAN-05] [PLAN-06] the side has Add, the two kinds of filter, and ALL and GLOBAL before the devices', async () => {
    await page('/eventdownloadplansetting')
    expect(side().getByRole('button', { name: 'Add' })).toBeDefined()
    expect(side().getByRole<HTMLInputElement>('radio', { name: 'By device' }).checked).toBe(true)
    expect(side().getByRole('radio', { name: 'By group' })).toBeDefined()
    const names = side()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['ALL', 'GLOBAL'])
    await act(async () => fireEvent.click(side().getByRole('button', { name: 'GLOBAL' })))
    expect(screen.getByText('Overspeed')).toBeDefined()
    expect(screen.queryByText('G-Sensor')).toBeNull()
  })

  it('calls a device by its name, before its number', async () => {
    await page('/eventdownloadplansetting')
    open?.list(device({ deviceId: 'van', memo: 'Van 3' }))
    expect(await side().findByRole('button', { name: 'Van 3 · van' })).toBeDefined()
    await press('Delete all plans of Van 3 · van')
    expect(within(screen.getByRole('dialog')).getByText(/Van 3 · van/)).toBeDefined()
  })

  it('[PLAN-08] by group, the side lists the groups', async () => {
    await page('/eventdownloadplansetting')
    await act(async () => fireEvent.click(side().getByRole('radio', { name: 'By group' })))
    expect(await side().findByRole('button', { name: 'All vehicles' })).toBeDefined()
    expect(side().queryByRole('button', { name: 'GLOBAL' })).toBeNull()
  })

  it('[PLAN-10] [PLAN-31] [PLAN-36] a new plan is for all devices, and is saved as such', async () => {
    await page('/eventdownloadplansetting')
    await press('Add')
    expect(screen.getByLabelText<HTMLSelectElement>('Mode').value).toBe('GLOBAL')
    await press('Save')
    expect(writes()).toMatchObject([
      { method: 'POST', body: { eventDownloadPlan: { deviceid: 'GLOBAL', updateMode: 'GLOBAL', appdevid: 15 } } },
    ])
  })

  it('[PLAN-11] [PLAN-32] [PLAN-38] [SHELL-100] a plan of mode DEVICE cannot be saved while no device is chosen', async () => {
    await page('/eventdownloadplansetting')
    await press('Add')
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'DEVICE' } })
    expect(button('Save').disabled).toBe(true)
    await press('Select devices')
    expect(
      within(screen.getByRole('dialog', { name: 'Select devices' })).getByRole('button', { name: 'Choose 0' }),
    ).toBeDefined()
  })

  it('[PLAN-33] [PLAN-37] a new plan of mode GROUP is for the root group until another is chosen, and names the group', async () => {
    await page('/eventdownloadplansetting')
    await press('Add')
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'GROUP' } })
    const group = within(screen.getByRole('dialog')).getByLabelText<HTMLSelectElement>('Group')
    await waitFor(() => expect([...group.options].map(({ value }) => value)).toEqual(['root', '7']))
    expect(group.value).toBe('root')
    fireEvent.change(group, { target: { value: '7' } })
    await press('Save')
    await waitFor(() => expect(writes()).toHaveLength(1))
    const plan = { deviceid: '', groupid: '7', updateMode: 'GROUP' }
    expect(writes()).toMatchObject([{ method: 'PUT', body: { eventDownloadPlan: plan } }])
  })

  it.each(['/pusheventplansetting', '/realtimeeventplansetting'])(
    '[PLAN-35] the plans of %s have the three modes of download plans',
    async (path) => {
      await page(path)
      await press('Add')
      const mode = screen.getByLabelText<HTMLSelectElement>('Mode')
      expect([...mode.options].map(({ value }) => value)).toEqual(['GLOBAL', 'DEVICE', 'GROUP'])
      fireEvent.change(mode, { target: { value: 'DEVICE' } })
      expect(screen.getByText('No device chosen')).toBeDefined()
      fireEvent.change(mode, { target: { value: 'GROUP' } })
      expect(within(screen.getByRole('dialog')).getByLabelText<HTMLSelectElement>('Group').value).toBe('root')
    },
  )

  it('[PLAN-12] [PLAN-13] [PLAN-14] the time grid is there while the time part is on, and is painted on and off', async () => {
    await page('/eventdownloadplansetting')
    await press('Add')
    expect(screen.queryByText('Set on')).toBeNull()
    await act(async () => fireEvent.click(screen.getByLabelText('Only at some times of the day')))
    expect(button('Set on').getAttribute('aria-pressed')).toBe('true')
    await press('Paint')
    expect(screen.getByRole('img', { name: 'Times that are on: 08:00–18:00' })).toBeDefined()
    await press('Set off')
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '09:30' } })
    await press('Paint')
    expect(screen.getByRole('img', { name: 'Times that are on: 09:30–18:00' })).toBeDefined()
  })

  it('[PLAN-15] a save that fails closes the dialog', async () => {
    await page('/eventdownloadplansetting', {
      hasError: true,
      code: 'unknown-device',
      message: 'There is no such device.',
    })
    await press('Add')
    await press('Save')
    await waitFor(() => expect(screen.queryByLabelText('Mode')).toBeNull())
    expect(await screen.findByText('There is no such device.')).toBeDefined()
  })

  it('[PLAN-39] a failed save of a realtime plan shows the title error without a text', async () => {
    await page('/realtimeeventplansetting', {
      hasError: true,
      code: 'unknown-device',
      message: 'There is no such device.',
    })
    await press('Add')
    await press('Save')
    await waitFor(() => expect(screen.queryByLabelText('Mode')).toBeNull())
    expect(await screen.findByText('error')).toBeDefined()
    expect(screen.queryByText('There is no such device.')).toBeNull()
  })

  it('[PLAN-10] [PLAN-17] an edited plan is moved to another group and event, and the server is told where it was', async () => {
    await page('/eventdownloadplansetting')
    await press(/^Edit the plan of .+ for van$/)
    fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'GROUP' } })
    fireEvent.change(screen.getByLabelText('Event'), { target: { value: '15' } })
    await press('Save')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()).toMatchObject([
      {
        method: 'PUT',
        body: {
          eventDownloadPlan: { deviceid: '', groupid: 'root', appdevid: 15, updateMode: 'GROUP', preoffset: 7 },
          replaces: { deviceid: 'van', groupid: '', appdevid: 18, updateMode: 'DEVICE' },
        },
      },
    ])
  })

  it('[PLAN-10] an edited plan that stays where it is replaces itself', async () => {
    await page('/eventdownloadplansetting')
    await press(/^Edit the plan of .+ for van$/)
    await press('Save')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]?.body).not.toHaveProperty('replaces')
  })

  it('[PLAN-34] the enable flag of a push plan toggles between 0 and 1', async () => {
    await page('/pusheventplansetting')
    await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Enable the plan of Overspeed' })))
    expect(writes()).toMatchObject([{ method: 'POST', body: { pushEventPlan: { enable: 0, name: 'Office' } } }])
  })

  it('[PLAN-61] deleting a plan asks first', async () => {
    await page('/pusheventplansetting')
    await press('Delete the plan of Overspeed for GLOBAL')
    expect(screen.getByText('Overspeed, GLOBAL')).toBeDefined()
    expect(writes()).toEqual([])
    await press('Delete')
    await waitFor(() =>
      expect(writes()).toMatchObject([
        { method: 'DELETE', body: { pushEventPlan: { deviceid: 'GLOBAL', appdevid: 15 } } },
      ]),
    )
  })

  it('[PLAN-07] [PLAN-61] the button of a device deletes all of its plans, after a question', async () => {
    await page('/eventdownloadplansetting')
    open?.list(device({ deviceId: 'van' }), device({ deviceId: 'bus' }))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete all plans of bus' })).disabled).toBe(
      true,
    )
    await press('Delete all plans of van')
    expect(writes()).toEqual([])
    await press('Delete')
    await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE', body: { deviceid: 'van' } }]))
  })

  it('the delivery log says when what waits is tried again', async () => {
    const due = place.updatetime + 600
    const waiting = { ...deliveries[5], state: 'waiting', outcome: 'mail-unreachable', due }
    await page('/pusheventplansetting', undefined, [waiting, { ...waiting, id: 9, tried: null, outcome: '' }])
    await press('Delivery log')
    const rows = (await screen.findAllByRole('row')).filter((row) => row.textContent?.includes('Waiting'))
    expect(rows.map((row) => [4, 6].map((at) => within(row).getAllByRole('cell')[at]?.textContent))).toEqual([
      [`Waiting, next attempt ${localTimeText(due)}`, 'Mail server not reached'],
      ['Waiting', ''],
    ])
  })

  it('the delivery log says in words how each delivery ended, and sends one again', async () => {
    await page('/pusheventplansetting')
    await press('Delivery log')
    const log = within(await screen.findByRole('dialog', { name: 'Delivery log' }))
    const rows = (await log.findAllByRole('row')).slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[6]?.textContent)).toEqual([
      'Answer 503: busy',
      'Ended with 2',
      'Ended by a signal',
      'No answer in time',
      'The file is not in the script folder',
      'Mail refused',
    ])
    await act(async () => fireEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'Send again' })))
    expect(open?.called.findLast(({ method }) => method === 'PUT')).toMatchObject({
      path: eventDeliveriesPath,
      body: { id: 5 },
    })
  })
})
