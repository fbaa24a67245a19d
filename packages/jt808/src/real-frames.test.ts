import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBody, encodeBody, type Message } from './catalogue.ts'
import { AttachmentSplitter } from './framing/attachment-splitter.ts'
import { encodeFrame } from './framing/encode-frames.ts'
import { unescapeFrame } from './framing/escape.ts'
import { FrameSplitter, type SplitterEvent } from './framing/frame-splitter.ts'
import { decodeFrame, type Frame } from './framing/header.ts'
import { PacketAssembler } from './framing/packet-assembler.ts'
import { unwrapFrame } from './framing/unwrap-frame.ts'
import { readItem } from './items/read-item.ts'
import { decodeShortReport, encodeShortReport, isShortReport } from './short-report.ts'
import { type Entry, positionsOf, type Read, type Reported } from './test/real-frames/entry.ts'
import { NOT_READ, WRONG } from './test/real-frames/exceptions.ts'
import { describeGo } from './test/real-frames/go-jt808.ts'
import { describeCapture, describeEmqx } from './test/real-frames/others.ts'
import { describeSmallchi } from './test/real-frames/smallchi.ts'
import { describeShortReport, describeTraccar } from './test/real-frames/traccar.ts'
import { describeYezhihao } from './test/real-frames/yezhihao.ts'

