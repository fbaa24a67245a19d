// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveElementsSize } from '../virtual-list.fixtures.ts'
import { MatrixTable } from './index.ts'

let giveBack: () => void
beforeEach(() => {
  giveBack = giveElementsSize(600)
})
afterEach(() => {
  cleanup()
  giveBack()
})

const heads = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${word}${index}`, label: `${word} ${index}` }))

function Permissions(props: { readonly groups: number }) {
  const [on, setOn] = useState<ReadonlySet<string>>(new Set())
  return (
    <MatrixTable
      label="Permissions"
      corner="Feature"
      rows={heads('Feature', 77)}
      columns={heads('Group', props.groups)}
      cell={(row, column) => {
        const key = `${row.id} ${column.id}`
        return (
          <button type="button" tabIndex={-1} onClick={() => setOn((before) => new Set(before).add(key))}>
            {on.has(key) ? `${key} on` : key}
          </button>
        )
      }}
    />
  )
}

const cells = () => [...document.querySelectorAll<HTMLElement>('td[data-column]')]
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement as Element, { key, ...more })
const focused = () => document.activeElement?.textContent

describe('a matrix', () => {
  it('draws only the cells in sight of 77 rows by 500 columns, under heads that stay', () => {
    render(<Permissions groups={500} />)
    const grid = screen.getByRole('grid')
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['78', '501'])
    expect(cells().length).toBeLessThan(400)
    expect(screen.getByRole('columnheader', { name: 'Group 0' }).getAttribute('aria-colindex')).toBe('2')
    expect(screen.getByRole('rowheader', { name: 'Feature 3' })).toBeTruthy()
  })

  it('moves its one tab stop by the keys and presses the control inside by Enter and Space', () => {
    render(<Permissions groups={4} />)
    const stops = cells().filter(({ tabIndex }) => tabIndex === 0)
    expect(stops.map(({ textContent }) => textContent)).toEqual(['Feature0 Group0'])
    stops[0]?.focus()
    for (const [key, more, reached] of [
      ['ArrowLeft', {}, 'Feature0 Group0'],
      ['ArrowRight', {}, 'Feature0 Group1'],
      ['ArrowDown', {}, 'Feature1 Group1'],
      ['End', {}, 'Feature1 Group3'],
      ['Home', {}, 'Feature1 Group0'],
      ['ArrowUp', {}, 'Feature0 Group0'],
    ] as const) {
      press(key, more)
      expect([key, focused()]).toEqual([key, reached])
    }
    press('Enter')
    expect(focused()).toBe('Feature0 Group0 on')
    press('ArrowRight')
    press(' ')
    expect(focused()).toBe('Feature0 Group1 on')
  })

  it('goes by Ctrl+End to the last cell of the table, which was out of sight, and by Ctrl+Home back', () => {
    render(<Permissions groups={40} />)
    cells()[0]?.focus()
    press('End', { ctrlKey: true })
    expect(focused()).toBe('Feature76 Group39')
    press('Home', { ctrlKey: true })
    expect(focused()).toBe('Feature0 Group0')
  })
})
