// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { Pager } from './index.ts'
import { shownPages } from './page-numbers.ts'

beforeAll(() => startAllTexts())
afterEach(cleanup)

describe('a pager', () => {
  it('[DASH-07] [DASH-14] shows the pages within 10 of the current one', () => {
    expect(shownPages(0, 40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect([shownPages(20, 40)[0], shownPages(20, 40).at(-1)]).toEqual([10, 30])
    expect(shownPages(39, 40).at(-1)).toBe(39)
  })

  it('goes to the number that is typed, as soon as there is such a page', () => {
    render(<Typed />)
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Page/ })
    const type = (value: string) => act(() => void fireEvent.change(field, { target: { value } }))
    const shown = () => [field.value, screen.getByRole('status').textContent]
    expect([shown(), field.parentElement?.textContent]).toEqual([['1', '0'], 'Pageof 30'])
    type('')
    expect(shown()).toEqual(['', '0'])
    type('2')
    type('25')
    expect(shown()).toEqual(['25', '24'])
    type('250')
    expect(shown()).toEqual(['250', '24'])
    act(() => void fireEvent.blur(field))
    expect(shown()).toEqual(['25', '24'])
    act(() => void fireEvent.click(screen.getByRole('button', { name: 'Last page' })))
    expect(shown()).toEqual(['30', '29'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  })
})

function Typed() {
  const [page, setPage] = useState(0)
  return (
    <>
      <Pager page={page} pageCount={30} onPage={setPage} typed />
      <output>{page}</output>
    </>
  )
}
