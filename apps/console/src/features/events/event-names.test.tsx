// @vitest-environment happy-dom
import { eventCatalogue } from '@fleetglass/contract/events'
import { textsPath } from '@fleetglass/contract/translations'
import { languages } from '@fleetglass/texts/languages'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

let site: TestConsole | null = null

/** What the server of this build answers. */
const told = {
  configs: languages.map(({ config, name, icon }) => ({ config, name, icon })),
  raw: [],
  data: Object.fromEntries(languages.map(({ config, texts }) => [config, texts])),
}

// Fetched when it is wanted: on a busy machine that takes longer than a test waits for it.
beforeAll(() => import('../../app/shell/shell.tsx').then(() => undefined), 180_000)
afterEach(async () => {
  // Other files of this process expect English.
  await act(async () => site?.languages.choose('en'))
  site?.close()
  site = null
  cleanup()
})

async function open(options: { readonly plainWords: boolean; readonly language?: string }): Promise<void> {
  const { plainWords, language = 'en' } = options
  await startAllTexts({ labels: {}, plainWords })
  site = await openConsole({
    path: '/idle',
    store: memoryStore(remembered),
    site: { plainWords },
    http: { [textsPath]: () => told },
  })
  await screen.findByRole('button', { name: 'Account of admin' })
  if (language === 'en') return
  await waitFor(() => expect(site?.languages.state.getState().offered.length).toBe(languages.length))
  await act(async () => site?.languages.choose(language))
}

/** The title of the notice of a new event. */
function titleOf(eventid: number, eventname = ''): string | null {
  site?.eventSockets[0]?.tell({
    cmd: 'new',
    time: 1_767_614_400,
    deviceid: 'van',
    eventid,
    eventname,
    memo: '',
    call: 0,
  })
  const title = document.querySelector('.notice.notice-warning .notice-title')?.textContent ?? null
  for (const close of document.querySelectorAll('.notice .icon-button')) fireEvent.click(close)
  return title
}

it('each number of the catalogue has an English name where the site wants clearer English', async () => {
  await open({ plainWords: true })
  const titles = [...eventCatalogue.keys()].map((code) => [code, titleOf(code) ?? ''] as const)
  expect(titles.filter(([, title]) => !/^[A-Z][A-Za-z0-9 ,/()-]+$/.test(title))).toEqual([])
  expect(new Map(titles.filter(([code]) => [0, 6, 51, 91, 700, 749, 1812, 1828, 24].includes(code)))).toEqual(
    new Map([
      [0, 'Online'],
      [6, 'GPIO input 0'],
      [24, 'Device event 24'],
      [51, 'Area entered'],
      [91, 'Card backup'],
      [700, 'Forward collision'],
      [749, 'Alarm 749'],
      [1812, 'Speeding, 10 km/h above the limit'],
      [1828, 'Alarm 1828'],
    ]),
  )
  expect(titleOf(4711)).toBe('Event 4711')
})

it('the names of the server by itself are in the language of the page, and those that somebody chose stay', async () => {
  await open({ plainWords: true, language: 'tw' })
  expect([titleOf(710, 'Driver tired'), titleOf(15, 'Overspeed'), titleOf(700, '前向碰撞报警')]).toEqual([
    '駕駛疲勞',
    '超速',
    '前方碰撞',
  ])
  expect(titleOf(15, 'Too fast')).toBe('Too fast')
})

it('[EVTS-49] [EVTS-66] [EVTS-69] without the option the names are the fixed ones', async () => {
  await open({ plainWords: false })
  expect([titleOf(0), titleOf(15), titleOf(700), titleOf(710, 'Driver tired')]).toEqual([
    'Event 0',
    'Overspeed',
    '前向碰撞报警',
    'Driver tired',
  ])
})
