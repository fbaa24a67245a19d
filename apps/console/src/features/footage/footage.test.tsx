// @vitest-environment happy-dom
import { accessFlags } from '@fleetglass/contract/access'
import { customEventPath, type FootageTask, footagePath } from '@fleetglass/contract/footage'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { toastList } from '../../ui/toast-list.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { lastFiveMinutes } from './footage.rules.ts'

let open: Awaited<ReturnType<typeof openConsole>>
let giveBackSize: () => void
let tasks: FootageTask[]
let answer: () => unknown

beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBackSize = giveElementsSize()
  tasks = []
  answer = () => ({ hasError: false, message: 'saved for 2 devices' })
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  open.close()
  cleanup()
  giveBackSize()
})

const button = () => screen.queryByRole('button', { name: 'Fetch from vehicle' })

async function console(access?: string) {
  const http = {
    [customEventPath]: () => answer(),
    [footagePath]: (body: unknown) => (body === undefined ? tasks : { hasError: false, message: '' }),
  }
  open = await openConsole({
    path: '/blockview',
    store: memoryStore(remembered),
    http,
    ...(access === undefined ? {} : { access, permission: 2 }),
  })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(device({ deviceId: 'bus', channelCount: 2 }), device({ deviceId: 'van', channelCount: 8 }))
}

async function modal() {
  await console()
  await act(async () => fireEvent.click(button()!))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fetch from vehicle' }))
  await dialog.findByRole('button', { name: 'Fetch' })
  const pick = (name: string, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } })
  const check = (name: RegExp | string) => fireEvent.click(dialog.getByLabelText(name))
  const save = () => dialog.getByText<HTMLButtonElement>('Fetch')
  return { dialog, pick, check, save }
}

