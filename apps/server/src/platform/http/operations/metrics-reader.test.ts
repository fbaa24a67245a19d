import { Agent, get } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { failedCall } from '../../../../test/failures.ts'
import { startTestServer } from '../../../../test/harness.ts'
import { callHttp } from '../../../../test/http-client.ts'
import { systemClock } from '../../clock/index.ts'
import type { Database } from '../../database/index.ts'
import { createLog } from '../../log/index.ts'
import { createMetrics } from '../../metrics/index.ts'
import { createWebListener } from '../web-listener.ts'
import { createMetricsReader } from './metrics-reader.ts'
import { operations } from './operations.routes.ts'

const READERS = 32
const PAGES_OF_A_READER = 20

const TOKEN = 'a token of a test, 32 characters'.replaceAll(' ', '-')
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

afterEach(() => void vi.useRealTimers())

it('[M8] /metrics is answered to the token alone, and to nobody while there is none', async () => {
  const server = await startTestServer({ config: { openMetrics: false, metricsToken: TOKEN } })
  const right = await callHttp(server, 'GET', '/metrics', bearer(TOKEN))
  expect(right).toMatchObject({ status: 200, text: expect.stringContaining('fleetglass_devices_connected 0') })
  for (const call of [{}, bearer(''), bearer(`${TOKEN}x`), bearer('undefined')]) {
    const wrong = await callHttp(server, 'GET', '/metrics', call)
    expect(wrong).toMatchObject({ status: 401, body: failedCall('wrong-token') })
    expect(wrong.headers['www-authenticate']).toBe('Bearer')
    expect(wrong.text).not.toContain('fleetglass_')
  }
  await server.close()
  const closed = await startTestServer({ config: { openMetrics: false } })
  for (const call of [{}, bearer('')]) expect((await callHttp(closed, 'GET', '/metrics', call)).status).toBe(401)
  await closed.close()
})

it('[M8] is made once a second, however many ask', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let made = 0
  const source = { contentType: 'text/plain', text: async () => `text ${++made}` }
  const reader = createMetricsReader({ source, access: 'open' })
  const ask = () => Promise.all(Array.from({ length: 32 }, () => reader.text()))
  expect(new Set(await ask())).toEqual(new Set(['text 1']))
  vi.advanceTimersByTime(999)
  expect(new Set(await ask())).toEqual(new Set(['text 1']))
  vi.advanceTimersByTime(1)
  expect(new Set(await ask())).toEqual(new Set(['text 2']))
})

it('[M8] 32 connections that ask without a pause get a page that is made once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let made = 0
  const source = { contentType: 'text/plain', text: async () => `made ${++made}` }
  const listener = await createWebListener({
    name: 'web',
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
    connectionsPerAddress: 100,
  })
  const database = { ping: async () => undefined } as unknown as Database
  const storage = { fault: null }
  operations(listener.fastify, {
    database,
    storage,
    recordingFault: () => null,
    version: '0',
    metrics: { source, access: 'open' },
  })
  const { port } = await listener.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const read = (): Promise<string> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/metrics', agent }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.once('end', () => resolve(Buffer.concat(chunks).toString()))
      }).once('error', reject)
    })
  const reader = async (): Promise<string[]> => {
    const pages: string[] = []
    for (let asked = 0; asked < PAGES_OF_A_READER; asked++) pages.push(await read())
    return pages
  }
  for (let second = 1; second <= 3; second++) {
    const pages = (await Promise.all(Array.from({ length: READERS }, reader))).flat()
    expect(pages).toHaveLength(READERS * PAGES_OF_A_READER)
    expect([made, new Set(pages)]).toEqual([second, new Set([`made ${second}`])])
    vi.advanceTimersByTime(1_000)
  }
  agent.destroy()
  await listener.close()
})

it('[M8] a failure to make it is not kept', async () => {
  let fails = true
  const text = async () => (fails ? Promise.reject(new Error('a gauge failed')) : 'text')
  const reader = createMetricsReader({ source: { contentType: 'text/plain', text }, access: 'open' })
  await expect(reader.text()).rejects.toThrow('a gauge failed')
  fails = false
  expect(await reader.text()).toBe('text')
})
