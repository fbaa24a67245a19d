// SSL only, and the https port: nobody is sent to a port where nothing answers. Every socket is real.
import { afterEach, describe, expect, it } from 'vitest'
import { ChannelClient } from '../../../test/channel-client.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { accepts, byHttps, freePort, openHttps, PATH, putByHttps } from './ports.fixtures.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

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
})
