// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import { PlayControls } from './play-controls.tsx'

beforeAll(() => startAllTexts())
afterEach(cleanup)

type Shown = Partial<Pick<Parameters<typeof PlayControls>[0], 'speed' | 'started' | 'over' | 'canPlay'>> & {
  readonly canReverse?: boolean
}

/** Shows the controls of a playback that runs; answers what was asked for since. */
function show({ canReverse = true, ...over }: Shown = {}): string[] {
  const asked: string[] = []
  const ask = (what: string) => () => void asked.push(what)
  render(
    <PlayControls
      {...{ speed: 1, started: true, over: false, canPlay: true, ...over }}
      onPlay={ask('play')}
      onPause={ask('pause')}
      onSlower={ask('slower')}
      onFaster={ask('faster')}
      onJump={(seconds) => void asked.push(`jump ${seconds}`)}
      onStep={(frames) => void asked.push(`step ${frames}`)}
      onReverse={canReverse ? ask('reverse') : null}
    />,
  )
  return asked
}

const buttons = () => screen.getAllByRole<HTMLButtonElement>('button')
const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label')
const enabled = () => buttons().flatMap((button) => (button.disabled ? [] : [nameOf(button)]))
const pressAll = () => {
  for (const button of buttons()) fireEvent.click(button)
}

describe('the buttons of a playback', () => {
  it('stand from left to right, and each does its own', () => {
    const asked = show()
    expect(buttons().map(nameOf)).toEqual([
      ...['Back 10 seconds', 'Slower', 'Pause', 'Faster', 'Forward 10 seconds'],
      ...['Previous frame', 'Next frame', 'Backwards'],
    ])
    for (const button of buttons()) expect(button.title).toBe(nameOf(button))
    expect(screen.getByRole('group').getAttribute('dir')).toBe('ltr')
    pressAll()
    expect(asked).toEqual(['jump -10', 'slower', 'pause', 'faster', 'jump 10', 'step -1', 'step 1', 'reverse'])
  })

  it('have an icon each, and name the keys that do the same', () => {
    show()
    const icons = buttons().map((button) => button.querySelector('path')?.getAttribute('d'))
    expect(icons).not.toContain(undefined)
    expect(new Set(icons).size).toBe(icons.length)
    const keys = Object.fromEntries(
      buttons().map((button) => [nameOf(button), button.getAttribute('aria-keyshortcuts')]),
    )
    expect([keys['Previous frame'], keys['Next frame'], keys.Slower]).toEqual([',', '.', null])
  })

  it('play before the first start, after the end and out of a pause, and pause while it runs', () => {
    const states: Shown[] = [{ started: false }, { over: true }, { speed: 0 }, { speed: 1 }, { speed: -2 }]
    const words = states.map((state) => {
      const asked = show(state)
      const button = screen.getByRole('button', { name: /^(Play|Pause)$/ })
      fireEvent.click(button)
      const icon = button.querySelector('path')?.getAttribute('d')
      cleanup()
      return { asked: asked[0], icon, name: nameOf(button as HTMLButtonElement), title: button.title }
    })
    expect(words.map(({ asked }) => asked)).toEqual(['play', 'play', 'play', 'pause', 'pause'])
    for (const { asked, name, title } of words) {
      expect(name?.toLowerCase()).toBe(asked)
      expect(title).toBe(name)
    }
    expect(words[0]?.icon).not.toBe(words[3]?.icon)
    expect(words[3]?.icon).toBe(words[4]?.icon)
  })

  it('are off where they would do nothing: before the start all but play, which needs something to play', () => {
    const left = (state: Shown) => {
      show(state)
      const names = enabled()
      cleanup()
      return names
    }
    expect(left({ started: false })).toEqual(['Play'])
    expect(left({ started: false, canPlay: false })).toEqual([])
    const moving = ['Back 10 seconds', 'Slower', 'Play', 'Faster', 'Forward 10 seconds']
    expect(left({ over: true })).toEqual(moving)
    expect(left({})).toHaveLength(8)
  })

  it('[LOPB-20] slower and faster are off at the ends of the list of speeds', () => {
    const left = (speed: number) => {
      show({ speed })
      const names = enabled()
      cleanup()
      return [names.includes('Slower'), names.includes('Faster')]
    }
    expect([0, 0.2, 8, 16].map(left)).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [true, false],
    ])
  })

  it('show backwards as pressed while it goes backwards, and leave it out where the browser cannot', () => {
    const pressed = (state: Shown) => {
      show(state)
      const button = screen.queryByRole('button', { name: 'Backwards' })
      cleanup()
      return button?.getAttribute('aria-pressed') ?? null
    }
    expect(pressed({ speed: -1 })).toBe('true')
    expect([pressed({ speed: 1 }), pressed({ speed: 0 }), pressed({ speed: -1, started: false })]).toEqual([
      ...['false', 'false', 'false'],
    ])
    expect(pressed({ canReverse: false })).toBe(null)
    show()
    expect(screen.getByRole('button', { name: 'Slower' }).getAttribute('aria-pressed')).toBe(null)
  })

  it('show the speed', () => {
    show({ speed: 0.5 })
    const speed = screen.getByRole('status')
    expect([speed.textContent, speed.getAttribute('aria-label')]).toEqual(['0.5×', 'Speed 0.5'])
  })
})
