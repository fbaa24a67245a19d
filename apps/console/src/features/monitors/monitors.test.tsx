// @vitest-environment happy-dom
import { monitorLists, monitorPaths } from '@fleetglass/contract/monitors'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localTimeText } from '../../platform/time/index.ts'
import {
  coverTask,
  deviceInfo,
  type MonitorSide,
  NOW_S,
  openMonitor,
  shownRows as rows,
  startMonitorSide,
} from './monitors.fixtures.tsx'

let side: MonitorSide
beforeEach(async () => {
  side = await startMonitorSide()
})
afterEach(() => side.end())

const open = (page: Parameters<typeof openMonitor>[1], query?: Parameters<typeof openMonitor>[2]) =>
  openMonitor(side, page, query)

it('[DEBUG-02] [DEBUG-03] a request array row shows task, device, channel, type, user, address, time and state', async () => {
  const row = { taskid: 7, deviceid: 'van', channel: 2, type: 'live', user: 'anna', ip: '10.0.0.7', state: 'playing' }
  side.lists = { [monitorLists.requests]: [{ ...row, asktime: NOW_S - 60 }] }
  await open('requestarray')
  expect(await rows()).toEqual([{ ...row, taskid: '7', channel: '2', asktime: localTimeText(NOW_S - 60) }])
})

it('[DEBUG-10] the heartbeat counts of a device are shown, each under its name', async () => {
  side.lists = {
    [monitorLists.heartbeats]: [{ deviceid: 'van', all: 21, hb: 1, re: 2, ev: 3, el: 15, wait: 4, run: 5 }],
  }
  await open('hbmonitor')
  expect(await rows()).toEqual([
    { deviceid: 'van', all: '21', hb: '1', re: '2', ev: '3', el: '15', wait: '4', run: '5' },
  ])
})

it('[DEBUG-15] [DEBUG-16] [DEBUG-17] a task of the cover monitor is done, else in error, else processing, else waiting', async () => {
  const waiting = coverTask
  side.lists = {
    [monitorLists.cover]: [
      waiting,
      { ...waiting, isHandling: true },
      { ...waiting, isHandling: true, error: 'no answer' },
      { ...waiting, isHandling: true, error: 'earlier', downloadDone: true },
    ],
  }
  await open('covermonitor')
  expect((await rows()).map(({ state, error }) => [state, error])).toEqual([
    ['waiting', ''],
    ['processing', ''],
    ['error', 'no answer'],
    ['done', 'earlier'],
  ])
})

it('[DEBUG-18] a device is on when it was bound at most 120 s ago, otherwise off', async () => {
  const device = { ...deviceInfo, deviceid: 'van' }
  side.lists = {
    [monitorPaths.devices]: [NOW_S, NOW_S - 120, NOW_S - 121].map((bindTime) => ({ ...device, bindTime })),
  }
  await open('testdev')
  expect((await rows()).map(({ state }) => state)).toEqual(['on', 'on', 'off'])
})

it('[DEBUG-20] the rows are requested again every 5 s', async () => {
  side.lists = { [monitorLists.heartbeats]: [{ deviceid: 'van', all: 0, hb: 0, re: 0, ev: 0, el: 0, wait: 0, run: 0 }] }
  await open('hbmonitor')
  await rows()
  const questions = () => side.asked.filter(({ code }) => code === monitorLists.heartbeats).length
  for (const [ms, count] of [
    [4_999, 1],
    [1, 2],
    [5_000, 3],
  ] as const) {
    await act(async () => side.clock.advance(ms))
    expect(questions()).toBe(count)
  }
})

it('[DEBUG-27] nothing is requested before a user and a password were given, nor after they were refused', async () => {
  await open('devarray', { user: '', password: '' })
  expect(side.addresses).toEqual([])
  side.login = { R: '0', permission: 0 }
  fireEvent.change(screen.getByLabelText('User'), { target: { value: 'admin' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'guessed' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('User or password is wrong')
  expect(side.addresses.map((address) => new URL(address).pathname)).toEqual(['/debug'])
  expect(side.asked.map(({ fields }) => fields.U)).toEqual(['admin'])
})

it('[DEBUG-28] an account of another permission than 0 is shown that the page is not for it, and requests no rows', async () => {
  side.login = { R: '1', permission: 1 }
  await open('devarray')
  expect((await screen.findByRole('alert')).textContent).toContain('This page is not for this account')
  expect(side.asked).toHaveLength(1)
  expect(screen.queryByRole('grid')).toBeNull()
})
