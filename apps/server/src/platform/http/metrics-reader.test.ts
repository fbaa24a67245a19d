import { afterEach, expect, it, vi } from 'vitest'
import { startTestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { createMetricsReader } from './metrics-reader.ts'

const TOKEN = 'a token of a test, 32 characters'.replaceAll(' ', '-')
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

afterEach(() => void vi.useRealTimers())

it('[M8] /metrics is answered to the token alone, and to nobody while there is none', async () => {
  const server = await startTestServer({ config: { openMetrics: false, metricsToken: TOKEN } })
  const right = await callHttp(server, 'GET', '/metrics', bearer(TOKEN))
  expect(right).toMatchObject({ status: 200, text: expect.stringContaining('fleetglass_devices_connected 0') })
  for (const call of [{}, bearer(''), bearer(`${TOKEN}x`), bearer('undefined')]) {
    const wrong = await callHttp(server, 'GET', '/metrics', call)
    expect(wrong).toMatchObject({ status: 401, body: { hasError: true } })
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

it('[M8] a failure to make it is not kept', async () => {
  let fails = true
  const text = async () => (fails ? Promise.reject(new Error('a gauge failed')) : 'text')
  const reader = createMetricsReader({ source: { contentType: 'text/plain', text }, access: 'open' })
  await expect(reader.text()).rejects.toThrow('a gauge failed')
  fails = false
  expect(await reader.text()).toBe('text')
})
