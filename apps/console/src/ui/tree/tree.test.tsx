// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveElementsSize } from '../virtual-list.fixtures.ts'
import { ancestorsOf, Tree, type TreeNode } from './index.ts'

const node = (id: string, parentId: string | null, label = id): TreeNode => ({ id, parentId, label })
const groups = [
  node('root', null, 'All'),
  node('north', 'root', 'North'),
  node('n10', 'north', 'Depot 10'),
  node('n2', 'north', 'Depot 2'),
  node('south', 'root', 'South'),
]

let giveBack: () => void
beforeEach(() => {
  giveBack = giveElementsSize(400)
})
afterEach(() => {
  cleanup()
  giveBack()
})

function Groups(props: { readonly nodes?: readonly TreeNode[]; readonly words?: string; readonly start?: string }) {
  const [chosen, setChosen] = useState<string | null>(props.start ?? null)
  return (
    <Tree
      label="Groups"
      nodes={props.nodes ?? groups}
      selectedId={chosen}
      onSelect={({ id }) => setChosen(id)}
      words={props.words ?? ''}
      none={<p>no group</p>}
    />
  )
}

const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const item = (name: string) => screen.getByRole('treeitem', { name })
const press = (...keys: readonly string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement as Element, { key })
}
const focused = () => document.activeElement?.textContent

describe('a tree', () => {
  it('begins with its roots open, sorted by name as people count', () => {
    render(<Groups />)
    expect(names()).toEqual(['All', 'North', 'South'])
    item('North').focus()
    press('ArrowRight')
    expect(names()).toEqual(['All', 'North', 'Depot 2', 'Depot 10', 'South'])
    const [, north, depot] = screen.getAllByRole('treeitem')
    expect(north?.getAttribute('aria-expanded')).toBe('true')
    const place = ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => depot?.getAttribute(name))
    expect(place).toEqual(['3', '1', '2'])
  })

  it('moves by arrow keys, Home, End and letters, enters an open node and leaves it to its parent', () => {
    render(<Groups />)
    item('All').focus()
    for (const [keys, reached] of [
      [['ArrowDown'], 'North'],
      [['ArrowRight', 'ArrowRight'], 'Depot 2'],
      [['ArrowDown'], 'Depot 10'],
      [['ArrowLeft'], 'North'],
      [['End'], 'South'],
      [['Home'], 'All'],
      [['d'], 'Depot 2'],
      [['d'], 'Depot 10'],
      [['s'], 'South'],
    ] as const) {
      press(...keys)
      expect([keys, focused()]).toEqual([keys, reached])
    }
    item('North').focus()
    press('ArrowLeft')
    expect(names()).toEqual(['All', 'North', 'South'])
  })

  it('has one tab stop and selects by Enter and by a click', () => {
    render(<Groups />)
    item('All').focus()
    press('ArrowDown', 'Enter')
    expect(item('North').getAttribute('aria-selected')).toBe('true')
    fireEvent.click(item('South'))
    expect(item('North').getAttribute('aria-selected')).toBe('false')
    expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toEqual([item('South')])
  })

  it('opens the ancestors of what is selected', () => {
    render(<Groups start="n2" />)
    expect(names()).toContain('Depot 2')
    expect(ancestorsOf(groups, 'n2').map(({ label }) => label)).toEqual(['All', 'North'])
  })

  it('shows the hits of a search with their ancestors, whatever is open', () => {
    const { rerender } = render(<Groups words="depot 1" />)
    expect(names()).toEqual(['All', 'North', 'Depot 10'])
    rerender(<Groups words="nowhere" />)
    expect(screen.getByText('no group')).toBeTruthy()
  })

  it('draws only the nodes in sight of two thousand, and End reaches the last', () => {
    const many = [node('root', null), ...Array.from({ length: 2_000 }, (_, index) => node(`g${index}`, 'root'))]
    render(<Groups nodes={many} />)
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
    expect(item('g0').getAttribute('aria-setsize')).toBe('2000')
  })

  it('leaves out nodes that are their own ancestors', () => {
    render(<Groups nodes={[...groups, node('a', 'b'), node('b', 'a')]} />)
    expect(names()).toEqual(['All', 'North', 'South'])
    expect(ancestorsOf([node('a', 'b'), node('b', 'a')], 'a').map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
