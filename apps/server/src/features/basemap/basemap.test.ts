// A site's own map file: found, read tile by tile, and never a danger to the server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basemapPath, basemapTilePath } from '@fleetglass/contract/basemap'
import { sessionPath } from '@fleetglass/contract/session'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { tileOrigins } from '../../platform/http/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { openBasemap } from './basemap.service.ts'
import { findTile, HEADER_BYTES, readDirectory, readHeader, tileIdOf } from './pmtiles-format.ts'
import { makePmtiles, type TestTile } from './test/make-pmtiles.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-basemap-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const picture = (name: string) => Buffer.from(`PNG of ${name}`)
const tiles: readonly TestTile[] = [
  { z: 0, x: 0, y: 0, bytes: picture('world') },
  { z: 1, x: 0, y: 0, bytes: picture('north-west') },
  { z: 1, x: 1, y: 0, bytes: picture('north-east') },
  { z: 3, x: 6, y: 3, bytes: picture('island') },
]

describe('the file', () => {
  it('counts tiles along the curve of the specification', () => {
    const first = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [2, 0, 0],
    ] as const
    expect(first.map(([zoom, x, y]) => tileIdOf(zoom, x, y))).toEqual([0, 1, 2, 3, 4, 5])
    expect(tileIdOf(12, 3423, 1763)).toBe(19_078_479)
  })

  it('never numbers two tiles of a zoom alike, and goes on where the zoom before ended', () => {
    for (let zoom = 0; zoom <= 5; zoom++) {
      const side = 2 ** zoom
      const ids = Array.from({ length: side * side }, (_, at) => tileIdOf(zoom, at % side, Math.floor(at / side)))
      const from = (4 ** zoom - 1) / 3
      expect(ids.sort((a, b) => a - b)).toEqual(Array.from(ids, (_, at) => from + at))
    }
  })

  it('rubbish is refused with a reason or read, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(10_000), (bytes, size) => {
        const head = new Uint8Array(Math.max(bytes.length, HEADER_BYTES))
        head.set(bytes)
        head.set([...Buffer.from('PMTiles'), 3])
        expect(typeof readHeader(head, size).ok).toBe('boolean')
        const directory = readDirectory(bytes)
        if (directory.ok) expect(() => findTile(directory.value, size)).not.toThrow()
      }),
    )
  })
})

describe('what a file can be', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const open = (path: string) => openBasemap({ log, path, dataFolder: folder })
  afterEach(() => void lines.splice(0))

  it('reports nothing when no file is configured', async () => {
    expect((await open('')).description).toEqual({ kind: 'none' })
    expect(lines).toEqual([])
  })

  it.each([
    ['no map file', Buffer.from('hello'.repeat(100))],
    ['empty', Buffer.alloc(0)],
    ['cut off in its directories', makePmtiles({ tiles, kind: 2, mostZoom: 3 }).subarray(0, 140)],
    ['of another version', Buffer.concat([Buffer.from('PMTiles\u0002'), Buffer.alloc(200)])],
  ])('%s: it counts as absent and the log says so', async (name, bytes) => {
    const path = join(folder, `${name}.pmtiles`)
    writeFileSync(path, bytes)
    expect((await open(path)).description).toEqual({ kind: 'none' })
    expect(lines.join()).toContain('the map file cannot be read')
  })

  it('with leaf directories and runs of equal tiles', async () => {
    const path = join(folder, 'leaves.pmtiles')
    const sea: TestTile = { z: 2, x: 0, y: 0, bytes: picture('sea'), run: 5 }
    writeFileSync(path, makePmtiles({ tiles: [...tiles, sea], kind: 2, mostZoom: 3, tilesALeaf: 2 }))
    const file = await open(path)
    const text = async (zoom: number, x: number, y: number) => {
      const tile = await file.tile(zoom, x, y)
      return tile && Buffer.from(tile.bytes).toString()
    }
    expect(await text(3, 6, 3)).toBe('PNG of island')
    expect(await text(2, 0, 0)).toBe('PNG of sea')
    expect(await text(2, 1, 1)).toBe('PNG of sea')
    expect(await text(1, 1, 1)).toBeNull()
    expect(await text(9, 0, 0)).toBeNull()
    await file.close()
  })

  it('damaged in its tiles: they are missing, and that is logged once', async () => {
    const path = join(folder, 'damaged.pmtiles')
    const whole = makePmtiles({ tiles, kind: 1, mostZoom: 3, tilesALeaf: 1 })
    // The root is sound, and the leaf directories are not.
    const leavesAt = Number(whole.readBigUInt64LE(40))
    whole.fill(7, leavesAt, leavesAt + Number(whole.readBigUInt64LE(48)))
    writeFileSync(path, whole)
    const file = await open(path)
    expect([await file.tile(0, 0, 0), await file.tile(3, 6, 3)]).toEqual([null, null])
    expect(lines).toHaveLength(1)
    await file.close()
  })
})

