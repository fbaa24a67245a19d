// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { localTimeText } from '../../platform/time/index.ts'
import { close, open, opened, START, setUpRemotePlayback, van, workers } from './remote-playback.fixtures.tsx'

setUpRemotePlayback()

const rows = () => document.querySelectorAll<HTMLButtonElement>('button.record-row')
const cells = (row: Element | undefined) => [...(row?.querySelectorAll('span') ?? [])].map((cell) => cell.textContent)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const streams = () => opened.filter(({ query }) => query.get('type') === 'repb')
const gps = () => opened.filter(({ query }) => query.get('type') === 'gps')
const choose = async (index: number) => {
  await waitFor(() => expect(rows().length).toBeGreaterThan(index))
  fireEvent.click(rows()[index]!)
}
const at = () => window.location.pathname

describe('the page of remote playback', () => {
  it('[REPB-01] shows the devices to choose from, each with its address', async () => {
    await open({ path: '/remoteplayback' })
    const link = await screen.findByRole('link', { name: /van/ })
    expect(link.getAttribute('href')).toBe('/remoteplayback/van')
    expect(screen.getByText('Choose a device')).toBeTruthy()
  })

  it('[REPB-04] [REPB-05] [RIGHT2-29] without P_repb it gives way to home, silently or with the hint of the site', async () => {
    const access = withoutFlags(fullAccess, ['P_repb'])
    await open({ access, permission: 2 })
    await waitFor(() => expect(at()).not.toContain('remoteplayback'))
    expect(document.querySelector('.notice')).toBeNull()
    close()
    cleanup()
    await open({ access, permission: 2, site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).not.toContain('remoteplayback'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[REPB-06] [REPB-27] [REPB-37] lists number, type, start and length of the records', async () => {
    await open()
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(cells(document.querySelector('.record-row-head') ?? undefined)).toEqual([
      '#',
      'Type',
      'Start Time',
      'Length',
    ])
    expect([...rows()].map(cells)).toEqual([
      ['1', 'Normal', localTimeText(START), '00:10:00'],
      ['2', 'GSensor', localTimeText(START + 600), '00:10:00'],
      ['3', 'Alarm', localTimeText(START + 1300), '00:00:45'],
    ])
    expect(localTimeText(START)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('the list begins at its end, where the newest records stand', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(3_600)
    await open()
    await waitFor(() => expect(document.querySelector('.record-rows')?.scrollTop).toBe(3_600))
    height.mockRestore()
  })

  it('[REPB-28] [REPB-29] [REPB-36] the current record stands last while the device records, from a second after the last until now', async () => {
    await open({}, van({ recording: true }))
    await waitFor(() => expect(rows()).toHaveLength(4))
    // The clock stands three hours after the first record.
    expect(cells(rows()[3])).toEqual(['4', 'current', localTimeText(START + 1346), '02:37:34'])
  })

  const options = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => Number(value))

  it('[REPB-08] [REPB-11] [REPB-13] [REPB-20] a chosen record has its buttons: map, multi, main, speeds, download, and the device', async () => {
    await open()
    const names = ['MAP', 'Multi', 'Main', 'Play', 'Slower', 'Faster', 'Download MP4 File']
    for (const name of names) expect(screen.queryByRole('button', { name })).toBeNull()
    await choose(0)
    for (const name of names) expect(button(name)).toBeTruthy()
    expect(button(/^Device: van/)).toBeTruthy()
  })

  it('[REPB-07] [REPB-09] [REPB-10] a chosen record has a choice of channels and of one to five minutes', async () => {
    await open()
    await choose(0)
    expect(within(screen.getByRole('group', { name: 'Channels' })).getAllByRole('button')).toHaveLength(8)
    expect(options('Duration')).toEqual([60, 120, 180, 240, 300])
  })

  it('[MP4-12] [MP4-13] a chosen record has a choice of lengths to download, first a minute', async () => {
    await open()
    await choose(0)
    expect(options('Length of the download')).toEqual([15, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1500, 1800])
    expect(screen.getByLabelText<HTMLSelectElement>('Length of the download').value).toBe('60')
  })

  it('[REPB-15] [REPB-16] [REPB-17] [REPB-38] the slider has 100 segments over the record and shows the time under the pointer', async () => {
    await open()
    await choose(0)
    const slider = screen.getByLabelText<HTMLInputElement>('Start time in the record')
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['0', '100', '1', '0'])
    fireEvent.change(slider, { target: { value: '33' } })
    expect(slider.getAttribute('aria-valuetext')).toBe(localTimeText(START + 198))
    const track = slider.parentElement!
    track.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect
    fireEvent.pointerMove(track, { clientX: 201 })
    expect(screen.getByRole('tooltip').textContent).toBe(localTimeText(START + 306))
    fireEvent.pointerLeave(track)
    expect(screen.queryByRole('tooltip')).toBeNull()
    fireEvent.click(button('Play'))
    expect(streams()[0]?.query.get('spbtime')).toBe(String(START + 198))
  })

  it('[REPB-12] [REPB-23] [REPB-25] [STRM-08] each start opens a stream with another random id; stop and another record end it', async () => {
    await open()
    await choose(1)
    fireEvent.click(button('Play'))
    expect(Object.fromEntries(streams()[0]?.query ?? [])).toMatchObject({
      deviceid: 'van',
      channel: '1',
      chs: '1',
      spbtime: String(START + 600),
      duration: '60',
      main: '0',
    })
    fireEvent.click(button('Stop'))
    expect(streams()[0]?.closed || streams()[0]?.onopen !== null).toBe(true)
    fireEvent.click(button('Main'))
    fireEvent.click(button('Play'))
    expect(streams()[1]?.query.get('main')).toBe('1')
    const ids = streams().map(({ query }) => Number(query.get('streamid')))
    expect(new Set(ids).size).toBe(2)
    streams()[1]?.accept()
    await choose(0)
    expect(streams()[1]?.closed).toBe(true)
    expect(button('Play')).toBeTruthy()
  })

  it('[REPB-23] each start of the same record draws a stream id at random', async () => {
    await open()
    await choose(1)
    const drawn = [7, 4_000_000_000, 11]
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint32Array) array[0] = drawn[streams().length] ?? 0
      return array
    })
    for (const [at] of drawn.entries()) {
      fireEvent.click(button('Play'))
      await waitFor(() => expect(streams()).toHaveLength(at + 1))
      fireEvent.click(button('Stop'))
    }
    random.mockRestore()
    expect(streams().map(({ query }) => Number(query.get('streamid')))).toEqual(drawn)
  })

  it('[REPB-39] Main toggles between the sub stream, which is first, and the main stream; MAP and Multi toggle too', async () => {
    await open()
    await choose(1)
    const pressed = (name: string) => button(name).getAttribute('aria-pressed')
    const mainOf = async () => {
      const before = streams().length
      fireEvent.click(button('Play'))
      await waitFor(() => expect(streams()).toHaveLength(before + 1))
      fireEvent.click(button('Stop'))
      return streams().at(-1)?.query.get('main')
    }
    const seen = [await mainOf()]
    for (let n = 0; n < 2; n++) {
      fireEvent.click(button('Main'))
      seen.push(await mainOf())
    }
    expect(seen).toEqual(['0', '1', '0'])
    const map = () => screen.queryByRole('region', { name: 'Live position of van' }) !== null
    const maps = [map()]
    for (let n = 0; n < 2; n++) {
      fireEvent.click(button('MAP'))
      await waitFor(() => expect(map()).toBe(!maps.at(-1)))
      maps.push(map())
    }
    expect(maps).toEqual([false, true, false])
    const multi = [pressed('Multi')]
    for (let n = 0; n < 2; n++) {
      fireEvent.click(button('Multi'))
      multi.push(pressed('Multi'))
    }
    expect(multi).toEqual(['false', 'true', 'false'])
  })

  it('[REPB-18] [REPB-35] several channels are panes of one socket; a tenth is refused with its sentence', async () => {
    await open({ site: { offeredChannels: 12 } })
    await choose(0)
    fireEvent.click(button('Multi'))
    for (const channel of [5, 6, 7, 8, 9]) fireEvent.click(button(`Camera ${channel}`))
    fireEvent.click(button('Camera 10'))
    expect(await screen.findByText('over max channels count(9)')).toBeTruthy()
    fireEvent.click(button('Play'))
    expect(document.querySelectorAll('.tile')).toHaveLength(9)
    expect(streams()).toHaveLength(1)
    expect(streams()[0]?.query.get('chs')).toBe(String(0b1_1111_1111))
  })

  it('[REPB-11] [REPB-21] [REPB-22] [REPB-34] speeds go to the stream once for all panes, up to the infinity sign', async () => {
    await open()
    await choose(0)
    fireEvent.click(button('Multi'))
    fireEvent.click(button('Play'))
    streams()[0]?.accept()
    const shown = () => document.querySelector('.remote-speed output')?.textContent
    for (const [text, value] of [
      ['2×', 2],
      ['4×', 4],
      ['8×', 8],
      ['∞', 0],
    ] as const) {
      fireEvent.click(button('Faster'))
      expect([shown(), streams()[0]?.said.at(-1)]).toEqual([text, JSON.stringify({ cmd: 'speed', value })])
    }
    expect(button('Faster').disabled).toBe(true)
    expect(streams()[0]?.said).toHaveLength(4)
    fireEvent.click(button('Slower'))
    expect(shown()).toBe('8×')
    expect(streams()).toHaveLength(1)
  })

  it('[REPB-19] [REPB-30] [REPB-31] [REPB-32] the map follows the live positions, and its trail begins anew with each socket', async () => {
    const { clock } = await open()
    await choose(0)
    expect(gps()).toHaveLength(0)
    fireEvent.click(button('MAP'))
    await waitFor(() => expect(gps()).toHaveLength(1))
    expect(gps()[0]?.query.get('deviceid')).toBe('van')
    const pane = () => screen.getByRole('region', { name: 'Live position of van' })
    const point = (lat: number) => ({ type: 'gps', time: START, lat, lng: 120, speedInKmh: 30, trackingAngle: 90 })
    gps()[0]?.accept()
    gps()[0]?.tell(point(24.1))
    gps()[0]?.tell(point(24.2))
    gps()[0]?.tell({ type: 'gps', lat: 'here' })
    expect(pane().dataset.points).toBe('2')
    const map = () => within(pane()).getByRole('img')
    expect(map().getAttribute('aria-label')).toContain('24.20000, 120.00000')
    expect(map().dataset.place).toBe('24.2,120')
    gps()[0]?.end(1006)
    act(() => clock.advance(5_000))
    expect(gps()).toHaveLength(2)
    gps()[1]?.accept()
    expect(pane().dataset.points).toBe('0')
    gps()[1]?.tell(point(24.3))
    expect(map().getAttribute('aria-label')).toContain('24.30000')
    expect(map().dataset.place).toBe('24.3,120')
    fireEvent.click(button('MAP'))
    expect(gps()[1]?.closed).toBe(true)
  })

  it('[MP4-07] [MP4-08] [MP4-09] [REPB-14] a download stops the playback, shows the KB that came, disables the controls, and shows when it failed', async () => {
    await open()
    await choose(2)
    fireEvent.click(button('Play'))
    fireEvent.click(button('Download MP4 File'))
    expect(document.querySelectorAll('.tile')).toHaveLength(0)
    expect(workers[0]?.asked).toMatchObject({
      deviceId: 'van',
      channels: [1],
      main: false,
      startS: START + 1300,
      endS: START + 1345,
    })
    workers[0]?.tell({ type: 'received', bytes: 1_234_567 })
    const size = () => document.querySelector('.download-size')?.textContent
    expect(size()).toBe('1205 KB')
    const pane = () => document.querySelector('.remote-empty .page-state')?.textContent
    expect(pane()).toBe('Downloading 00:00:45 from the device1205 KBCancel')
    const held = () => (button('Play').closest('fieldset') as HTMLFieldSetElement).disabled
    expect([held(), button('Download MP4 File').disabled, rows()[0]?.disabled]).toEqual([true, true, true])
    expect(button(/^Device: van/).disabled).toBe(true)
    workers[0]?.tell({ type: 'failed', reason: 'the device is offline' })
    expect(size()).toBe('Download fail')
    expect([held(), rows()[0]?.disabled, workers[0]?.terminated]).toEqual([false, false, true])

    fireEvent.click(button('Download MP4 File'))
    fireEvent.click(button('Cancel the download'))
    expect([size(), held(), workers[1]?.terminated]).toEqual(['', false, true])
    fireEvent.click(button('Download MP4 File'))
    fireEvent.click(button('Cancel'))
    expect([pane()?.startsWith('Ready at'), workers[2]?.terminated]).toEqual([true, true])
  })

  it.each([
    ['[MP4-10] permission 0 can download MP4 files where downloads are disabled', true, 0, true],
    ['[MP4-11] permission 2 cannot download MP4 files where downloads are disabled', true, 2, false],
    ['[MP4-11] permission 2 can download MP4 files where downloads are not disabled', false, 2, true],
  ])('%s', async (_, disableDownload, permission, offered) => {
    await open({ site: { disableDownload }, permission })
    await choose(0)
    expect(screen.queryByRole('button', { name: 'Download MP4 File' }) !== null).toBe(offered)
  })

  it('[REPB-43] an offline device has an empty table, and what is chosen cannot be played', async () => {
    const { list, called } = await open({}, van({ online: false }))
    await screen.findAllByText(/The device is offline/)
    expect(rows()).toHaveLength(0)
    expect(called.filter(({ path }) => path === '/gkdevice/recordlist')).toHaveLength(0)
    list(van())
    await choose(0)
    list(van({ online: false }))
    expect(rows()).toHaveLength(0)
    expect([button('Play').disabled, button('Download MP4 File').disabled]).toEqual([true, true])
  })

  it('[REPB-44] [ERR2-06] a list that cannot be had is an empty table and a line in the console of the browser', async () => {
    const refused = () => ({ hasError: true, message: 'the device did not answer in time' })
    const { logged } = await open({ http: { '/gkdevice/recordlist': refused } })
    expect(await screen.findByText('The device told of no recordings.')).toBeTruthy()
    expect(rows()).toHaveLength(0)
    expect(logged.join()).toContain('the device did not answer in time')
    expect(document.querySelector('.notice')).toBeNull()
  })
})