const FOLDER = join(import.meta.dirname, '../../../../shared/device-frames')
const FRAME_FILES = ['device-jt808', 'suite-jt808', 'synthetic-jt808', 'dc600-session']
const present = existsSync(FOLDER)
describe.skipIf(!present)('real frames (skipped where the collection is not beside the project)', () => {
  const frames = present ? FRAME_FILES.flatMap((file) => entriesOf(file)) : []
  const bodies = present ? entriesOf('bodies') : []
  const others = present ? entriesOf('other') : []

  it('every frame that is whole and valid is written back to the same bytes', () => {
    let whole = 0
    for (const { entry, place } of frames) {
      const frame = frameOf(entry)
      if (!frame || frame.body.length !== frame.header.bodyLength) continue
      whole++
      const wire = wireOf(entry)
      if (wire) expect(toHex(encodeFrame(frame.header, frame.body)), place).toBe(toHex(wire))
      const decoded = decodeBody(frame.header.messageId, frame.header.version, frame.body)
      if (decoded.ok) {
        expect(toHex(encodeBody(decoded.value, frame.header.version)), place).toBe(toHex(frame.body))
      }
    }
    console.log(`${whole} of ${frames.length} frames are whole and valid`)
    expect(whole).toBeGreaterThan(frames.length * 0.9)
  })

  it('so are the short reports of trackers', () => {
    const contents = frames.map(({ entry }) => contentOf(entry)).filter((content) => content && isShortReport(content))
    expect(contents.length).toBeGreaterThan(0)
    for (const content of contents) {
      const report = decodeShortReport(content!)
      expect(report.ok && toHex(encodeShortReport(report.value))).toBe(toHex(content!))
    }
  })

  it('every value that a source asserts is compared, and the table of what agrees, disagrees and errs is printed', () => {
    const tally = {
      checked: 0,
      table: new Map<string, TableRow>(),
      wrong: new Map<string, string[]>(),
      notRead: new Map<string, string[]>(),
    }
    for (const { entry, place } of [...frames, ...bodies]) {
      for (const [key, value] of Object.entries(entry.expect)) check(entry, place, key, value, tally)
    }
    console.log(tableText(tally.table))
    for (const [file, { disagree }] of tally.table) expect(disagree, file).toEqual([])
    print('A source expects something wrong', tally.wrong)
    print('Not read by this package', tally.notRead)
    // An exception that excuses nothing any more must go.
    expect(WRONG.map(({ why }) => why).filter((why) => !tally.wrong.has(why))).toEqual([])
    expect(NOT_READ.map(({ why }) => why).filter((why) => !tally.notRead.has(why))).toEqual([])
  })

  it('the packets of a message that was cut are joined', () => {
    const assembler = new PacketAssembler()
    const names: string[] = []
    for (const { entry } of frames) {
      const frame = frameOf(entry)
      if (!frame?.header.packet) continue
      const assembly = assembler.add(frame, 0)
      if (assembly.kind !== 'complete') continue
      const decoded = decodeBody(assembly.header.messageId, assembly.header.version, assembly.body)
      expect(decoded).toMatchObject({ ok: true })
      if (decoded.ok) names.push(decoded.value.name)
    }
    expect(names).toContain('parameters')
  })

  it('streams are cut into their frames, blocks into their files, broken frames are refused', () => {
    for (const { entry, place } of others) {
      const bytes = fromHex(entry.hex)
      const events = split(bytes)
      if (entry.kind === 'stream') {
        expect(
          events.map(({ kind }) => kind),
          place,
        ).toEqual(new Array(entry.expect.frames).fill('frame'))
      } else if (entry.kind === 'framing') {
        const plain = unescapeFrame(bytes.subarray(1, -1))
        expect(plain.ok && `7e${toHex(plain.value)}7e`, place).toBe(entry.expect.unescapedFrame)
      } else if (entry.kind === 'attachment-stream') {
        const blocks: string[] = []
        new AttachmentSplitter().push(bytes, (event) => blocks.push(event.kind))
        expect(blocks, place).toEqual(['block'])
      } else {
        const refused = events.every((event) => event.kind === 'bad' || !decodeFrame(event.bytes).ok)
        expect(refused, place).toBe(true)
      }
    }
  })

  it(`changed at random, no frame throws, hangs or reads past an item`, () => {
    const bytes = frames.map(({ entry }) => fromHex(entry.hex))
    const changed = fc.record({
      frame: fc.constantFrom(...bytes),
      changes: fc.array(fc.tuple(fc.nat(1100), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      cut: fc.nat(1100),
    })
    fc.assert(
      fc.property(changed, ({ frame, changes, cut }) => {
        const given = frame.slice(0, Math.max(8, cut))
        for (const [at, value] of changes) if (at < given.length) given[at] = value
        split(given)
        unwrapFrame(given)
        const decoded = decodeFrame(given.subarray(1, -2))
        if (!decoded.ok) return
        const { header, body } = decoded.value
        const message = decodeBody(header.messageId, header.version, body)
        if (!message.ok) return
        for (const position of positionsOf(message.value)) position.items.forEach(readItem)
        encodeBody(message.value, header.version)
      }),
      { numRuns: 5000 },
    )
  })
})

/** Values of one file. */
interface TableRow {
  entries: Set<string>
  agree: number
  readonly disagree: string[]
  sourceErrs: number
  notRead: number
}

interface Tally {
  checked: number
  readonly table: Map<string, TableRow>
  readonly wrong: Map<string, string[]>
  readonly notRead: Map<string, string[]>
}

function check(entry: Entry, place: string, key: string, value: unknown, tally: Tally): void {
  const wrong = WRONG.find((each) => each.places.includes(place) && (!each.keys || each.keys.includes(key)))
  const unread = NOT_READ.find(({ matches }) => matches(entry, place, key))
  const row = rowOf(tally.table, place)
  row.entries.add(place)
  if (wrong) {
    row.sourceErrs++
    note(tally.wrong, wrong.why, `${place} ${key}`)
  } else if (unread) {
    row.notRead++
    note(tally.notRead, unread.why, `${place} ${key}`)
  } else {
    try {
      if (key === 'error') expect(isRefused(entry), `${place} ${value}`).toBe(true)
      else expectReported(reportedBy(entry), key, value, place)
      row.agree++
    } catch (error) {
      row.disagree.push(`${place} ${key}: ${String(error)}`)
    }
    tally.checked++
  }
}

function rowOf(table: Map<string, TableRow>, place: string): TableRow {
  const file = place.slice(0, place.indexOf('['))
  const row = table.get(file) ?? { entries: new Set(), agree: 0, disagree: [], sourceErrs: 0, notRead: 0 }
  table.set(file, row)
  return row
}

function tableText(table: ReadonlyMap<string, TableRow>): string {
  const rows = [...table].map(
    ([file, { entries, agree, disagree, sourceErrs, notRead }]) =>
      `| ${file} | ${entries.size} | ${agree} | ${disagree.length} | ${sourceErrs} | ${notRead} |`,
  )
  const head =
    '| file | entries with values | agree | disagree | source errs | not read here |\n| --- | --- | --- | --- | --- | --- |'
  return [head, ...rows].join('\n')
}

/** Cannot be read, or not to its end, or says another length than it has. */
function isRefused(entry: Entry): boolean {
  const read = readEntry(entry)
  if (!read) return true
  return extraOf(read.message) !== undefined || read.header?.bodyLength !== read.body.length
}

function expectReported(reported: Reported, key: string, value: unknown, place: string): void {
  const nested = Object.keys(reported).filter((name) => name.startsWith('anyOf[') && name.endsWith(`].${key}`))
  if (nested.length > 0) {
    expect(
      nested.map((name) => reported[name]),
      `${place} ${key}`,
    ).toContainEqual(value)
  } else if (reported[key] instanceof Set) {
    expect([...(reported[key] as Set<unknown>)], `${place} ${key}`).toContain(value)
  } else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    expect(reported[key], `${place} ${key}`).toMatchObject(value)
  } else {
    expect(reported[key], `${place} ${key}`).toEqual(value)
  }
}

function reportedBy(entry: Entry): Reported {
  const content = contentOf(entry)
  if (content && isShortReport(content)) return describeShortReport(decodeShortReport(content))
  const read = readEntry(entry)
  if (!read) return {}
  if (entry.source.startsWith('traccar')) return describeTraccar(read, entry.model)
  if (entry.source.startsWith('SmallChi')) return describeSmallchi(read)
  if (entry.source.startsWith('yezhihao')) return describeYezhihao(read)
  if (entry.source.startsWith('cuteLittleDevil')) return describeGo(read)
  if (entry.source.startsWith('emqx')) return describeEmqx(read)
  return describeCapture(read)
}

/** What is read of an entry; `null` when it cannot be read. */
function readEntry(entry: Entry): Read | null {
  // One of the bodies is a whole frame after all, with a wrong checksum.
  if (entry.kind === 'body' && !entry.hex.startsWith('7e')) {
    const body = fromHex(entry.hex)
    const messageId = Number(entry.messageId)
    // No header gives the edition: the name of the test may, else the one that reads the body to its end is meant.
    const editions = entry.source.includes('2019') ? (['2019', '2013'] as const) : (['2013', '2019'] as const)
    const readings = editions.map((version) => decodeBody(messageId, version, body))
    const read = readings.find((each) => each.ok && !extraOf(each.value)) ?? readings.find((each) => each.ok)
    return read?.ok ? { body, message: read.value } : null
  }
  const frame = frameOf(entry)
  if (!frame) return null
  const { header, body } = frame
  const decoded = decodeBody(header.messageId, header.version, body)
  return decoded.ok ? { header, body, message: decoded.value } : null
}

function extraOf(message: Message): Uint8Array | undefined {
  return message.name === 'unknown' ? undefined : message.extra
}

/** Frames whose checksum the device got wrong are read for their values all the same. */
function contentOf(entry: Entry): Uint8Array | null {
  if (!entry.hex.startsWith('7e')) return null
  const bytes = fromHex(entry.hex)
  const content = unwrapFrame(bytes)
  const isKnownWrong =
    entry.kind === 'body' || (entry.headerMismatch?.includes('checksum') && !('error' in entry.expect))
  return content.ok ? content.value : isKnownWrong ? bytes.subarray(1, -2) : null
}

function frameOf(entry: Entry): Frame | null {
  const content = contentOf(entry)
  const frame = content && decodeFrame(content)
  return frame?.ok ? frame.value : null
}

/** The bytes of an entry where they are as on the wire, `null` where the escapes were taken out. */
function wireOf(entry: Entry): Uint8Array | null {
  const bytes = fromHex(entry.hex)
  const events = split(bytes)
  return events.length === 1 && events[0]!.kind === 'frame' ? bytes : null
}

function split(bytes: Uint8Array): SplitterEvent[] {
  const events: SplitterEvent[] = []
  new FrameSplitter().push(bytes, (event) => events.push(event))
  return events
}

function entriesOf(file: string): { entry: Entry; place: string }[] {
  const entries = JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as Entry[]
  return entries.map((entry, at) => ({ entry, place: `${file}[${at}] ${entry.messageId ?? ''}`.trim() }))
}

function note(notes: Map<string, string[]>, why: string, place: string): void {
  notes.set(why, [...(notes.get(why) ?? []), place])
}

function print(title: string, notes: ReadonlyMap<string, readonly string[]>): void {
  const lines = [...notes].map(
    ([why, places]) => `- ${why} (${places.length}: ${places.slice(0, 4).join(', ')}${places.length > 4 ? ', …' : ''})`,
  )
  console.log(`${title}:\n${lines.join('\n')}`)
}
