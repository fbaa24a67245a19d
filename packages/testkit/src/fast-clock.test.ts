import { expect, it } from 'vitest'
import { fastClock } from './fast-clock.ts'

const FACTOR = 100

it('stands still while its thread does not get the processor', () => {
  const clock = fastClock(FACTOR, 0)
  const begunMs = clock.monotonicMs()
  // As a thread does that others leave no processor: nothing runs, and nothing is used.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  expect(clock.monotonicMs() - begunMs).toBeLessThan(400 * FACTOR)
})

it('goes on while its thread keeps the processor to itself', () => {
  const clock = fastClock(FACTOR, 0)
  const begunMs = clock.monotonicMs()
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < 200_000);
  expect(clock.monotonicMs() - begunMs).toBeGreaterThan(150 * FACTOR)
})

it('runs a task when its time has come, and a cancelled one never', async () => {
  const clock = fastClock(FACTOR, 0)
  const ran: string[] = []
  clock.after(500, () => ran.push('cancelled')).cancel()
  const periods = clock.every(300, () => ran.push('again'))
  const atMs = await new Promise<number>((resolve) => clock.after(1_000, () => resolve(clock.monotonicMs())))
  expect(atMs).toBeGreaterThanOrEqual(1_000)
  periods.cancel()
  const count = ran.length
  expect(count).toBeGreaterThan(0)
  await new Promise<void>((resolve) => clock.after(1_000, resolve))
  expect(ran).toEqual(Array(count).fill('again'))
})
