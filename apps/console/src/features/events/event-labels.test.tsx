// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

let site: Awaited<ReturnType<typeof openConsole>>

// Fetched when it is wanted: on a busy machine that takes longer than a test waits for it.
beforeAll(() => import('../../app/shell/shell.tsx').then(() => undefined), 180_000)
beforeEach(async () => {
  await startAllTexts()
  site = await openConsole({ path: '/idle', store: memoryStore(remembered) })
  await screen.findByRole('button', { name: 'Account of admin' })
})
afterEach(() => {
  site.close()
  cleanup()
})

/** The title of the notice of a new event, as the server reports one that has no name of its own. */
function titleOf(eventid: number): string | null {
  const event = { cmd: 'new', time: 1_767_614_400, deviceid: 'van', eventid, eventname: '', memo: '', call: 0 }
  site.eventSockets[0]?.tell(event)
  const [notice] = document.querySelectorAll('.notice.notice-warning')
  const title = notice?.querySelector('.notice-title')?.textContent ?? null
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  return title
}

const numbered = (...codes: number[]) => Object.fromEntries(codes.map((code) => [code, `Event ${code}`]))

it.each<[string, Readonly<Record<number, string>>]>([
  [
    '[EVTS-25] [EVTS-26] [EVTS-27] [EVTS-28] online, address changed, reboot and offline are shown by number',
    numbered(0, 1, 2, 3),
  ],
  [
    '[EVTS-29] [EVTS-30] [EVTS-32] [EVTS-34] info changed, uptime, disk error and idle are shown by number',
    numbered(4, 5, 14, 16),
  ],
  [
    '[EVTS-35] [EVTS-37] [EVTS-38] [EVTS-39] video loss, message, notify and external alarm are shown by number',
    numbered(17, 19, 20, 21),
  ],
  ['[EVTS-24] [EVTS-40] the reserved device events are shown by number', numbered(22, 23, 24)],
  [
    '[EVTS-31] [EVTS-58] the eight inputs are shown by their labels',
    { 6: 'GPIO 0', 7: 'GPIO 1', 8: 'GPIO 2', 9: 'GPIO 3', 10: 'GPIO 4', 11: 'GPIO 5', 12: 'GPIO 6', 13: 'GPIO 7' },
  ],
  [
    '[EVTS-33] [EVTS-36] [EVTS-59] [EVTS-60] overspeed and g-sensor are shown by their labels',
    { 15: 'Overspeed', 18: 'G-Sensor' },
  ],
  ['[EVTS-41] [EVTS-42] [EVTS-61] triggers are shown by their labels', { 51: 'Trigger In', 52: 'Trigger Out' }],
  [
    '[EVTS-43] [EVTS-62] backups are shown by their label',
    { 89: 'Event 89', 90: 'SD Backup', 91: 'SD Backup', 92: 'SD Backup', 93: 'Event 93' },
  ],
  [
    '[EVTS-44] [EVTS-45] [EVTS-63] [EVTS-64] lost cover and schedule are shown by their labels',
    { 98: 'Lost Cover', 99: 'Schedule' },
  ],
  ['[EVTS-46] [EVTS-65] [EVTS-67] a custom download is shown by its label', { 100: 'Custom', 101: 'Event 101' }],
  [
    '[EVTS-50] [EVTS-51] [EVTS-52] collision, lane departures and pedestrian are shown by their labels',
    { 700: '前向碰撞报警', 701: '左车道偏离报警', 702: '右车道偏离报警', 703: '行人碰撞报警' },
  ],
  [
    '[EVTS-53] speeding is shown with its step',
    {
      1811: '超速+5公里/小时',
      1812: '超速+10公里/小时',
      1813: '超速+15公里/小时',
      1814: '超速+20公里/小时',
      1815: '超速+25公里/小时',
      1816: '超速+30公里/小时',
      1817: '超速+35公里/小时',
    },
  ],
  [
    '[EVTS-54] [EVTS-55] [EVTS-56] [EVTS-57] acceleration, braking and lost picture and sound are shown by their labels',
    { 1818: '急加速报警', 1819: '急刹车报警', 1820: '视频丢失报警', 1821: '音频丢失报警' },
  ],
  [
    '[EVTS-47] [EVTS-48] [EVTS-49] [EVTS-68] other alarms are shown in Chinese with their number, and their neighbours are none',
    {
      699: 'Event 699',
      704: '报警 704',
      740: '报警 740',
      783: '报警 783',
      784: 'Event 784',
      1810: 'Event 1810',
      1822: '报警 1822',
      1828: '报警 1828',
      1829: 'Event 1829',
    },
  ],
])('%s', (_, wanted) => {
  const shown = Object.keys(wanted).map((code) => [code, titleOf(Number(code))])
  expect(Object.fromEntries(shown)).toEqual(wanted)
})

it('[EVTS-23] [EVTS-66] [EVTS-69] no event but the named ones is shown in English', () => {
  const labelled = new Set([...[6, 7, 8, 9, 10, 11, 12, 13, 15, 18, 51, 52], ...[90, 91, 92, 98, 99, 100]])
  for (let code = 0; code <= 110; code++) {
    const title = titleOf(code)
    expect([code, title !== null && title !== `Event ${code}`]).toEqual([code, labelled.has(code)])
  }
})
