// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../virtual-list.fixtures.ts'
import { BulkBar, type DataColumn, DataTable, useSelection } from './index.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly age: number
}

const people: readonly Person[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: `p${index}`,
  name: `Person ${index}`,
  age: 10_000 - index,
}))
const columns: readonly DataColumn<Person>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name },
  { id: 'age', label: 'Age', numeric: true, text: ({ age }) => String(age), value: ({ age }) => age },
  {
    id: 'action',
    label: 'Action',
    plain: true,
    text: () => '',
    cell: ({ name }) => <button type="button">{`Edit ${name}`}</button>,
  },
]

let giveBack: () => void
const opened: string[] = []
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBack = giveElementsSize(400)
  opened.length = 0
})
afterEach(() => {
  cleanup()
  giveBack()
})

function People(props: { readonly rows: readonly Person[]; readonly opens?: boolean }) {
  const selection = useSelection()
  return (
    <>
      <DataTable
        label="People"
        columns={columns}
        rows={props.rows}
        keyOf={({ id }) => id}
        nameColumn="name"
        selection={selection}
        {...(props.opens ? { onOpen: ({ id }: Person) => opened.push(id) } : {})}
      />
      <BulkBar selection={selection}>
        <button type="button">{`Delete ${[...selection.keys].join()}`}</button>
      </BulkBar>
    </>
  )
}

const rowOf = (name: string) => screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
const focused = () => document.activeElement?.querySelector('th')?.textContent
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

describe('a table', () => {
  it('draws only the rows in sight of ten thousand, and reports how many there are', () => {
    render(<People rows={people} />)
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
  })

  it('has one tab stop, which the arrow keys, Home and End move from row to row', () => {
    render(<People rows={people.slice(0, 5)} />)
    const stops = () => screen.getAllByRole('row').filter(({ tabIndex }) => tabIndex === 0)
    expect(stops()).toEqual([rowOf('Person 0')])
    rowOf('Person 0').focus()
    for (const [key, reached] of [
      ['ArrowUp', 'Person 0'],
      ['ArrowDown', 'Person 1'],
      ['End', 'Person 4'],
      ['ArrowDown', 'Person 4'],
      ['Home', 'Person 0'],
    ] as const) {
      press(key)
      expect([key, focused(), stops().length]).toEqual([key, reached, 1])
    }
  })

  it('keeps its tab stop in the page when the row is scrolled out of sight', () => {
    render(<People rows={people} />)
    const box = screen.getByRole('grid').parentElement as HTMLElement
    rowOf('Person 0').focus()
    box.scrollTop = 100_000
    fireEvent.scroll(box)
    expect(screen.queryByRole('rowheader', { name: 'Person 1' })).toBeNull()
    expect(focused()).toBe('Person 0')
  })

  it('opens a row by Enter and by a click beside its controls', () => {
    render(<People rows={people.slice(0, 3)} opens />)
    rowOf('Person 1').focus()
    press('Enter')
    fireEvent.click(screen.getByText('Person 2'))
    fireEvent.click(screen.getByText('Edit Person 0'))
    expect(opened).toEqual(['p1', 'p2'])
  })

  it('moves the focus into a row that has nothing to open by Enter, and back by Escape', () => {
    render(<People rows={people.slice(0, 3)} />)
    rowOf('Person 1').focus()
    press('Enter')
    expect(document.activeElement?.textContent).toBe('Edit Person 1')
    press('ArrowDown')
    expect(document.activeElement?.textContent).toBe('Edit Person 1')
    press('Escape')
    expect(focused()).toBe('Person 1')
  })

  it('sorts by a click on a head, numbers as numbers, and turns the order by the next click', () => {
    render(<People rows={people.slice(0, 12)} />)
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(names().slice(0, 3)).toEqual(['Person 0', 'Person 1', 'Person 2'])
    fireEvent.click(screen.getByText('Age'))
    expect(names()[0]).toBe('Person 11')
    expect(screen.getByText('Age').closest('th')?.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(screen.getByText('Age'))
    expect(names()[0]).toBe('Person 0')
  })
})

describe('a selection', () => {
  it('is made by Space, by the checkboxes and for all rows, and is shown with its actions', () => {
    render(<People rows={people.slice(0, 4)} />)
    expect(screen.queryByRole('toolbar')).toBeNull()
    rowOf('Person 1').focus()
    press(' ')
    expect(rowOf('Person 1').getAttribute('aria-selected')).toBe('true')
    expect(checkbox('Select all that are shown').indeterminate).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('1 selected')
    fireEvent.click(checkbox('Select Person 3'))
    expect(screen.getByText('Delete p1,p3')).toBeTruthy()
    fireEvent.click(checkbox('Select all that are shown'))
    expect(screen.getByRole('status').textContent).toBe('4 selected')
    fireEvent.click(screen.getByText('Clear selection'))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('takes a range with Shift', () => {
    render(<People rows={people.slice(0, 6)} />)
    fireEvent.click(checkbox('Select Person 1'))
    fireEvent.click(checkbox('Select Person 4'), { shiftKey: true })
    expect(screen.getByText('Delete p1,p2,p3,p4')).toBeTruthy()
  })

  it('stays when a search hides a selected row', () => {
    const { rerender } = render(<People rows={people.slice(0, 4)} />)
    fireEvent.click(checkbox('Select Person 3'))
    rerender(<People rows={people.slice(0, 2)} />)
    expect(screen.getByText('Delete p3')).toBeTruthy()
  })
})
