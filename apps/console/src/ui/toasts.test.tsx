// @vitest-environment happy-dom

import { createManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Preferences, PreferencesProvider } from '../platform/preferences/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { notify, type ToastHandle } from './toast-list.ts'
import { Toasts } from './toasts.tsx'

let shown: ToastHandle[] = []
let clock = createManualClock()
const show = (kind: keyof typeof notify, ...rest: Parameters<typeof notify.info>): ToastHandle => {
  let handle: ToastHandle = { close: () => {} }
  act(() => {
    handle = notify[kind](...rest)
  })
  shown.push(handle)
  return handle
}
const pass = (ms: number) => act(() => clock.advance(ms))

beforeEach(async () => {
  await startAllTexts()
  clock = createManualClock()
  render(
    <PreferencesProvider value={{ clock } as unknown as Preferences}>
      <Toasts />
    </PreferencesProvider>,
  )
})

afterEach(() => {
  act(() => {
    for (const handle of shown) handle.close()
  })
  shown = []
  cleanup()
})

describe('notices', () => {
  it('[SHELL-122] [ERR1-03] [ERR2-03] a notice is announced to a screen reader and gone after 5 s', () => {
    show('success', 'van was added')
    const place = screen.getByText('van was added').closest('.toasts')
    expect(place?.getAttribute('aria-live')).toBe('polite')
    pass(4_999)
    expect(screen.queryByText('van was added')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('van was added')).toBeNull()
  })

  it.each([
    ['[ERR2-01] an error', 'error', 'the group is in use', ['error', 'the group is in use']],
    ['[ERR2-05] a success', 'success', 'Fence saved', ['success', 'Fence saved']],
    ['a warning, without a title of its kind,', 'warning', 'no gps data', ['no gps data']],
  ] as const)('%s shows its title and its message, and is named by the message', (_, kind, text, lines) => {
    show(kind, text)
    const notice = screen.getByRole('listitem', { name: text })
    expect([...notice.querySelectorAll('.notice-words span')].map(({ textContent }) => textContent)).toEqual(lines)
  })

  it('an error with a title of its own shows that one, and the reason below it', () => {
    show('error', 'Save Error', { detail: 'the radius is too large' })
    expect(screen.getByRole('listitem').textContent).toContain('Save Errorthe radius is too large')
    expect(screen.queryByText('error')).toBeNull()
  })

  it('[SHELL-122] another time can be stated', () => {
    const closed = vi.fn()
    show('warning', 'speed', { stays: 15_000, onClosed: closed })
    pass(14_999)
    expect(screen.queryByText('speed')).not.toBeNull()
    expect(closed).not.toHaveBeenCalled()
    pass(1)
    expect(screen.queryByText('speed')).toBeNull()
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('one that waits stays until it is closed, and reports that once', () => {
    const closed = vi.fn()
    show('info', 'driver calls', { stays: 'until-closed', onClosed: closed })
    pass(86_400_000)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('driver calls')).toBeNull()
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('an action runs and closes it; Escape closes it too', () => {
    const run = vi.fn()
    show('info', 'a new version', { stays: 'until-closed', actions: [{ label: 'Load it', run }] })
    fireEvent.click(screen.getByRole('button', { name: 'Load it' }))
    expect(run).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('a new version')).toBeNull()
    show('error', 'refused', { stays: 'until-closed' })
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Escape' })
    expect(screen.queryByText('refused')).toBeNull()
  })

  it('one that is pointed at does not go away', () => {
    show('success', 'van was added')
    fireEvent.pointerEnter(screen.getByRole('listitem'))
    pass(60_000)
    fireEvent.pointerLeave(screen.getByRole('listitem'))
    pass(4_999)
    expect(screen.queryByText('van was added')).not.toBeNull()
    pass(1)
    expect(screen.queryByText('van was added')).toBeNull()
  })

  it('the same id takes the place of the one before', () => {
    const first = vi.fn()
    show('warning', 'no link', { id: 'link', onClosed: first })
    show('success', 'link is back', { id: 'link' })
    expect(screen.queryByText('no link')).toBeNull()
    expect(screen.getByText('link is back')).toBeDefined()
    expect(first).toHaveBeenCalledTimes(1)
  })

  const names = () => screen.getAllByRole('listitem').map((notice) => notice.getAttribute('aria-label'))

  it('a flood covers no more than three places: what waits, then the newest, and how many more there are', () => {
    show('info', 'driver calls', { stays: 'until-closed' })
    for (let n = 1; n <= 50; n++) show('warning', `event ${n}`, { stays: 15_000 })
    expect(names()).toEqual(['driver calls', 'event 50', 'event 49'])
    expect(screen.getByText('1 more')).toBeDefined()
  })

  it('of many that wait two are seen beside one that passes, three without', () => {
    for (let n = 1; n <= 5; n++) show('info', `call ${n}`, { stays: 'until-closed' })
    expect(names()).toEqual(['call 5', 'call 4', 'call 3'])
    show('success', 'van was added')
    expect(names()).toEqual(['call 5', 'call 4', 'van was added'])
    expect(screen.getByText('3 more')).toBeDefined()
  })
})
