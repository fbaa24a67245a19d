// SSL only, and the https port: nobody is sent to a port where nothing answers. Every socket is real.
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ChannelClient } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { startTestServer, type TestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { accepts, byHttps, freePort, openHttps, PATH, putByHttps } from './ports.fixtures.ts'
import { credentials, saved, settingsOf } from './settings-caller.fixtures.ts'

describe('https', () => {
  const opened: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  async function site(options: TestServerOptions = {}) {
    const server = await startTestServer(options)
    opened.push(server)
    return { server, settings: settingsOf(server) }
  }

  it('[SET-012] [SET-024] [SET-025] https moves, and with 0 it is off', async () => {
    const { server, settings } = await site()
    await openHttps(server)
    const [before, port] = [server.ports.https, await freePort()]
    expect(await settings.put(PATH, { https: port })).toEqual(saved)
    await until('it moved', () => server.ports.https === port)
    expect(await accepts(before)).toBe(false)
    expect(await byHttps(port, '/healthz')).toBe(200)
    expect(await settings.put(PATH, { https: 0 })).toEqual(saved)
    await until('it is off', () => server.ports.https === 0)
    expect(await accepts(port)).toBe(false)
  })

  it('[SET-024] http 0 and SSL only are refused while https is not running, and http comes back when its certificate is removed', async () => {
    const { server, settings } = await site()
    for (const [field, value] of [
      ['http', 0],
      ['sslonly', true],
    ] as const) {
      const refused = await settings.put(PATH, { [field]: value, https: 8443 })
      expect(refused).toMatchObject({ hasError: true, code: 'invalid-field' })
      expect(refused.message).toContain(`${field}: `)
    }
    await openHttps(server)
    const plain = server.ports.http
    expect(await settings.put(PATH, { http: 0 })).toEqual(saved)
    await until('plain http is off', () => server.ports.http === 0)
    expect(await accepts(plain)).toBe(false)
    expect(await byHttps(server.ports.https, '/healthz')).toBe(200)
    const removed = await putByHttps(server.ports.https, '/gkserver/encrypt', { certificate: '', privateKey: '' })
    expect(removed).toBe(200)
    await until('plain http is there again', () => server.ports.http > 0)
  })

  it('[SET-015] [SET-027] with SSL only, pages, calls and links without TLS are sent to the https port', async () => {
    const { server, settings } = await site()
    await openHttps(server)
    expect((await callHttp(server, 'GET', PATH)).status).toBe(200)
    expect(await settings.put(PATH, { sslonly: true })).toEqual(saved)
    const get = await callHttp(server, 'GET', `${PATH}?a=1`, {
      headers: { host: `fleet.example:${server.ports.http}` },
    })
    expect([get.status, get.headers['location']]).toEqual([
      307,
      `https://fleet.example:${server.ports.https}${PATH}?a=1`,
    ])
    expect((await callHttp(server, 'PUT', PATH, { body: {} })).status).toBe(307)
    for (const port of [server.ports.main, server.ports.http, server.ports.streams]) {
      await expect(ChannelClient.connect(port)).rejects.toThrow('307')
    }
    expect(await byHttps(server.ports.https, PATH)).toBe(200)
    expect((await callHttp(server, 'GET', '/healthz')).status).toBe(200)
  })

  it('SSL only is refused to who comes by https through a proxy that is not trusted, and taken from a trusted one', async () => {
    const put = (server: TestServer, headers: Record<string, string>) =>
      callHttp(server, 'PUT', PATH, { headers, body: { ...credentials, sslonly: true } })
    const { server, settings } = await site()
    await openHttps(server)
    const refused = failedCall('tls-proxy-not-trusted', { proxy: '127.0.0.1' })
    // The browser says it, whatever the proxy passes on.
    expect((await put(server, { origin: 'https://fleet.example' })).body).toEqual(refused)
    expect((await put(server, { 'x-forwarded-proto': 'https' })).body).toEqual(refused)
    expect(await settings.get(PATH)).toMatchObject({ sslonly: false })
    const { server: trusting } = await site({ config: { trustedProxies: ['127.0.0.1'] } })
    await openHttps(trusting)
    const byProxy = { origin: 'https://fleet.example', 'x-forwarded-proto': 'https' }
    expect((await put(trusting, byProxy)).body).toEqual(saved)
    expect((await callHttp(trusting, 'GET', PATH, { headers: byProxy })).status).toBe(200)
    expect((await callHttp(trusting, 'GET', PATH, { headers: { 'x-forwarded-proto': 'http' } })).status).toBe(307)
  })

  it('with SSL only, who came by https through a proxy that is not trusted is answered instead of sent in a circle', async () => {
    const { server, settings } = await site()
    await openHttps(server)
    expect(await settings.put(PATH, { sslonly: true })).toEqual(saved)
    const { https: port, main } = server.ports
    const status = async (headers: Record<string, string>) => (await callHttp(server, 'GET', PATH, { headers })).status
    expect(await status({ host: 'fleet.example' })).toBe(307)
    expect(await status({ host: 'fleet.example', 'x-forwarded-proto': 'http' })).toBe(307)
    expect(await status({ host: 'fleet.example', 'x-forwarded-proto': 'https' })).toBe(200)
    expect(await status({ host: 'fleet.example', origin: 'https://fleet.example' })).toBe(200)
    // It named the port to which it would be sent, and came without TLS.
    expect(await status({ host: `fleet.example:${port}` })).toBe(200)
    const link = new WebSocket(`ws://127.0.0.1:${main}/`, { headers: { origin: `https://127.0.0.1:${main}` } })
    await new Promise((resolve, reject) => link.once('open', resolve).once('error', reject))
    link.terminate()
  })

  it('with SSL only, nobody is sent to https while its certificate is missing', async () => {
    const { server, settings } = await site()
    await openHttps(server)
    expect(await settings.put(PATH, { sslonly: true })).toEqual(saved)
    expect((await callHttp(server, 'GET', PATH)).status).toBe(307)
    expect(await putByHttps(server.ports.https, '/gkserver/encrypt', { certificate: '', privateKey: '' })).toBe(200)
    await until('plain HTTP answers', async () => (await callHttp(server, 'GET', PATH)).status === 200)
  })
})
