import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

const policy = async () => {
  const text = (await fetch(`${server?.url}/gms.js`)).headers.get('content-security-policy') ?? ''
  const lines = text.split(';').map((line) => line.split(' '))
  return Object.fromEntries(lines.map(([name = '', ...sources]) => [name, sources] as const))
}
const kind = async () => (await fetch(`${server?.url}/api/server`)).json()

it('[API0-06] [LOGIN-15] a site that lets one choose the server says so, and the page may open a link anywhere', async () => {
  server = await startTestServer({ config: { chooseServer: true } })
  expect(await kind()).toEqual({ server: 'global' })
  expect((await policy())['connect-src']).toEqual(expect.arrayContaining(['ws:', 'wss:']))
})

it('[SHELL-135] the page loads scripts and pictures from where the site has named some, and from nowhere else', async () => {
  const mapScriptUrl = 'https://maps.test/api.js'
  const site = { mapScriptUrl, logo: 'https://brand.test/logo.svg', loginPicture: 'http://[broken' }
  server = await startTestServer({ config: { site } })
  const { 'script-src': scripts, 'img-src': pictures, 'connect-src': links } = await policy()
  expect(scripts).toEqual(["'self'", 'https://maps.test'])
  expect(pictures?.filter((source) => source.endsWith('.test'))).toEqual(['https://brand.test'])
  expect(links).not.toContain('ws:')
  expect(await kind()).toEqual({ server: 'local' })
})