const saved = () => open.called.filter(({ path }) => path === customEventPath).map(({ body }) => body)
const told = () => toastList.getState().map(({ kind, text }) => [kind, text])
describe('custom download events', () => {
  it('[SHELL-086] [SHELL-089] their entry is there with F_addcd only', async () => {
    const flags = (...names: readonly string[]) =>
      accessFlags.map((flag) => (names.includes(flag) ? '1' : '0')).join('')
    await console(flags('P_dash'))
    expect(button()).toBeNull()
    open.close()
    cleanup()
    await console(flags('P_dash', 'F_addcd'))
    expect(button()).not.toBeNull()
  })

  it('[SHELL-101] [MP4-23] [MP4-24] opens from the shell; one is not saved without a device, nor without a channel', async () => {
    const { check, save } = await modal()
    expect(save().disabled).toBe(true)
    check(/^bus/)
    expect(save().disabled).toBe(false)
    check('Channel 1')
    expect(save().disabled).toBe(true)
    check('Channel 2')
    expect(save().disabled).toBe(false)
  })

  it('the channels are those that the chosen devices have', async () => {
    const { dialog, check, save } = await modal()
    const offered = () => dialog.queryAllByLabelText(/^Channel \d$/).length
    expect(offered()).toBe(8)
    check(/^van/)
    check('Channel 1')
    check('Channel 8')
    expect([offered(), save().disabled]).toEqual([8, false])
    check(/^van/)
    check(/^bus/)
    expect([offered(), save().disabled]).toEqual([2, true])
  })

  it('it begins with the last five minutes that are full, within one day', () => {
    const begin = (...time: [number, number, number]) => lastFiveMinutes(new Date(2026, 2, 4, ...time).getTime())
    const clock = (hour: number, minute: number, second = 0) => ({ hour, minute, second })
    expect(begin(14, 7, 30)).toMatchObject({ start: clock(14, 0), end: clock(14, 5) })
    const night = begin(0, 3, 0)
    expect(night).toMatchObject({ start: clock(23, 55), end: clock(23, 59, 59) })
    expect(new Date(night.startS * 1000).getDate()).toBe(3)
  })

  it('[MP4-25] begin and end are picked by hour, minute and second', async () => {
    const { dialog } = await modal()
    const offered = (name: string) =>
      [...dialog.getByLabelText<HTMLSelectElement>(name).options].map(({ value }) => Number(value))
    const upTo = (last: number) => Array.from({ length: last + 1 }, (_, value) => value)
    for (const end of ['Start', 'End']) {
      expect(['hour', 'minute', 'second'].map((part) => offered(`${end}: ${part}`))).toEqual([
        ...[upTo(23), upTo(59), upTo(59)],
      ])
    }
  })

  const saveOne = async () => {
    const { dialog, pick, check, save } = await modal()
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2026-03-04' } })
    for (const [name, value] of Object.entries({ hour: '23', minute: '5', second: '9' })) pick(`Start: ${name}`, value)
    for (const [name, value] of Object.entries({ hour: '23', minute: '59', second: '59' })) pick(`End: ${name}`, value)
    check(/^bus/)
    check(/^van/)
    check('Channel 8')
    pick('Stream of channel 8', 'sub')
    check('With sound')
    expect(dialog.getByLabelText<HTMLSelectElement>('Via').value).toBe('stream')
    pick('Via', 'file')
    await act(async () => fireEvent.click(save()))
    await screen.findByText('saved for 2 devices')
  }

  it('[MP4-17] [MP4-18] [MP4-19] the chosen devices and the picked times are sent as a list and unix seconds', async () => {
    await saveOne()
    const at = (...time: [number, number, number]) => new Date(2026, 2, 4, ...time).getTime() / 1000
    const sent = { username: 'admin', deviceid: 'bus,van', start: at(23, 5, 9), end: at(23, 59, 59) }
    expect(saved()).toEqual([expect.objectContaining({ ...sent, way: 'file' })])
  })

  it('[MP4-20] [MP4-21] [MP4-22] [MP4-34] channels and their streams are sent as bits, and sound as 0 or 1', async () => {
    await saveOne()
    expect(saved()).toMatchObject([{ downloadplan: 0b1000_0001, streamtype: 0b0111_1111, audioout: 0 }])
  })

  it('[MP4-20] [MP4-21] [MP4-22] [MP4-34] the first channel, its main stream and its sound are each 1', async () => {
    const { check, save } = await modal()
    check(/^bus/)
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(saved()).toMatchObject([{ downloadplan: 1, streamtype: 0b1111_1111, audioout: 1 }]))
  })

  it('[MP4-29] the message of the server is shown when it was saved', async () => {
    await saveOne()
    expect(told()).toEqual([['success', 'saved for 2 devices']])
  })

  it("[MP4-26] [MP4-27] [MP4-28] [MP4-35] an end before the start shows an error, is sent all the same, and then shows 'fail'", async () => {
    answer = () => ({ hasError: true, message: 'Start Time > End Time' })
    const { pick, check, save } = await modal()
    check(/^bus/)
    for (const name of ['minute', 'hour']) pick(`End: ${name}`, '0')
    pick('Start: hour', '1')
    await act(async () => fireEvent.click(save()))
    await screen.findByText('fail')
    expect(saved()).toHaveLength(1)
    expect(told()).toEqual([
      ['error', 'Start Time > End Time'],
      ['error', 'fail'],
    ])
  })

  it('[MP4-36] each is listed with its state, and is paused, gone on with, removed and downloaded there', async () => {
    const task = (change: Partial<FootageTask>): FootageTask => ({
      id: 1,
      deviceid: 'bus',
      start: 1_772_600_000,
      end: 1_772_600_060,
      channels: [1, 2],
      files: [],
      bytes: 0,
      way: 'stream',
      state: 'queued',
      reason: '',
      percent: 0,
      user: 'admin',
      time: 1_772_600_100,
      ...change,
    })
    tasks = [
      task({ id: 3, way: 'file', state: 'running', percent: 40, bytes: 1_500_000 }),
      task({ id: 2, deviceid: 'van', state: 'failed', reason: 'The device has no recording at this time.' }),
      task({ id: 1, deviceid: 'gone', state: 'done', percent: 100, files: [1, 2] }),
    ]
    const { dialog } = await modal()
    expect((await dialog.findByText('Fetching')).textContent).toBe('Fetching')
    expect(dialog.getByText('1.43 MB')).toBeTruthy()
    expect(dialog.getByRole('progressbar', { name: 'Progress of bus' })).toHaveProperty('value', 40)
    expect(dialog.getByText('The device has no recording at this time.')).toBeTruthy()
    expect(dialog.getAllByRole('button', { name: /^Download channel . of gone$/ })).toHaveLength(2)
    for (const name of ['Pause bus', 'Try van again', 'Remove gone']) {
      await act(async () => fireEvent.click(dialog.getByRole('button', { name })))
    }
    const acts = open.called.filter(({ path, method }) => path === footagePath && method === 'POST')
    expect(acts.map(({ body }) => body)).toMatchObject([
      { id: 3, action: 'pause' },
      { id: 2, action: 'resume' },
      { id: 1, action: 'cancel' },
    ])
  })

  it('shows when nothing was requested yet', async () => {
    const { dialog } = await modal()
    expect(await dialog.findByText(/No requests yet/)).toBeTruthy()
  })
})
