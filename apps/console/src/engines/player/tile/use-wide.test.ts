// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isWide, useWide } from './use-wide.ts'

it('a tile is wide from 560 px on, and stays so until it is clearly smaller', () => {
  const widths = [320, 559, 560, 747, 540, 519, 540]
  let was = false
  expect(widths.map((width) => (was = isWide(width, was)))).toEqual([false, false, true, true, true, false, false])
})

it('is measured before the first picture is requested', () => {
  const element = document.createElement('section')
  Object.defineProperty(element, 'clientWidth', { value: 747 })
  expect(renderHook(() => useWide({ current: element })).result.current).toBe(true)
})
