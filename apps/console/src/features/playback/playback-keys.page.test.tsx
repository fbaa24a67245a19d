// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StreamPlayer } from '../../engines/player/player.ts'
import { button, dayS, playing, setUpPlaybackPage, start } from './playback-page.fixtures.tsx'

setUpPlaybackPage()
afterEach(() => void vi.restoreAllMocks())

describe('keys of local playback', () => {
  it('keys work wherever the focus is on the page, but not in a field; the help names them', async () => {
    await start('/splayback/van')
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(playing()).toEqual([125 * 60]))
    const press = (key: string, on: Element = document.body) => act(() => void fireEvent.keyDown(on, { key }))
    const speed = () => document.querySelector('.play-speed')?.textContent
    press('ArrowRight')
    await waitFor(() => expect(playing()).toEqual([125 * 60 + 10]))
    press('ArrowUp')
    await waitFor(() => expect(playing()).toEqual([126 * 60 + 10]))
    press('ArrowDown')
    press('ArrowLeft')
    await waitFor(() => expect(playing()).toEqual([125 * 60]))
    press('k')
    await button('Play')
    press('L')
    await button('Pause')
    expect(speed()).toBe('1×')
    press('l')
    expect(speed()).toBe('2×')
    press(' ')
    await button('Play')
    press(' ', await button('Hour 02'))
    await button('Play')
    press('l', document.querySelector('.device-search input')!)
    expect(speed()).toBe('0×')
    // This browser shows nothing backwards: J goes back ten seconds.
    press('J')
    await waitFor(() => expect(playing()).toEqual([125 * 60 - 10]))
    act(() => void fireEvent.keyDown(document.body, { key: '?' }))
    const help = await screen.findByRole('dialog', { name: 'Keyboard' })
    for (const key of ['Space / K', 'J', 'L', '← →', '↑ ↓', ', .'])
      expect(await within(help).findByText(key)).toBeTruthy()
  })

  it('keys play, step through the day, zoom the timeline and mark a cut', async () => {
    await start('/splayback/van')
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    const slider = await waitFor(
      () => document.querySelector<HTMLElement>('[role="slider"]') ?? Promise.reject(new Error('no timeline')),
    )
    expect(slider.getAttribute('aria-label')).toBe('Recorded minutes of the day')
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    await waitFor(() => expect(playing()).toEqual([125 * 60 + 10]))
    fireEvent.keyDown(slider, { key: 'End' })
    await waitFor(() => expect(playing()).toEqual([270 * 60]))
    fireEvent.keyDown(slider, { key: 'Home' })
    await waitFor(() => expect(playing()).toEqual([125 * 60]))
    expect([slider.dataset.from, slider.dataset.to]).toEqual(['0', '86400'])
    fireEvent.keyDown(slider, { key: '+' })
    expect(Number(slider.dataset.to) - Number(slider.dataset.from)).toBe(57_600)
    fireEvent.keyDown(slider, { key: '-' })
    expect([slider.dataset.from, slider.dataset.to]).toEqual(['0', '86400'])
    fireEvent.keyDown(slider, { key: '[' })
    fireEvent.keyDown(slider, { key: 'ArrowUp' })
    await waitFor(() => expect(playing()).toEqual([126 * 60]))
    fireEvent.keyDown(slider, { key: ']' })
    expect(slider.dataset.cut).toBe(`${125 * 60}-${126 * 60}`)
    expect(await screen.findByText('Marked: 02:05:00 to 02:06:00, 00:01:00')).toBeTruthy()
    // Both ways to the download take what is marked.
    const starts: string[] = []
    for (const index of [0, 1]) {
      fireEvent.click(screen.getAllByRole('button', { name: 'Download MP4' })[index]!)
      const dialog = await screen.findByRole('dialog', { name: /^Download MP4 of/ })
      starts.push(within(dialog).getByLabelText<HTMLInputElement>('From').value.slice(11))
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(starts[0]).toMatch(/^02:05(:00)?$/)
    expect(starts[1]).toBe(starts[0])
    fireEvent.keyDown(slider, { key: 'Escape' })
    expect(slider.dataset.cut).toBeUndefined()
    fireEvent.keyDown(slider, { key: ' ' })
    await button('Play')
  })

  it('a cut marked in quick succession of [, an arrow and ] ends where the arrow went, before the picture is there', async () => {
    const { clock } = await start('/splayback/van')
    const begunS = 125 * 60
    // The picture stands three seconds later; of a stream that an arrow opens there is none yet.
    let standsMs: number | null = (dayS + begunS + 3) * 1000
    vi.spyOn(StreamPlayer.prototype, 'positionMs').mockImplementation(() => standsMs)
    vi.spyOn(StreamPlayer.prototype, 'open').mockImplementation(() => {
      standsMs = null
    })
    fireEvent.click(await button('Hour 02'))
    fireEvent.click(await button('02:05'))
    await waitFor(() => expect(playing()).toEqual([begunS]))
    act(() => clock.advance(250))
    for (const key of ['[', 'ArrowUp', ']']) act(() => void fireEvent.keyDown(document.body, { key }))
    const slider = document.querySelector<HTMLElement>('[role="slider"]')
    expect(slider?.dataset.cut).toBe(`${begunS + 3}-${begunS + 63}`)
  })
})
