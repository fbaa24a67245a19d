// What leaves the browser when an operator logs in, and what a failed call answers.
import { createHash } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { signIn, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'

const HASH = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
const VAN = '13800138001'

let site: Site

test.beforeAll(async () => {
  site = await Site.start({ site: { disableMap: true } })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '1', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

/** Everything that the page sends: addresses and bodies of requests, and the frames of its sockets. */
function everythingSent(page: Page): { readonly texts: string[]; readonly events: string[] } {
  const texts: string[] = []
  const events: string[] = []
  page.on('request', (request) => texts.push(request.url(), request.postData() ?? ''))
  page.on('websocket', (socket) => {
    texts.push(socket.url())
    socket.on('framesent', ({ payload }) => {
      const text = payload.toString()
      texts.push(text)
      if (new URL(socket.url()).pathname === '/event') events.push(text)
    })
  })
  return { texts, events }
}

test('[LOGIN-56] [EVTS-01] [EVTS-03] a login sends the password as its hash only, and then opens the event socket with it', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const { texts, events } = everythingSent(page)
  await page.goto(site.url('/login'))
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(events).toEqual([])
  await signIn(page, site)
  await expect.poll(() => events.length).toBe(1)
  expect(JSON.parse(events[0] ?? '')).toEqual({
    user: USER,
    password: HASH,
    session: expect.stringMatching(/^[0-9A-F]{64}$/),
  })
  const plain = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64')]
  expect(texts.filter((text) => plain.some((word) => text.includes(word)))).toEqual([])
  // The main channel and the events; the session over HTTP is opened with its token.
  expect(texts.filter((text) => text.includes(HASH)).length).toBeGreaterThanOrEqual(2)
  await test.step('[VCP-003] [VCP-016] [VCP-029] [VCP-030] the first message to the server is the login of the example', () => {
    const first = texts.find((text) => text.startsWith('VCP\n')) ?? ''
    // Beside the fields of the example it asks for a session.
    expect(first.split('\n').slice(0, 3)).toEqual(['VCP', '89', 'M:Q02'])
    expect(first.split('\n').slice(3).sort()).toEqual(['', `P:${HASH}`, 'S:1', `U:${USER}`, 'X:1'])
    expect(texts).toContain(`ws://127.0.0.1:${site.ports.main}/`)
  })
  await test.step('[ENT-094] [ENT-095] [ENT-096] [ENT-098] the browser keeps name, address, port and flag', async () => {
    const { UserName, ServerIp, ServerPort, AutoLogin } = await page.evaluate(() => ({ ...localStorage }))
    expect([UserName, ServerIp, ServerPort, AutoLogin]).toEqual([USER, '127.0.0.1', String(site.ports.main), 'true'])
  })
  expect(errors).toEqual([])
})

test('[LOGIN-55] a plain password in the browser storage is replaced by its hash, and still logs in', async ({
  page,
}) => {
  await signIn(page, site)
  for (const key of ['Password', 'Sha256Pass']) {
    await page.evaluate(([name, plain]) => localStorage.setItem(name, plain), [key, PASSWORD] as const)
    await page.goto(site.url('/blockview'))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    expect([stored.Password, stored.Sha256Pass]).toEqual([undefined, HASH])
    expect(Object.values(stored).filter((value) => String(value).includes(PASSWORD))).toEqual([])
  }
})

test.describe('a call that fails', () => {
  const right = { username: USER, password: HASH }
  const wrong = { username: USER, password: 'F'.repeat(64) }
  const range = { start: 1_790_000_000, end: 1_790_000_060 }
  for (const [title, method, path, body] of [
    ['[API1-04] user info answers hasError', 'POST', '/gkcommon/userinfo', wrong],
    ['[API1-07] devices of a group answer hasError', 'POST', '/gkcommon/groupdevicelist', { ...right, groupid: '77' }],
    [
      '[API1-15] positions answer hasError and a message',
      'POST',
      '/api/gps',
      { ...right, ...range, deviceid: 'nobody' },
    ],
    [
      '[API1-25] a customer answers hasError and a message',
      'PUT',
      '/gkdevice/dkcustomer',
      { ...right, deviceid: 'nobody' },
    ],
  ] as const) {
    test(title, async ({ request }) => {
      const answer = await request.fetch(site.url(path), { method, data: body })
      expect(await answer.json()).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
    })
  }
})
