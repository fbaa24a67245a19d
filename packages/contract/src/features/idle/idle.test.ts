import { expect, it } from 'vitest'
import { IDLE_START_S, type IdlePlace, idleStartS } from './index.ts'

const at = (pathname: string, change: Partial<IdlePlace> = {}) =>
  idleStartS({ pathname, mobile: false, disabled: false, liveIdleS: 1800, ...change })

it('[SHELL-107] it starts at 1800 s', () => {
  expect(IDLE_START_S).toBe(1800)
  for (const path of ['/', '/blockview', '/liveview', '/liveview/van']) expect(at(path), path).toBe(1800)
})

it('[SHELL-108] at 120 s on the live view of the deployment that says so, and nowhere else', () => {
  const site = { liveIdleS: 120 }
  expect(['/liveview', '/liveview/van', '/', '/liveviews'].map((path) => at(path, site))).toEqual([
    120, 120, 1800, 1800,
  ])
})

it('[SHELL-110] [SHELL-111] [SHELL-112] not in the translation editor, not on a phone, not where it is disabled', () => {
  expect([at('/i18neditor'), at('/', { mobile: true }), at('/', { disabled: true })]).toEqual([null, null, null])
})

it('does not run on the idle screen itself', () => {
  expect(at('/idle')).toBeNull()
})
