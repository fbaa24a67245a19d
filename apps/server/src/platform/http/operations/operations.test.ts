import { expect, it } from 'vitest'
import { systemClock } from '../../clock/index.ts'
import type { Database } from '../../database/index.ts'
import { createLog } from '../../log/index.ts'
import { createMetrics } from '../../metrics/index.ts'
import { createWebListener } from '../web-listener.ts'
import { operations } from './operations.routes.ts'

it('[H1] 50 callers of /healthz ask a database that does not answer once, and all get the answer; the next one queries again', async () => {
  let asked = 0
  let fail = (_error: Error): void => undefined
  const ping = (): Promise<void> => {
    asked += 1
    return new Promise((_resolve, reject) => {
      fail = reject
    })
  }
  const { fastify } = await createWebListener({
    name: 'web',
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
    connectionsPerAddress: 100,
  })
  let read = 0
  operations(fastify, {
    database: { ping } as unknown as Database,
    storage: { fault: null },
    recordingFault: () => null,
    version: '0',
    metrics: { source: createMetrics(), access: 'open' },
  })
  fastify.addHook('onRequest', async () => {
    read += 1
  })
  await fastify.ready()
  const call = () => fastify.inject({ method: 'GET', url: '/healthz' })
  const calls = Promise.all(Array.from({ length: 50 }, call))
  await expect.poll(() => read).toBe(50)
  fail(new Error('no answer'))
  expect((await calls).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 503))
  expect(asked).toBe(1)
  const next = call()
  await expect.poll(() => asked).toBe(2)
  fail(new Error('no answer'))
  expect((await next).statusCode).toBe(503)
  await fastify.close()
})
