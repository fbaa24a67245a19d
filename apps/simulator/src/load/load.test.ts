import { fromHex, toHex } from '@fleetglass/bytes'
import { decodeBody, decodeFrame, encodeBody, encodeFrames, FrameSplitter } from '@fleetglass/jt808'
import { afterEach, describe, expect, it } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { startLoad } from './load.ts'
import { MOST_BYTES, PositionFrames } from './position-frames.ts'

describe('load', () => {
  let platform: Platform

  afterEach(() => platform.close())

  it('sends at the rate asked, counts every acknowledgement and names each point', async () => {
    platform = await Platform.start()
    const points: string[] = []
    const load = startLoad({
      host: '127.0.0.1',
      signallingPort: platform.port,
      connections: 5,
      rate: 500,
      durationS: 1,
      startTimeS: 1_790_000_000,
      onAcknowledged: (terminalId, timeS) => points.push(`${terminalId}/${timeS}`),
    })
    const report = await load.done
    expect(report).toMatchObject({ connections: 5, rejected: 0, unanswered: 0, connectionErrors: 0 })
    expect(report.sent).toBe(500)
    expect(report.acknowledged).toBe(report.sent)
    const received = platform.received.flatMap(({ header, message }) =>
      message.name === 'position' ? [`${header.terminal.id}/${message.body.localTimeS! - 8 * 3600}`] : [],
    )
    expect(new Set(points).size).toBe(points.length)
    expect(points.toSorted()).toEqual(received.toSorted())
  })

  it('sends what became due while the process stood still', async () => {
    platform = await Platform.start()
    const options = { host: '127.0.0.1', signallingPort: platform.port, connections: 2, rate: 500, durationS: 1 }
    const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100)
    const report = await startLoad({ ...options, onReady: () => setImmediate(standStill) }).done
    expect(report).toMatchObject({ sent: 500, acknowledged: 500 })
  })

  it('counts what is never answered, and ends', async () => {
    platform = await Platform.start()
    platform.moods.unanswered.add(0x0200)
    const options = { host: '127.0.0.1', signallingPort: platform.port, connections: 1, rate: 0, durationS: 0.2 }
    const report = await startLoad({ ...options, drainS: 0.2, window: 16 }).done
    expect(report).toMatchObject({ sent: 16, acknowledged: 0, unanswered: 16 })
  })

  it('reports connections that cannot be made', async () => {
    platform = await Platform.start()
    const report = await startLoad({ host: '127.0.0.1', signallingPort: 1, connections: 3, rate: 10, durationS: 1 })
      .done
    expect(report).toMatchObject({ connections: 0, connectionErrors: 3, sent: 0 })
  })
})

describe('fast position frames', () => {
  for (const version of ['2013', '2019'] as const) {
    it(`are the bytes the ${version} codec writes, for serials and times that need escaping too`, () => {
      const frames = new PositionFrames('13900000001', version)
      const into = new Uint8Array(MOST_BYTES)
      for (let step = 0; step < 3000; step++) {
        const end = frames.write(into, 0, (step * 37) & 0xffff, 1_790_000_000 + step * 61)
        const found: Uint8Array[] = []
        new FrameSplitter().push(into.subarray(0, end), (event) => {
          if (event.kind === 'frame') found.push(event.bytes.slice())
        })
        const frame = decodeFrame(found[0]!)
        if (!frame.ok) throw new Error(frame.reason)
        const { header, body } = frame.value
        const message = decodeBody(header.messageId, version, body)
        if (!message.ok) throw new Error(message.reason)
        const again = encodeFrames(
          { messageId: 0x0200, version, terminalRaw: header.terminal.raw, firstSerial: header.serial },
          encodeBody(message.value, version),
        )
        expect(toHex(again[0]!)).toBe(toHex(into.subarray(0, end)))
        expect(fromHex(toHex(body))).toEqual(body)
      }
    })
  }
})
