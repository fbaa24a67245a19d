import {
  PDF_COLUMNS_MAX,
  PDF_ROWS_MAX,
  PDF_VALID_MS,
  pdfAnswerSchema,
  pdfFilePath,
  pdfFilesPath,
} from '@fleetglass/contract/pdf-files'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'
import { type PdfContent, readPdf } from '../../../test/pdf/pdf-texts.ts'

const clock = createManualClock(Date.UTC(2026, 8, 15, 12))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, config: { timeZone: 0 } })
  await addUsers(server, { name: 'other' })
})
afterAll(() => server.close())

const password = sha256(ADMIN_PASSWORD)
const data = {
  language: 'en',
  subtitle: '2026-09-01 to 2026-09-30',
  columns: [{ label: 'Device ID' }, { label: 'Memo' }, { label: 'Mileage (km)', numeric: true }],
  rows: [
    ['13800138001', 'Ring line', '12.500'],
    ['13800138002', '車隊 A', '1.250'],
  ],
  totals: ['Total', '', '13.750'],
}

function post(change: object = {}, dataChange: object = {}, username = ADMIN) {
  const tmp = { logo: '', type: 'mileage', data: { ...data, ...dataChange }, ...change }
  return callHttp(server, 'POST', pdfFilesPath, { body: { username, password, tmp } })
}

async function read(id: string, user = ADMIN) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const reply = await fetch(`http://127.0.0.1:${server.ports.http}${pdfFilePath(id)}`, { headers: { authorization } })
  const type = reply.headers.get('content-type') ?? ''
  const bytes = await reply.bytes()
  const answer = (type.startsWith('application/json') ? JSON.parse(Buffer.from(bytes).toString()) : {}) as {
    code?: string
  }
  return { type, bytes, answer, code: answer.code ?? null }
}

const idOf = ({ text }: { readonly text: string }) => pdfAnswerSchema.parse(JSON.parse(text)).id
const pdfOf = async (change: object = {}, dataChange: object = {}): Promise<PdfContent> =>
  readPdf((await read(idOf(await post(change, dataChange)))).bytes)
const refusal = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.code

describe('a PDF file', () => {
  it('[EXPORT-15] [API2-147] has the title of its type, the mark of the product, the rows and their sums', async () => {
    const answer = await post()
    expect(answer.body).toEqual({ hasError: false, id: expect.stringMatching(/^[\w-]{24}$/) })
    const { type, bytes } = await read(idOf(answer))
    expect(type).toBe('application/pdf')
    const { title, pages } = readPdf(bytes)
    expect(title).toBe('Mileage')
    expect(pages).toEqual([
      [
        ...['Mileage', '2026-09-01 to 2026-09-30', 'Device ID', 'Memo', 'Mileage (km)'],
        ...['13800138001', 'Ring line', '12.500', '13800138002', '車隊 A', '1.250'],
        ...['Total', '13.750', 'Page 1 of 1', 'Fleetglass · 2026-09-15 12:00'],
      ],
    ])
  })

  it('[EXPORT-13] [EXPORT-14] has one of four types, each with a title in the language of the user', async () => {
    for (const [type, en, tw] of [
      ['eventdetail', 'Event details', '事件明細'],
      ['eventsummary', 'Event summary', '事件統計'],
      ['mileage', 'Mileage', '里程'],
      ['netflow', 'Device netflow', '裝置流量'],
    ]) {
      expect((await pdfOf({ type })).title).toBe(en)
      expect((await pdfOf({ type }, { language: 'tw' })).title).toBe(tw)
    }
    expect((await post({ type: 'payroll' })).body).toMatchObject({ hasError: true })
  })

  it('[EXPORT-15] has the words of Arabic and Hebrew cells from right to left, and their columns too', async () => {
    const columns = [{ label: 'الجهاز' }, { label: 'مذكرة' }]
    const { title, pages } = await pdfOf(
      {},
      { language: 'ar', columns, rows: [['אוטובוס בית ספר', 'كلام 12 ملك']], totals: [] },
    )
    // Of letters that differ by their dots alone, a file names only one: these have none.
    const drawn = pages.flat().join('')
    const mirrored = (text: string) => [...text].reverse().join('')
    expect(title).toBe('المسافة المقطوعة')
    expect(drawn).toContain(mirrored('אוטובוס בית ספר'))
    expect(drawn).toContain(`${mirrored(' ملك')}12${mirrored('كلام ')}`)
  })

  it('repeats the head of the table on each page, and counts the pages', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => [`device ${at}`, 'memo', '1.000'])
    const { pages } = await pdfOf({}, { rows })
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, page] of pages.entries()) {
      expect(page.slice(2, 5)).toEqual(['Device ID', 'Memo', 'Mileage (km)'])
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    }
    expect(pages.flat().filter((text) => text.startsWith('device '))).toHaveLength(200)
  })

  it('keeps marks that turn the direction of a text out of its cells, and breaks long cells into lines', async () => {
    const long = Array.from({ length: 60 }, () => 'word').join(' ')
    const { pages } = await pdfOf({}, { rows: [['\u202ea\u202cb', long, '1']] })
    expect(pages[0]).toContain('ab')
    expect(pages[0]?.filter((text) => text.startsWith('word')).length).toBeGreaterThan(1)
  })

  it('[EXPORT-14] is there for ten minutes, for the user who requested it and for nobody else', async () => {
    const id = idOf(await post())
    expect((await read(id)).code).toBeNull()
    expect((await read(id, 'other')).answer).toMatchObject(failedCall('pdf-gone'))
    expect((await callHttp(server, 'GET', pdfFilePath(id))).body).toMatchObject({ code: 'wrong-credentials' })
    clock.advance(PDF_VALID_MS - 1_000)
    expect((await read(id)).code).toBeNull()
    clock.advance(1_000)
    expect((await read(id)).code).toBe('pdf-gone')
  })

  it('replaces the oldest one of its user beyond four, and leaves those of other users', async () => {
    const others = idOf(await post({}, {}, 'other'))
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push(idOf(await post()))
    expect(await Promise.all(ids.map(async (id) => (await read(id)).code))).toEqual([
      'pdf-gone',
      null,
      null,
      null,
      null,
    ])
    expect((await read(others, 'other')).code).toBeNull()
  })
})

