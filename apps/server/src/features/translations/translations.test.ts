import { languagesSchema, loginTextsPath, textsPath } from '@fleetglass/contract/translations'
import { firstTexts } from '@fleetglass/texts/first'
import { en } from '@fleetglass/texts/languages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (headers: Record<string, string> = {}) => fetch(`${server.url}${textsPath}`, { headers })

it('[API0-31] [API0-32] [SHELL-020] every caller can read the languages and their texts', async () => {
  const { configs, raw, data } = languagesSchema.parse(await (await ask()).json())
  expect(configs.map(({ config }) => config)).toEqual(['en', 'tw', 'ar'])
  expect(configs.map(({ name }) => name)).toEqual(['English', '繁體中文', 'العربية'])
  expect(Object.keys(data)).toEqual(['en', 'tw', 'ar'])
  expect(data.en).toEqual(en)
  expect([data.en?.['login.user'], data.tw?.['login.user']]).toEqual(['User name', '使用者名稱'])
  expect(new Set(raw)).toEqual(new Set(Object.keys(en)))
})

it('the login page can read the languages with the texts that it shows itself, a tenth of all', async () => {
  const all = languagesSchema.parse(await (await ask()).json())
  const reply = await fetch(`${server.url}${loginTextsPath}`, { headers: { 'accept-encoding': 'gzip' } })
  const own = languagesSchema.parse(await reply.json())
  expect(own.configs).toEqual(all.configs)
  for (const { config } of own.configs) {
    expect(Object.keys(own.data[config] ?? {}).sort()).toEqual(Object.keys(firstTexts).sort())
    expect(all.data[config]).toMatchObject(own.data[config] ?? {})
  }
  expect(JSON.stringify(own).length).toBeLessThan(JSON.stringify(all).length / 10)
  expect(reply.headers.get('etag')).not.toBe((await ask()).headers.get('etag'))
})

it('a browser that has them is not sent them again; one that cannot unpack gets them plain', async () => {
  const first = await ask({ 'accept-encoding': 'gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const tag = first.headers.get('etag') ?? ''
  expect((await ask({ 'if-none-match': tag })).status).toBe(304)
  const plain = await ask({ 'accept-encoding': 'identity' })
  expect([plain.status, plain.headers.get('content-encoding'), plain.headers.get('etag')]).toEqual([200, null, tag])
})
