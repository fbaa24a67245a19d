// The calls of tabs as another program makes them: what is saved is what is read.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { localTargets: true } })
})
afterAll(() => server.close())

const calls = [
  [
    '[API2-019] the GPS relay',
    '/gkserver/gpsrelay',
    { enable: true, ip: '127.0.0.1', port: 7051 },
    { enable: false, ip: 'relay.example.org', port: 7052 },
  ],
  ['[API2-023] [API2-024] the map centre', '/gkserver/center', { center: '24.1,120.6' }, { center: '-33.9,151.2' }],
  [
    '[API2-046] the relay of heartbeats',
    '/gkserver/hbrelay',
    { enable: true, addr: '127.0.0.1:7053' },
    { enable: false, addr: '' },
  ],
  ['[API2-017] [API2-018] the restart plan', '/gkserver/restartplan', { restartplan: 2 }, { restartplan: 6 }],
  [
    '[API2-025] [API2-026] what is fetched for events',
    '/gkserver/event',
    {
      eventParams: {
        videoDownload: '0',
        downloadOldfirst: '0',
        footagesize: '1T',
        snapsize: '2M',
        sdsize: '3G',
        autouploadsize: '4G',
      },
    },
    {
      eventParams: {
        videoDownload: '1',
        downloadOldfirst: '1',
        footagesize: '',
        snapsize: '',
        sdsize: '',
        autouploadsize: '',
      },
    },
  ],
  [
    '[API2-048] [API2-049] the embedded pages',
    '/gkserver/iframes',
    { iframes: [{ title: 'Own map', url: 'https://map.example.org/' }] },
    { iframes: [] },
  ],
] as const

it.each(calls)('%s is read as it was saved, by callers with credentials alone', async (_, path, first, second) => {
  const settings = settingsOf(server)
  for (const fields of [first, second]) {
    expect(await settings.put(path, fields)).toEqual(saved)
    expect(await settings.get(path)).toMatchObject(fields)
    expect((await callHttp(server, 'PUT', path, { body: first })).status).toBe(401)
    expect((await callHttp(server, 'GET', path)).status).toBe(401)
    expect(await settings.get(path)).toMatchObject(fields)
  }
})
