import { afterEach, expect, it, vi } from 'vitest'
import { pictureFileName } from './snapshot.ts'

afterEach(() => vi.restoreAllMocks())

it('a still picture is named with the time of the screen', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480)
  const atMs = Date.UTC(2026, 8, 1, 20, 5, 9, 700)
  expect(pictureFileName({ deviceId: 'van', channel: 2 }, atMs)).toBe('van-2-2026-09-02T04-05-09.jpg')
})
