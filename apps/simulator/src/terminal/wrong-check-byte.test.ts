import { fromHex } from '@fleetglass/bytes'
import { encodeFrames, FrameSplitter } from '@fleetglass/jt808'
import { expect, it } from 'vitest'
import { withWrongCheckByte } from './wrong-check-byte.ts'

it('a frame with a wrong check byte is refused for its checksum alone, whatever its check byte was', () => {
  const checkBytes = new Set<string>()
  for (let body = 0; body < 256; body++) {
    const header = { messageId: 2, version: '2013', terminalRaw: fromHex('013800138000'), firstSerial: 1 } as const
    const [frame = new Uint8Array()] = encodeFrames(header, Uint8Array.of(body))
    checkBytes.add(frame.subarray(frame.at(-3) === 0x7d ? -3 : -2, -1).join())
    const events: string[] = []
    new FrameSplitter().push(withWrongCheckByte(frame), (event) =>
      events.push(event.kind === 'bad' ? event.reason : event.kind),
    )
    expect(events, `check byte ${frame.at(-2)}`).toEqual(['checksum'])
  }
  expect(checkBytes.size).toBe(256)
})
