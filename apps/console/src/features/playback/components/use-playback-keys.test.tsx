// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlaybackKey } from '../timeline-keys.ts'
import { usePlaybackKeys } from './use-playback-keys.ts'

afterEach(cleanup)

function Page({ obey }: { readonly obey: (key: PlaybackKey) => void }) {
  usePlaybackKeys(obey)
  return (
    <>
      <p>text</p>
      <button type="button">button</button>
      <a href="#there">vehicles</a>
    </>
  )
}

function page() {
  const obeyed: PlaybackKey[] = []
  const shown = render(<Page obey={(key) => obeyed.push(key)} />)
  /** Whether the key did what it does in the playback, and nothing else. */
  const press = (target: Element | Document | Window, init: KeyboardEventInit): boolean => {
    const before = obeyed.length
    const isLeft = fireEvent.keyDown(target, init)
    expect(isLeft).toBe(obeyed.length === before)
    return obeyed.length > before
  }
  return { ...shown, obeyed, press }
}

describe('the keys of the playback', () => {
  it('do what they do wherever the focus is on the page', () => {
    const { obeyed, press } = page()
    for (const target of [window, document, screen.getByText('text'), screen.getByText('button')])
      expect(press(target, { key: 'k' })).toBe(true)
    expect(obeyed).toEqual(Array.from({ length: 4 }, () => ({ does: 'play' })))
    expect(press(document, { key: 'q' })).toBe(false)
  })

  it('belong to fields, dialogs, menus and grids that have the focus', () => {
    const { press } = page()
    const fields = ['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable></p>']
    const holders = ['dialog', 'menu', 'grid'].map((role) => `<div role="${role}"><button></button></div>`)
    for (const html of [...fields, ...holders]) {
      const place = document.body.appendChild(document.createElement('div'))
      place.innerHTML = html
      expect(press(place.querySelector('button') ?? (place.firstElementChild as Element), { key: 'k' }), html).toBe(
        false,
      )
      place.remove()
    }
  })

  it('leave the space bar to a button and a link that has the focus', () => {
    const { press } = page()
    const targets = ['button', 'vehicles', 'text'].map((name) => screen.getByText(name))
    expect(targets.map((target) => press(target, { key: ' ' }))).toEqual([false, false, true])
  })

  it('are none with Ctrl, Alt or the command key, and none that something else took', () => {
    const { press, obeyed } = page()
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press(document, { key: 'l', [modifier]: true }), modifier).toBe(false)
    expect(press(document, { key: 'L', shiftKey: true })).toBe(true)
    const text = screen.getByText('text')
    text.addEventListener('keydown', (event) => event.preventDefault())
    fireEvent.keyDown(text, { key: 'l' })
    expect(obeyed).toHaveLength(1)
  })

  it('call the present handlers of the page, and nothing once it is left', () => {
    const { rerender, unmount, press, obeyed } = page()
    const later: PlaybackKey[] = []
    rerender(<Page obey={(key) => later.push(key)} />)
    fireEvent.keyDown(document, { key: '.' })
    expect([obeyed, later]).toEqual([[], [{ does: 'step', frames: 1 }]])
    unmount()
    expect(press(document, { key: '.' })).toBe(false)
    fireEvent.keyDown(document, { key: '.' })
    expect(later).toHaveLength(1)
  })
})
