// @vitest-environment happy-dom
import { type DeviceInfo, deviceInfoPath } from '@fleetglass/contract/device-info'
import {
  type FirmwareRollout,
  firmwareRolloutsPath,
  firmwareStorePath,
  type RolloutDevice,
  rolloutSkips,
} from '@fleetglass/contract/firmware'
import { groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

const ROLLOUT: FirmwareRollout = {
  rolloutid: 7,
  targetfw: 'VAN_2.0',
  url: 'http://files.test/van',
  memo: 'spring',
  state: 'running',
  pausedby: '',
  firstwave: 2,
  failurelimit: 20,
  wave: 1,
  waiting: 1,
  running: 1,
  done: 2,
  failed: 1,
  skipped: 1,
  begintime: 1_767_600_000,
  updatetime: 1_767_600_100,
  editable: true,
}
const DEVICE: RolloutDevice = {
  deviceid: 'VAN1',
  state: 'done',
  reason: '',
  version: 'VAN_2.0',
  before: 'VAN_1.0',
  online: true,
  wave: 1,
  progress: 0,
  updatetime: 1_767_600_100,
}
const INFOS: readonly DeviceInfo[] = ['VAN1', 'VAN2', 'BUS1'].map((deviceid) => ({
  deviceid,
  model: deviceid.slice(0, 3),
  firmware: deviceid === 'VAN2' ? 'VAN_2.0' : 'VAN_1.0',
  mobile: '',
}))

let open: TestConsole | null = null
let giveBack: () => void
let rollouts: FirmwareRollout[]
let devices: RolloutDevice[]
let sent: { readonly method: string; readonly body: Record<string, unknown> }[]
beforeAll(async () => {
  await startAllTexts()
  await import('./firmware.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
  rollouts = [ROLLOUT]
  devices = [
    DEVICE,
    { ...DEVICE, deviceid: 'VAN2', state: 'skipped', reason: 'same-version', before: '', wave: 0 },
    { ...DEVICE, deviceid: 'VAN3', state: 'failed', reason: 'old-version', version: 'VAN_1.0' },
    { ...DEVICE, deviceid: 'VAN4', state: 'running', version: 'VAN_1.0', progress: 40 },
    { ...DEVICE, deviceid: 'VAN5', state: 'waiting', version: '', online: false, wave: 0, updatetime: 0 },
    { ...DEVICE, deviceid: 'VAN6' },
  ]
  sent = []
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** A server that stores what it receives. */
async function openRollouts(query = ''): Promise<TestConsole> {
  const http = {
    [firmwareStorePath]: () => [],
    [firmwareRolloutsPath](body: unknown) {
      if (body === undefined || body === null) return rollouts
      const { username: _, password: __, ...change } = body as Record<string, unknown>
      sent.push({ method: open?.called.at(-1)?.method ?? '', body: change })
      if (change.action === 'pause') rollouts = [{ ...ROLLOUT, state: 'paused', pausedby: 'user' }]
      if (change.action === 'resume') rollouts = [ROLLOUT]
      if (change.action === 'stop') rollouts = [{ ...ROLLOUT, state: 'stopped' }]
      if (change.targetfw !== undefined)
        rollouts = [{ ...ROLLOUT, ...change, rolloutid: 8 } as FirmwareRollout, ROLLOUT]
      else if (change.action === undefined) rollouts = []
      return rollouts
    },
    [`${firmwareRolloutsPath}/7`]: () => ({ rollout: rollouts.at(-1), devices }),
    [userGroupPath]: () => [
      { groupid: 'root', name: 'All', parentid: null },
      { groupid: '2', name: 'North', parentid: 'root' },
    ],
    [groupLinkPath]: () => [
      { groupid: '2', deviceid: 'VAN1' },
      { groupid: 'root', deviceid: 'VAN2' },
      { groupid: '2', deviceid: 'BUS1' },
    ],
    [deviceInfoPath]: () => INFOS,
  }
  open = await openConsole({ path: `/devicefirmwareupdate?tab=rollouts${query}`, store: memoryStore(remembered), http })
  return open
}
const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)
const rows = () => within(screen.getByRole('grid')).getAllByRole('row').slice(1).map(cellsOf)
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the tab Rollouts', () => {
  it('lists rollouts with state, progress, failures and wave, and opens one', async () => {
    rollouts = [ROLLOUT, { ...ROLLOUT, rolloutid: 6, state: 'paused', pausedby: 'failures', memo: '' }]
    await openRollouts()
    await screen.findByRole('grid')
    expect(rows()).toEqual([
      ['VAN_2.0', 'Running', '2 of 6', '1', '1', 'spring', expect.stringContaining('2026-01-05')],
      ['VAN_2.0', 'Paused: too many failures', '2 of 6', '1', '1', '', expect.stringContaining('2026-01-05')],
    ])
    screen.getAllByRole('img', { name: /Waiting: 1, Updating: 1, Updated: 2, Failed: 1, Skipped: 1/ })
    fireEvent.click(screen.getAllByRole('link', { name: 'Open VAN_2.0' })[0]!)
    await screen.findByRole('heading', { name: 'VAN_2.0' })
    expect(window.location.search).toBe('?tab=rollouts&rollout=7')
  })

  it('shows who is at what version, why a device failed or was skipped, and only the devices of a state', async () => {
    await openRollouts('&rollout=7')
    await screen.findByRole('grid')
    const time = expect.stringContaining('2026-01-05')
    expect(rows()).toEqual([
      ['VAN1', 'Updated', '', 'VAN_2.0', 'VAN_1.0', '1', time],
      ['VAN2', 'Skipped', 'It had the target version already', 'VAN_2.0', '', '', time],
      ['VAN3', 'Failed', 'The device reported success and still has the old version', 'VAN_1.0', 'VAN_1.0', '1', time],
      ['VAN4', 'Updating · 40 %', '', 'VAN_1.0', 'VAN_1.0', '1', time],
      ['VAN5', 'Waiting, offline', '', '', 'VAN_1.0', '', ''],
      ['VAN6', 'Updated', '', 'VAN_2.0', 'VAN_1.0', '1', time],
    ])
    const versions = screen.getByText('Versions now').nextElementSibling
    expect([...(versions?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'VAN_2.0 3',
      'VAN_1.0 2',
      'Version not reported 1',
    ])
    fireEvent.click(screen.getByRole('button', { name: /^Failed/ }))
    expect(rows().map(([id]) => id)).toEqual(['VAN3'])
    fireEvent.click(screen.getByRole('button', { name: /^Failed/ }))
    expect(rows()).toHaveLength(6)
  })

  it.each(rolloutSkips)('says in words why a device was skipped: %s', async (reason) => {
    devices = [{ ...DEVICE, state: 'skipped', reason }]
    await openRollouts('&rollout=7')
    await screen.findByRole('grid')
    expect(rows()[0]?.[2]).toMatch(/^[A-Z][a-z0-9 ]{15,}$/)
  })

  it('pauses, resumes, stops and deletes a rollout, each after a question that names it', async () => {
    await openRollouts('&rollout=7')
    for (const [button, title] of [
      ['Pause', 'Pause this rollout?'],
      ['Resume', 'Resume this rollout?'],
      ['Stop', 'Stop this rollout?'],
      ['Delete', 'Delete this rollout?'],
    ] as const) {
      fireEvent.click(await screen.findByRole('button', { name: button }))
      const dialog = await screen.findByRole('dialog', { name: title })
      expect(dialog.textContent).toContain('VAN_2.0 · spring')
      const before = sent.length
      await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: button })))
      await waitFor(() => expect(sent).toHaveLength(before + 1))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(sent.map(({ body }) => body)).toEqual([
      { rolloutid: 7, action: 'pause' },
      { rolloutid: 7, action: 'resume' },
      { rolloutid: 7, action: 'stop' },
      { rolloutid: 7 },
    ])
    await screen.findByText('No rollouts')
  })

  it('offers nothing to a user who does not see all of its devices, and says so', async () => {
    rollouts = [{ ...ROLLOUT, editable: false }]
    await openRollouts('&rollout=7')
    await screen.findByText(/Some of its devices are not visible to you/)
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  })

  it('starts a rollout for groups and models, shows how many devices that are, and refuses what is no number or address', async () => {
    await openRollouts()
    fireEvent.click(await screen.findByRole('button', { name: 'New rollout' }))
    const dialog = await screen.findByRole('dialog', { name: 'New rollout' })
    const start = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Start rollout' })
    await within(dialog).findByText('Select groups or models that have devices')
    fireEvent.click(within(dialog).getByLabelText('North'))
    within(dialog).getByText('Devices: 2. With the target version already: 0.')
    fireEvent.click(within(dialog).getByLabelText('North'))
    fireEvent.click(within(dialog).getByLabelText('All'))
    fireEvent.click(within(dialog).getByLabelText(/^VAN/))
    type('Target Firmware', 'VAN_2.0')
    within(dialog).getByText('Devices: 2. With the target version already: 1.')
    type('Url', 'files.test/van')
    within(dialog).getByText('Enter an address that begins with http:// or https://')
    expect(start.disabled).toBe(true)
    type('Url', 'http://files.test/van')
    expect(start.disabled).toBe(false)
    for (const wrong of ['0', '1001', '1.5', '']) {
      type('Devices in the first wave', wrong)
      within(dialog).getByText('Enter a whole number from 1 to 1000')
      expect(start.disabled).toBe(true)
    }
    type('Devices in the first wave', '2')
    type('Pause at failures in %', '101')
    within(dialog).getByText('Enter a whole number from 1 to 100')
    type('Pause at failures in %', '10')
    await act(async () => fireEvent.click(start))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.map(({ body }) => body)).toEqual([
      {
        targetfw: 'VAN_2.0',
        url: 'http://files.test/van',
        memo: '',
        groups: ['root'],
        models: ['VAN'],
        firstwave: 2,
        failurelimit: 10,
      },
    ])
    expect(rows()).toHaveLength(2)
  })

  it('is read again every 5 s while a device may change, and no more after its end', async () => {
    const { called, clock } = await openRollouts('&rollout=7')
    await screen.findByRole('grid')
    const reads = () => called.filter(({ path }) => path === `${firmwareRolloutsPath}/7`).length
    await act(async () => clock.advance(5_000))
    await waitFor(() => expect(reads()).toBe(2))
    rollouts = [{ ...ROLLOUT, state: 'done', running: 0 }]
    await act(async () => clock.advance(5_000))
    await screen.findByText('Finished')
    await act(async () => clock.advance(20_000))
    expect(reads()).toBe(3)
  })
})
