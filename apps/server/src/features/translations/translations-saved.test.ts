import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Languages,
  languagesSchema,
  TRANSLATION_KEYS_MAX,
  textsPath,
  translationTokenPath,
  translationTokenSchema,
} from '@fleetglass/contract/translations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addUsers(server, { name: 'manager', permission: 1 })
})
afterAll(() => server.close())

const ask = async (at = server): Promise<Languages> =>
  languagesSchema.parse(await (await fetch(`${at.url}${textsPath}`)).json())
const tokenOf = async (at = server) => {
  const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  return translationTokenSchema.parse((await callHttp(at, 'POST', translationTokenPath, { body })).body)
}
async function put(token: string, save: object | string) {
  const body = typeof save === 'string' ? save : JSON.stringify(save)
  const headers = { 'content-type': 'text/plain' }
  const reply = await fetch(`${server.url}/i18n/${token}`, { method: 'PUT', headers, body })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const save = async (change: object) => put((await tokenOf()).token, { ...(await ask()), ...change })
const withText = ({ data }: Languages, language: string, key: string, text: string) => ({
  ...data,
  [language]: { ...data[language], [key]: text },
})

/** As it was at the start. */
let original: Languages
beforeAll(async () => {
  original = await ask()
})
beforeEach(async () => {
  expect((await put((await tokenOf()).token, original)).body).toEqual({ hasError: false })
})

describe('translations that are saved', () => {
  it('[I18N-08] [I18N-09] [API2-169] GET /i18n/config has the configs with config, name and icon, the raw keys, and texts by language and key', async () => {
    const before = await ask()
    expect(Object.keys(before).sort()).toEqual(['configs', 'data', 'raw'])
    for (const config of before.configs) expect(Object.keys(config).sort()).toEqual(['config', 'icon', 'name'])
    expect(before.raw).toContain('login.user')
    expect(before.data.tw?.['login.user']).toBe('使用者名稱')
  })

  it('[I18N-15] [API2-170] are what the next answer holds, sent as text to the secret path, whatever was cached before', async () => {
    const first = await fetch(`${server.url}${textsPath}`)
    const tag = first.headers.get('etag') ?? ''
    const before = await ask()
    const saved = await save({ data: withText(before, 'tw', 'login.user', '帳號 "甲"') })
    expect([saved.status, saved.body]).toEqual([200, { hasError: false }])
    expect((await ask()).data.tw?.['login.user']).toBe('帳號 "甲"')
    const again = await fetch(`${server.url}${textsPath}`, { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag') === tag]).toEqual([200, false])
  })

  it('[I18N-10] [I18N-11] a key that is not in raw and a text that is empty are gone, and a new word is there', async () => {
    const before = await ask()
    const raw = [...before.raw.filter((key) => key !== 'login.user'), 'our.word', 'empty word']
    const data = withText({ ...before, data: withText(before, 'ar', 'login.password', '') }, 'en', 'our.word', 'Ours')
    await save({ raw, data })
    const after = await ask()
    expect([
      after.raw.includes('login.user'),
      after.raw.includes('our.word'),
      after.raw.includes('empty word'),
    ]).toEqual([...[false, true, true]])
    expect([after.data.en?.['login.user'], after.data.tw?.['login.user']]).toEqual([undefined, undefined])
    expect(after.data.ar?.['login.password']).toBeUndefined()
    expect(after.data.en?.['our.word']).toBe('Ours')
  })

  it('are stored as what the site has changed, and nothing else', async () => {
    await save({ data: withText(await ask(), 'tw', 'login.user', '帳號') })
    const rows = await changeDatabase(server, (file) =>
      file.prepare('select language, key, text from translations').all(),
    )
    expect(rows).toEqual([{ language: 'tw', key: 'login.user', text: '帳號' }])
  })

  it('[API2-171] the token is given to permission 0 alone and stays the same; a wrong one is answered with 404', async () => {
    const [one, other] = [await tokenOf(), await tokenOf()]
    expect([one.token, one.token.length]).toEqual([other.token, 32])
    const asManager = { username: 'manager', password: sha256(ADMIN_PASSWORD) }
    expect((await callHttp(server, 'POST', translationTokenPath, { body: asManager })).status).toBe(403)
    for (const token of ['x', 'config', `${one.token}x`, one.token.toLowerCase()]) {
      expect((await put(token, original)).status, token).toBe(404)
    }
  })

  it('[API2-171] each server generates a token of its own at its first start, and keeps it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-translations-'))
    const first = await startTestServer({ data })
    const { token } = await tokenOf(first)
    await first.close()
    const again = await startTestServer({ data })
    expect((await tokenOf(again)).token).toBe(token)
    await again.close()
    rmSync(data, { recursive: true })
    expect(token).not.toBe((await tokenOf()).token)
  })

  it('notifies the second of two users who edited the same version, and does not save their change', async () => {
    const { token, version } = await tokenOf()
    const before = await ask()
    expect((await put(token, { ...before, version, data: withText(before, 'tw', 'login.user', '甲') })).body).toEqual({
      hasError: false,
    })
    const late = { ...before, version, data: withText(before, 'tw', 'login.password', '乙') }
    expect((await put(token, late)).body).toEqual(failedCall('translations-changed'))
    const { data } = await ask()
    expect([data.tw?.['login.user'], data.tw?.['login.password']]).toEqual(['甲', before.data.tw?.['login.password']])
  })

  it.each([
    ['a tag', 'tw', 'login.user', '<b>名稱</b>', 'tw login.user: markup'],
    ['an entity', 'tw', 'login.user', '名&nbsp;稱', 'tw login.user: markup'],
    ['a reference to another text', 'en', 'login.user', '$t(login.password)', 'en login.user: markup'],
    ['a part that is never filled in', 'tw', 'nav.user', '{{user}} {{password}}', 'tw nav.user: placeholder'],
    ['a text of 2001 characters', 'tw', 'login.user', 'x'.repeat(2001), 'tw login.user: too-long'],
  ])('refuses %s with the place of each, and saves nothing', async (_, language, key, text, fault) => {
    const before = await ask()
    const answer = await save({ data: withText(before, language, key, text) })
    expect(answer.body).toEqual(failedCall('invalid-texts', { count: 1, faults: fault }))
    expect(await ask()).toEqual(before)
  })

  it('[API2-171] a new link replaces the token at once, for permission 0 alone; the one before is an unknown path', async () => {
    const { token: before } = await tokenOf()
    const texts = await ask()
    const replace = async (username: string) =>
      (
        await callHttp(server, 'DELETE', translationTokenPath, {
          body: { username, password: sha256(ADMIN_PASSWORD) },
        })
      ).body
    expect(await replace('manager')).toEqual(failedCall('permission-denied'))
    expect((await put(before, texts)).body).toEqual({ hasError: false })
    const { token } = translationTokenSchema.parse(await replace(ADMIN))
    expect([token.length, token === before, (await tokenOf()).token]).toEqual([32, false, token])
    expect(await put(before, texts)).toEqual({ status: 404, body: failedCall('unknown-path') })
    expect((await put(token, texts)).body).toEqual({ hasError: false })
    const actions = () =>
      changeDatabase(server, (file) => file.prepare('select action from audit_log').pluck().all().join())
    await expect.poll(actions).toContain('DELETE /i18n/token')
  })

  it('refuses an unknown language, a key with markup, too many keys, and what is no JSON', async () => {
    const before = await ask()
    const language = 'xx'
    expect((await save({ data: { ...before.data, xx: {} } })).body).toEqual(
      failedCall('unknown-language', { language }),
    )
    const key = '<script>'
    const faults = `${key}: bad-key`
    expect((await save({ raw: [...before.raw, key] })).body).toEqual(failedCall('invalid-texts', { count: 1, faults }))
    expect((await save({ raw: [...before.raw, '__proto__'] })).body).toMatchObject({ hasError: true })
    const many = Array.from({ length: TRANSLATION_KEYS_MAX + 1 }, (_, at) => `word ${at}`)
    expect((await save({ raw: many })).body).toEqual(failedCall('too-many-texts', { most: TRANSLATION_KEYS_MAX }))
    const { token } = await tokenOf()
    expect((await put(token, 'no json')).body).toMatchObject({ hasError: true })
    expect((await put(token, '7')).body).toMatchObject({ hasError: true })
    expect(await ask()).toEqual(before)
  })
})
