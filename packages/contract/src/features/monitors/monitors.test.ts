import { expect, it } from 'vitest'
import { coverTaskState, isDeviceOn, monitorPageOf, monitorPages } from './index.ts'

it('[STAND-07] the first segment of a path names the page, any other one none', () => {
  for (const page of monitorPages) {
    expect(monitorPageOf(`/${page}`)).toBe(page)
    expect(monitorPageOf(`//${page}/deeper`)).toBe(page)
  }
  for (const path of ['/', '/live', '/DevArray', '/devarrays', '/x/devarray', '/constructor']) {
    expect(monitorPageOf(path)).toBeNull()
  }
})

it('[DEBUG-15] [DEBUG-16] [DEBUG-17] a task is done, else in error, else processing, else waiting', () => {
  const waiting = { isHandling: false, downloadDone: false, error: '' }
  expect(coverTaskState(waiting)).toBe('waiting')
  expect(coverTaskState({ ...waiting, isHandling: true })).toBe('processing')
  expect(coverTaskState({ ...waiting, isHandling: true, error: 'no answer' })).toBe('error')
  expect(coverTaskState({ isHandling: true, downloadDone: true, error: 'earlier' })).toBe('done')
})

it('[DEBUG-18] a device is on when it was bound at most 120 s ago', () => {
  expect([isDeviceOn(880, 1000), isDeviceOn(879, 1000), isDeviceOn(1000, 1000)]).toEqual([true, false, true])
})