describe('a request for a PDF file', () => {
  it('is refused when the tables of all users need more memory than they may', async () => {
    await addUsers(server, { name: 'one' }, { name: 'two' }, { name: 'three' })
    const rows = Array.from({ length: 3_800 }, () => ['x'.repeat(1_000)])
    const answers: HttpAnswer[] = []
    for (const name of ['one', 'two', 'three'])
      for (let count = 0; count < 4; count++) answers.push(await post({}, { rows }, name))
    expect(answers.at(0)?.body).toMatchObject({ hasError: false })
    expect(answers.at(-1)?.body).toMatchObject(failedCall('pdf-busy'))
    clock.advance(PDF_VALID_MS)
    expect((await post({}, { rows }, 'three')).body).toMatchObject({ hasError: false })
    clock.advance(PDF_VALID_MS)
  })

  it('is refused when tables of empty cells need more memory than they may, of which the body says little', async () => {
    await addUsers(server, { name: 'four' }, { name: 'five' })
    const columns = Array.from({ length: PDF_COLUMNS_MAX }, () => ({ label: '' }))
    const rows = Array.from({ length: PDF_ROWS_MAX }, () => Array.from({ length: PDF_COLUMNS_MAX }, () => ''))
    const answers: HttpAnswer[] = []
    for (const name of ['four', 'five'])
      for (let count = 0; count < 3; count++) answers.push(await post({}, { columns, rows, totals: [] }, name))
    expect(answers.map(({ body }) => body.code ?? 'taken')).toEqual([
      ...Array.from({ length: 5 }, () => 'taken'),
      'pdf-busy',
    ])
    clock.advance(PDF_VALID_MS)
  })

  it.each([
    ['more rows than it can have', {}, { rows: Array.from({ length: PDF_ROWS_MAX + 1 }, () => ['a']) }],
    ['no column', {}, { columns: [] }],
    ['a cell that is no text', {}, { rows: [[1]] }],
    ['a cell without an end', {}, { rows: [['a'.repeat(1001)]] }],
  ])('with %s is refused', async (_, change, dataChange) => {
    expect(refusal(await post(change, dataChange))).toMatch(/^invalid-/)
  })

  it.each([
    ['an address elsewhere', 'http://127.0.0.1/logo.png'],
    ['something else than a picture', `data:image/png;base64,${Buffer.from('hello').toString('base64')}`],
    ['a picture that unpacks to gigabytes', pngHead(60_000, 60_000)],
  ])('with %s as logo is refused', async (_, logo) => {
    expect((await post({ logo })).body).toMatchObject(failedCall('pdf-logo-unreadable'))
  })

  it('[EXPORT-15] with a picture as logo gives a file with that picture', async () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    const { bytes } = await read(idOf(await post({ logo: `data:image/png;base64,${dot}` })))
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Subtype \/Image/)
  })

  it('with a broken picture as logo fails without ending the server', async () => {
    expect((await read(idOf(await post({ logo: pngHead(10, 10) })))).code).not.toBeNull()
    expect((await pdfOf()).title).toBe('Mileage')
  })
})

/** The beginning of a PNG file of this size, and nothing of its picture. */
function pngHead(width: number, height: number): string {
  const bytes = Buffer.alloc(40)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes)
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return `data:image/png;base64,${bytes.toString('base64')}`
}
