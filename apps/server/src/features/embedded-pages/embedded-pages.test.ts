import { embeddedPageSchema } from '@fleetglass/contract/embedded-pages'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

describe('embedded pages', () => {
  it('[API0-29] [API0-30] [IFR-01] [IFR-03] are reported in the order of the configuration, to any account that is logged in', async () => {
    const embeddedPages = [
      { title: 'Weather', url: 'https://weather.example/' },
      { title: 'Notes', url: '/notes.html' },
    ]
    const authorization = `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
    for (const pages of [embeddedPages, []]) {
      const server = await startTestServer({ config: { embeddedPages: pages } })
      const reply = await callHttp(server, 'GET', '/gkserver/iframes', { headers: { authorization } })
      expect([reply.status, reply.body]).toEqual([200, { iframes: pages, revision: 0, saved: [] }])
      expect((await callHttp(server, 'GET', '/gkserver/iframes')).status).toBe(401)
      await server.close()
    }
  })

  it('[IFR-03] cannot be a script, another host without a scheme, or nothing, and have a title', () => {
    const isTaken = (title: string, url: string) => embeddedPageSchema.safeParse({ title, url }).success
    for (const url of ['javascript:alert(1)', '//elsewhere.example/', 'weather.example', 'https://', '']) {
      expect([url, isTaken('x', url)]).toEqual([url, false])
    }
    expect([isTaken('', '/a'), isTaken('x', '/a'), isTaken('x', 'http://a')]).toEqual([false, true, true])
  })
})