describe('the calls', () => {
  let server: TestServer
  let cookie: string
  beforeAll(async () => {
    const path = join(folder, 'site.pmtiles')
    const metadata = { attribution: '<a href="https://example.org">&copy; The surveyors</a>' }
    writeFileSync(path, makePmtiles({ tiles, kind: 1, mostZoom: 3, metadata, packTiles: true }))
    const site = { tileUrl: 'https://tiles.example/{z}/{x}/{y}.png' }
    server = await startTestServer({ config: { basemap: path, site } })
    const body = JSON.stringify({ username: ADMIN, password: sha256(ADMIN_PASSWORD) })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${server.url}${sessionPath}`, { method: 'POST', headers, body })
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  })
  afterAll(() => server.close())
  const get = (path: string, headers: Record<string, string> = { cookie }) => fetch(`${server.url}${path}`, { headers })

  it('reports what the file contains, its credit as plain text', async () => {
    const reply = await (await get(basemapPath)).json()
    expect(reply).toMatchObject({ kind: 'streets', leastZoom: 0, mostZoom: 3, credit: '© The surveyors' })
  })

  it('answer a tile as it is packed, to be kept with its version; a missing one is empty', async () => {
    const { version } = (await (await get(basemapPath)).json()) as { version: string }
    const reply = await get(`${basemapTilePath}?z=3&x=6&y=3&v=${version}`)
    expect([reply.status, reply.headers.get('content-encoding'), reply.headers.get('content-type')]).toEqual([
      200,
      'gzip',
      'application/vnd.mapbox-vector-tile',
    ])
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(await reply.text()).toBe('PNG of island')
    const missing = await get(`${basemapTilePath}?z=3&x=0&y=0&v=older`)
    expect([missing.status, await missing.text(), missing.headers.get('cache-control')]).toEqual([
      204,
      '',
      'private, no-cache',
    ])
  })

  it('answer nobody without a login, and no address that cannot be', async () => {
    for (const path of [basemapPath, `${basemapTilePath}?z=0&x=0&y=0`]) expect((await get(path, {})).status).toBe(401)
    for (const query of ['z=1&x=2&y=0', 'z=27&x=0&y=0', 'z=-1&x=0&y=0', 'z=0&x=0', 'z=0&x=0.5&y=0']) {
      expect(await (await get(`${basemapTilePath}?${query}`)).json(), query).toMatchObject({ hasError: true })
    }
  })

  it('the page may load from where the site has its tiles, and from nowhere else', async () => {
    const policy = (await get('/', { accept: 'text/html' })).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/img-src [^;]*https:\/\/tiles\.example[ ;]/)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/tiles\.example[ ;]/)
    expect(policy).toMatch(/script-src 'self';/)
    expect(tileOrigins(undefined)).toEqual([])
    expect(tileOrigins('/tiles/{z}/{x}/{y}')).toEqual([])
    expect(tileOrigins('osm')).toEqual(['https://tile.openstreetmap.org'])
    expect(tileOrigins('https://{s}.t.example/{z}/{x}/{y}')).toEqual(
      ['a', 'b', 'c'].map((at) => `https://${at}.t.example`),
    )
  })
})
