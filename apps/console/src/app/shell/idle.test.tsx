// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { at, flags, footer, open, setUpShell, start } from './shell.fixtures.tsx'

setUpShell()

describe('the idle countdown', () => {
  const face = () => document.querySelector('.idle-clock-time')?.textContent
  const button = (name: RegExp) => screen.getByRole('button', { name })

  it('[SHELL-103] [SHELL-107] [SHELL-109] a clock in the bar goes down from 1800 s by one each second', async () => {
    const { clock } = await start('/blockview')
    await footer()
    expect(face()).toBe('30:00')
    act(() => clock.advance(1000))
    expect(face()).toBe('29:59')
    act(() => clock.advance(61_000))
    expect(face()).toBe('28:58')
  })

  it('[SHELL-104] [SHELL-105] [SHELL-106] it is frozen, resumed from where it was, and a click sets it to 1800 s', async () => {
    const { clock } = await start('/blockview')
    await footer()
    act(() => clock.advance(100_000))
    fireEvent.click(button(/^Freeze/))
    act(() => clock.advance(3_600_000))
    fireEvent.pointerMove(document.body)
    act(() => clock.advance(5_000))
    expect([face(), at()]).toEqual(['28:20', '/blockview'])
    fireEvent.click(button(/^Resume/))
    act(() => clock.advance(1000))
    expect(face()).toBe('28:19')
    fireEvent.click(button(/^Idle screen in/))
    expect(face()).toBe('30:00')
  })

  it('[SHELL-114] [IDLE-07] at its end one is on the idle screen, and a click leads back to where one was', async () => {
    const { clock } = await start('/splayback/van?day=2026-01-05')
    await footer()
    act(() => clock.advance(1_799_000))
    expect(at()).toBe('/splayback/van')
    act(() => clock.advance(1_000))
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(face()).toBeUndefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Back to where you were' }))
    await waitFor(() => expect(at() + window.location.search).toBe('/splayback/van?day=2026-01-05'))
    await waitFor(() => expect(face()).toBe('30:00'))
  })

  it('[SHELL-108] [SHELL-115] who works is not idle: pointer and keys start it over, with the value of the page', async () => {
    const { clock } = await start('/liveview', { site: { liveIdleSeconds: 120 } })
    await footer()
    expect(face()).toBe('2:00')
    for (const work of [
      () => fireEvent.pointerDown(document.body),
      () => fireEvent.keyDown(document.body, { key: 'a' }),
    ]) {
      act(() => clock.advance(60_000))
      expect(face()).toBe('1:00')
      work()
      act(() => clock.advance(1000))
      expect(face()).toBe('1:59')
      act(() => clock.advance(59_000))
      work()
      act(() => clock.advance(0))
    }
    fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(face()).toBe('30:00'))
    fireEvent.click(screen.getByRole('link', { name: 'Live view' }))
    await waitFor(() => expect(face()).toBe('2:00'))
  })

  it('[SHELL-111] [SHELL-112] [SHELL-113] there is none on a phone or where it is disabled; the idle screen stays', async () => {
    for (const options of [{ mobile: true }, { site: { disableIdle: true } }]) {
      const { clock } = await start('/blockview', options)
      await footer()
      expect(face()).toBeUndefined()
      act(() => clock.advance(3_600_000))
      expect(at()).toBe('/blockview')
      open?.close()
      cleanup()
    }
    await start('/idle', { site: { disableIdle: true } })
    await waitFor(() => expect(document.querySelector('.idle-page')).not.toBeNull())
  })

  it('a second of it changes its own face and nothing else of the shell', async () => {
    const { clock } = await start('/blockview')
    await footer()
    const changed = new Set<string>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        changed.add((target as Element).closest?.('[class]')?.className ?? target.parentElement?.className ?? '')
    })
    observer.observe(document.querySelector('.top-bar') as Element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    await act(async () => clock.advance(5000))
    observer.disconnect()
    expect([...changed]).toEqual(['idle-clock-time num'])
  })
})

describe('the idle screen', () => {
  const idle = {
    analogClock: true,
    digitalClock: true,
    items: [
      { image: '/logo.png', text: 'Our logo', left: 5, top: 10, width: 20 },
      { text: 'Help', link: 'https://help.test/', left: 70, top: 80, width: 25 },
      { text: 'Run', link: 'javascript:alert(1)', left: 0, top: 0, width: 1 },
    ],
  }

  it('[IDLE-01] [IDLE-02] [IDLE-03] without a configuration it has its title and no clock, logo or link', async () => {
    await start('/idle')
    expect(await screen.findByRole('heading', { name: 'Idle' })).toBeTruthy()
    expect(document.querySelectorAll('.idle-analog, .idle-digital, .idle-item')).toHaveLength(0)
  })

  it('[IDLE-02] [IDLE-03] [IDLE-08] with a configuration it has the clocks that it names, and none otherwise', async () => {
    for (const [analogClock, digitalClock] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      await start('/idle', { site: { idle: { ...idle, analogClock, digitalClock } } })
      await screen.findByRole('heading', { name: 'Idle' })
      expect(document.querySelectorAll('.idle-analog')).toHaveLength(analogClock ? 1 : 0)
      expect(document.querySelectorAll('.idle-digital')).toHaveLength(digitalClock ? 1 : 0)
      open?.close()
      cleanup()
    }
  })

  it('[IDLE-04] [IDLE-05] [IDLE-06] [IDLE-09] logos and links stand at their percents; a link that is not of the web is none', async () => {
    await start('/idle', { site: { idle } })
    await screen.findByRole('heading', { name: 'Idle' })
    const logo = screen.getByRole('img', { name: 'Our logo' })
    expect(logo.closest('.idle-item')?.getAttribute('style')).toMatch(/left: 5%;.*top: 10%;.*width: 20%/)
    const links = document.querySelectorAll<HTMLAnchorElement>('a.idle-item')
    expect([...links].map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ['https://help.test/', '_blank', 'noopener noreferrer'],
    ])
    expect(document.querySelector('.idle-page [href^="javascript"]')).toBeNull()
  })

  it('[IDLE-09] a click on a link leads back as well', async () => {
    const { list } = await start('/idle', { site: { idle } })
    list(device())
    const link = await screen.findByRole('link', { name: 'Help' })
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('[IDLE-10] without an earlier page a click leads to the landing page, and nowhere where that leads back here', async () => {
    await start('/idle')
    fireEvent.click(await screen.findByRole('button', { name: 'Back to where you were' }))
    await waitFor(() => expect(at()).toBe('/blockview'))
    open?.close()
    cleanup()
    await start('/idle', { access: flags('P_live') })
    expect(await screen.findByText(/Ask an administrator/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull()
  })
})
