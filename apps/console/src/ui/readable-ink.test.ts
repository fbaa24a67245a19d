import { expect, it } from 'vitest'
import { inkOn, luminanceOf } from './readable-ink.ts'

it('[PROF-13] words stay readable on every colour that a user can choose', () => {
  const parts = ['00', '33', '66', '77', '99', 'BB', 'DD', 'FF']
  for (const red of parts) {
    for (const green of parts) {
      for (const blue of parts) {
        const color = `#${red}${green}${blue}`
        const ground = luminanceOf(color) ?? 0
        const words = inkOn(color) === 'dark' ? 0 : 1
        const contrast = (Math.max(ground, words) + 0.05) / (Math.min(ground, words) + 0.05)
        expect(contrast, color).toBeGreaterThan(4.5)
      }
    }
  }
})

it('what is no colour has no ink', () => {
  for (const none of ['', 'red', '#fff', '#12345', '#1234567', 'url(x)', '#12345g']) expect(inkOn(none)).toBeNull()
  expect([inkOn('#ffffff'), inkOn('#000000')]).toEqual(['dark', 'light'])
})
