// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { giveElementsSize } from './virtual-list.fixtures.ts'
import { VirtualList } from './virtual-list.tsx'

let giveBack: () => void
beforeEach(() => {
  giveBack = giveElementsSize(200)
})
afterEach(() => {
  cleanup()
  giveBack()
})

const names = Array.from({ length: 10_000 }, (_, index) => `entry ${index + 1}`)

function open(items: readonly string[] = names) {
  render(
    <VirtualList
      items={items}
      keyOf={(name) => name}
      heightPx={() => 20}
      entry={(name) => <button type="button">{name}</button>}
    />,
  )
}

it('of ten thousand entries only those in sight exist, each saying which one it is', () => {
  open()
  const entries = screen.getAllByRole('listitem')
  expect(entries.length).toBeLessThan(30)
  expect(entries[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(entries[0]?.getAttribute('aria-setsize')).toBe('10000')
  expect(screen.getByRole('list').style.height).toBe('200000px')
})

it('the arrow keys go from entry to entry and end at the ends', () => {
  open(['a', 'b', 'c'])
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  screen.getByText('a').focus()
  for (const [key, reached] of [
    ['ArrowUp', 'a'],
    ['ArrowDown', 'b'],
    ['End', 'c'],
    ['ArrowDown', 'c'],
    ['Home', 'a'],
  ] as const) {
    press(key)
    expect([key, document.activeElement?.textContent]).toEqual([key, reached])
  }
})
