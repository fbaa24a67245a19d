import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { mainScriptOf, watchBuild } from './build-watch.ts'

const build = (file: string) => ({ 'index.html': { file, isEntry: true }, 'a.tsx': { file: 'assets/a.js' } })
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

it('[SHELL-133] [SHELL-134] checks at the start and every ten minutes, and reports another main script once', async () => {
  const clock = createManualClock()
  const answers: unknown[] = [build('assets/1.js'), null, 'nonsense', build('assets/2.js'), build('assets/3.js')]
  let asked = 0
  let found = 0
  watchBuild({ clock, running: '/assets/1.js', ask: async () => answers[asked++], found: () => found++ })
  await settled()
  expect([asked, found]).toEqual([1, 0])
  for (const [turn, told] of [
    [2, 0],
    [3, 0],
    [4, 1],
    [4, 1],
  ]) {
    clock.advance(10 * 60_000)
    await settled()
    expect([asked, found]).toEqual([turn, told])
  }
})

it('an answer that comes after the end is not reported', async () => {
  const clock = createManualClock()
  let found = 0
  watchBuild({ clock, running: '/assets/1.js', ask: async () => build('assets/2.js'), found: () => found++ }).close()
  await settled()
  expect(found).toBe(0)
})

it('what is no manifest names no script', () => {
  for (const wrong of [null, 7, [], {}, { a: null }, { a: { isEntry: true } }, { a: { file: 'b.js' } }]) {
    expect(mainScriptOf(wrong)).toBeNull()
  }
})
