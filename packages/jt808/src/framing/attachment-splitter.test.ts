import { concat, fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttachmentEvent, AttachmentSplitter, encodeFileBlock } from './attachment-splitter.ts'
import { FrameSplitter } from './frame-splitter.ts'
import { HEARTBEAT } from './framing.test.ts'

describe('attachment connection', () => {
  const block = { fileName: '00_65_6503_0_n1.jpg', offset: 4, data: fromHex('7e30316364007e') }

  it('a block is its head and its bytes, unescaped', () => {
    expect(toHex(encodeFileBlock({ fileName: 'a', offset: 8, data: fromHex('64313233') }))).toBe(
      `3031636461${'00'.repeat(49)}000000080000000464313233`,
    )
  })

  it(`finds frames and blocks in chunks of any size, and reports the bytes between them`, () => {
    const stream = concat([
      HEARTBEAT,
      encodeFileBlock(block),
      HEARTBEAT,
      fromHex('ffff30'),
      encodeFileBlock(block),
      HEARTBEAT,
    ])
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 10 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
        const events: AttachmentEvent[] = []
        const splitter = new AttachmentSplitter()
        places.slice(1).forEach((end, at) => {
          splitter.push(stream.slice(places[at], end), (event) => events.push(event))
        })
        const things = events.filter(({ kind }) => kind !== 'bad')
        expect(things.map(({ kind }) => kind)).toEqual(['frame', 'block', 'frame', 'block', 'frame'])
        expect(things[1]).toEqual({ kind: 'block', block })
        const skipped = events.reduce((sum, event) => sum + (event.kind === 'bad' ? event.skipped : 0), 0)
        expect(skipped).toBe(3)
      }),
      { numRuns: 300 },
    )
  })

  it('a block that claims too much is refused before anything of it is kept', () => {
    const head = encodeFileBlock({ ...block, data: new Uint8Array(0) })
    head.set(fromHex('7fffffff'), 58)
    const events: AttachmentEvent[] = []
    new AttachmentSplitter().push(concat([head, HEARTBEAT]), (event) => events.push(event))
    expect(events[0]).toMatchObject({ kind: 'bad', reason: 'block-too-long' })
    expect(events.at(-1)?.kind).toBe('frame')
  })

  it(`random bytes never throw and never hang`, () => {
    const byte = fc.oneof(fc.constantFrom(0x7e, 0x30, 0x31, 0x63, 0x64), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(fc.array(byte, { maxLength: 80 }), { maxLength: 5 }), (chunks) => {
        const attachments = new AttachmentSplitter()
        const frames = new FrameSplitter()
        for (const chunk of chunks) {
          attachments.push(Uint8Array.from(chunk), () => undefined)
          frames.push(Uint8Array.from(chunk), () => undefined)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
