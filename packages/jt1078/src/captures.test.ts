import { existsSync, readFileSync } from 'node:fs'
import { toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { FrameJoiner, type JoinedFrame } from './frame-joiner.ts'
import { DataType, encodeMediaPacket, type MediaPacket } from './media-packet.ts'
import { MediaPacketParser } from './packet-parser.ts'

// What went over real connections, with the counts of the captures' own page.
const CAPTURES = [
  {
    file: 'smallchi-jt1078-2.bin',
    simLength: 6,
    sim: '12345678999',
    packets: 314,
    video: 270,
    keyFrames: 6,
    audio: 0,
    unfinished: 0,
  },
  {
    file: 'smallchi-jt1078-5.bin',
    simLength: 6,
    sim: '12345678999',
    packets: 2_981,
    video: 2_067,
    keyFrames: 66,
    audio: 0,
    unfinished: 0,
  },
  {
    file: 'xtream-sim10-h264-g711a.part1.bin',
    simLength: 10,
    sim: '20232609559',
    packets: 172,
    video: 21,
    keyFrames: 10,
    audio: 75,
    // The part ends inside of a frame.
    unfinished: 1,
  },
  {
    file: 'xtream-sim6-h264-adpcm.part1.bin',
    simLength: 6,
    sim: '13800138999',
    packets: 38,
    video: 11,
    keyFrames: 1,
    audio: 16,
    unfinished: 0,
  },
] as const

const folder = new URL('../../../../shared/device-frames/media/', import.meta.url)

describe('captures of devices', () => {
  for (const capture of CAPTURES) {
    for (const readBytes of [1_460, 65_536, 7]) {
      it(`${capture.file} in reads of ${readBytes} bytes`, (context) => {
        const path = new URL(capture.file, folder)
        if (!existsSync(path)) return context.skip('the captures are not here')
        const bytes = new Uint8Array(readFileSync(path))
        const { packets, frames, dropped, parser } = join(bytes, readBytes)
        expect(parser.simLength).toBe(capture.simLength)
        expect(packets).toHaveLength(capture.packets)
        expect(packets.map((packet) => toHex(encodeMediaPacket(packet))).join('') === toHex(bytes)).toBe(true)
        const video = frames.filter((frame) => frame.kind === 'video')
        expect(video).toHaveLength(capture.video)
        expect(video.filter((frame) => frame.dataType === DataType.I)).toHaveLength(capture.keyFrames)
        expect(frames.filter((frame) => frame.kind === 'audio')).toHaveLength(capture.audio)
        expect(dropped).toBe(capture.unfinished)
        expect(new Set(frames.map((frame) => frame.simId))).toEqual(new Set([capture.sim]))
        expect(frames.some((frame) => frame.afterGap)).toBe(false)
      })
    }
  }
})

function join(bytes: Uint8Array, readBytes: number) {
  const parser = new MediaPacketParser()
  const joiner = new FrameJoiner()
  const packets: MediaPacket[] = []
  const frames: JoinedFrame[] = []
  let dropped = 0
  const take = (frame: Parameters<Parameters<FrameJoiner['push']>[1]>[0]): void => {
    if (frame.kind === 'dropped') dropped++
    else frames.push(frame)
  }
  for (let at = 0; at < bytes.length; at += readBytes) {
    parser.push(bytes.subarray(at, at + readBytes), (event) => {
      if (event.kind !== 'packet') throw new Error(event.kind)
      packets.push(event)
      joiner.push(event, take)
    })
  }
  joiner.end(take)
  return { packets, frames, dropped, parser }
}
