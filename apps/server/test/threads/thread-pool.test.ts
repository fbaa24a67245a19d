import { until } from '@fleetglass/testkit'
import { afterEach, expect, it } from 'vitest'
import { startWorker, type WorkerThread } from '../../src/platform/worker/index.ts'
import type { CountingOptions, CountingReply } from './counting.worker.ts'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'

const counting = new URL('./counting.worker.ts', import.meta.url)
// The same file by another address.
const other = new URL('./counting.worker.ts?other', import.meta.url)

const failures: Error[] = []
let pool: ThreadPool = createThreadPool()
afterEach(async () => {
  await pool.close()
  pool = createThreadPool()
  failures.length = 0
})

const start = (data: CountingOptions, script = counting): Promise<WorkerThread> =>
  startWorker({
    name: data.name,
    script,
    data,
    threads: pool,
    maxWaiting: 10,
    onFailure: (error) => failures.push(error),
  })
const count = (worker: WorkerThread) => worker.call<CountingReply>('count')

/** The thread of a worker that was started and closed. */
async function usedThread(name: string): Promise<number> {
  const worker = await start({ name })
  const { threadId } = await count(worker)
  await worker.close()
  return threadId
}

it('opens the next worker of a script on the thread of one that closed, with nothing of that one', async () => {
  const first = await start({ name: 'first' })
  await count(first)
  const { threadId, ...before } = await count(first)
  expect(before).toEqual({ name: 'first', calls: 2 })
  await first.close()
  expect(pool.idle).toBe(1)
  const second = await start({ name: 'second' })
  expect(pool.idle).toBe(0)
  expect(await count(second)).toEqual({ threadId, name: 'second', calls: 1 })
  await expect(count(first)).rejects.toThrow('first is closed')
  await second.close()
})

it('gives no thread to two workers at a time, nor to a worker of another script', async () => {
  const threadId = await usedThread('before')
  const workers = await Promise.all([
    start({ name: 'another script' }, other),
    start({ name: 'a' }),
    start({ name: 'b' }),
  ])
  const [foreign, ...same] = await Promise.all(workers.map(async (worker) => (await count(worker)).threadId))
  expect(foreign).not.toBe(threadId)
  expect(same.filter((id) => id === threadId)).toHaveLength(1)
  expect(new Set([foreign, ...same]).size).toBe(3)
  for (const worker of workers) await worker.close()
  expect(pool.idle).toBe(3)
})

it('uses no thread again whose worker failed to open, failed to close or crashed', async () => {
  await expect(start({ name: 'one', failsAt: 'open' })).rejects.toThrow('does not open')
  expect(pool.idle).toBe(0)
  const second = await start({ name: 'two', failsAt: 'close' })
  await expect(second.close()).rejects.toThrow('does not close')
  expect(pool.idle).toBe(0)
  expect(failures).toEqual([])
  const third = await start({ name: 'three' })
  await third.call('crash')
  await until('its failure is reported', () => failures.length > 0)
  expect(failures.map(({ message }) => message)).toEqual(['crashed'])
  await third.close()
  expect(pool.idle).toBe(0)
})

it('uses no thread again that ended while it waited', async () => {
  const threadId = await usedThread('before')
  await pool.close()
  await until('it is gone', () => pool.idle === 0)
  expect(await usedThread('after')).not.toBe(threadId)
})

it('ends the threads beyond its limit', async () => {
  pool = createThreadPool(1)
  const workers = await Promise.all([start({ name: 'a' }), start({ name: 'b' })])
  for (const worker of workers) await worker.close()
  expect(pool.idle).toBe(1)
})
