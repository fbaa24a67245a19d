// @vitest-environment happy-dom
import { type TalkRow, talkLogPath } from '@fleetglass/contract/talk'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../../app/console.fixtures.tsx'
import { device } from '../../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../../platform/storage/index.ts'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { giveElementsSize } from '../../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await import('./talk-log.page.tsx')
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

const BEGIN_S = 1_790_000_000
const row = (serialno: number, over: Partial<TalkRow> = {}): TalkRow => ({
  serialno,
  sourceip: '192.0.2.1',
  username: 'ann',
  deviceid: 'van,bus',
  begintime: BEGIN_S,
  endtime: BEGIN_S + 60,
  duration: 60,
  updatetime: BEGIN_S + 61,
  sourceaudio: 1,
  mdvraudio: 1,
  mergeaudio: 1,
  type: 'broadcast',
  result: '',
  ...over,
})

async function page(rows: readonly TalkRow[], permission = 0): Promise<void> {
  open = await openConsole({
    path: '/talklog',
    store: memoryStore(remembered),
    permission,
    http: { [talkLogPath]: () => rows },
  })
  open.list(device({ deviceId: 'van', memo: 'ABC 123' }), device({ deviceId: 'bus', memo: 'XYZ-9' }))
  await screen.findByRole('heading', { name: 'Talk log' })
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
async function query(): Promise<void> {
  const day = document.querySelector('.rdp-day:not(.rdp-outside) button')!
  await act(async () => fireEvent.click(day))
  await press('Query log')
}
const rowAt = (at: number) => within(within(screen.getByRole('grid', { name: 'Talk log' })).getAllByRole('row')[at]!)

describe('the talk log', () => {
  it('[SHELL-057] [TALKLOG-01] [TALKLOG-02] [TALKLOG-03] has filters for device and days, and for the user with permission 0', async () => {
    await page([])
    expect(screen.getByLabelText('User')).toBeTruthy()
    expect(screen.getByLabelText('Device ID')).toBeTruthy()
    expect(document.querySelector('.rdp-day')).toBeTruthy()
    open?.close()
    cleanup()
    await page([], 2)
    expect(screen.queryByLabelText('User')).toBeNull()
    expect(screen.getByLabelText('Device ID')).toBeTruthy()
  })

  it('[USLOG-10] [USLOG-11] ignores input with a space or a single quote', async () => {
    await page([])
    for (const name of ['User', 'Device ID'])
      for (const value of ['ann', 'ann ', "ann'", ' ']) {
        await act(async () => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
        expect([name, value, screen.getByLabelText<HTMLInputElement>(name).value]).toEqual([name, value, 'ann'])
      }
  })

  it('[TALKLOG-04] [TALKLOG-05] [TALKLOG-11] a row has its devices with their vehicle ids, its times and its sound', async () => {
    await page([row(1), row(2, { endtime: null })])
    await query()
    const heads = within(await screen.findByRole('grid', { name: 'Talk log' })).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '#',
      'IP',
      'User',
      'Device ID',
      'Device Memo',
      'Begin Time',
      'End Time',
      'Duration(s)',
      'Update Time',
      'Talk Source',
      'Device Audio',
      'Merged Audio',
    ])
    const texts = [...screen.getByRole('grid', { name: 'Talk log' }).querySelectorAll('tbody td')].map(
      ({ textContent }) => textContent,
    )
    const [begin, end, update] = [0, 60, 61].map((after) => localTimeText(BEGIN_S + after))
    expect(texts.slice(0, 9)).toEqual(['1', '192.0.2.1', 'ann', 'van, bus', 'ABC 123, XYZ-9', begin, end, '60', update])
    expect(rowAt(2).getByText('goes on')).toBeTruthy()
  })

  it('[TALKLOG-06] [TALKLOG-09] the speaker is downloaded, or played in the player', async () => {
    await page([row(7)])
    await query()
    await screen.findByRole('grid', { name: 'Talk log' })
    const link = rowAt(1).getByRole<HTMLAnchorElement>('link', { name: 'Download: Talk Source' })
    const address = new URL(link.href)
    expect(address.pathname).toBe(`/gklog/talkaudio/${BEGIN_S}_7_source.wav`)
    expect([...address.searchParams.keys()]).toEqual(['user', 'password'])
    expect(document.querySelector('audio')).toBeNull()
    await press('Listen: Talk Source')
    const player = within(screen.getByRole('region', { name: 'Player' }))
    expect(document.querySelector('audio')?.src).toBe(link.href)
    await act(async () => fireEvent.error(document.querySelector('audio')!))
    expect(player.getByRole('alert').textContent).toBe('The recording is not there any more.')
    await press('Close the player')
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
  })

  it('[TALKLOG-07] [TALKLOG-08] sound that is not there is not offered', async () => {
    await page([row(3), row(2, { mergeaudio: 0 }), row(1, { mergeaudio: 0, mdvraudio: 0 })])
    await query()
    await screen.findByRole('grid', { name: 'Talk log' })
    const offered = (at: number) =>
      rowAt(at)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')?.slice('Listen: '.length))
    expect(offered(1)).toEqual(['Talk Source', 'Device Audio', 'Merged Audio'])
    expect(offered(2)).toEqual(['Talk Source', 'Device Audio'])
    expect(offered(3)).toEqual(['Talk Source'])
  })
})
