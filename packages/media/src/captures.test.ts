import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { concat, toHex } from '@fleetglass/bytes'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterAll, describe, expect, it, type TestContext } from 'vitest'
import { adtsFrames, audioSpecificConfig } from './adts.ts'
import { nalUnits, toAnnexB } from './annex-b.ts'
import { hasChipHeader, stripChipHeader } from './chip-header.ts'
import { encodeMuLaw } from './g711.ts'
import { G726Decoder, G726Encoder } from './g726.ts'
import { decodeIma } from './ima-adpcm.ts'
import { FragmentWriter } from './mp4/fragment-writer.ts'
import type { Mp4Audio } from './mp4/mp4-types.ts'
import { readRecording } from './mp4/recording-reader.ts'
import { isKeyFrame as isKey, ParameterSets } from './parameter-sets.ts'
import { isPicture } from './video-format.ts'
import type { VideoCodec } from './video-types.ts'

/** Decoding a whole capture takes seconds, more on a busy machine. */
const TIMEOUT_MS = 90_000
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-media-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const captures = new URL('../../../../shared/device-frames/media/', import.meta.url)
const FFMPEG = '/usr/bin/ffmpeg'
const FFPROBE = '/usr/bin/ffprobe'
const START = 1_800_000_000_000

interface Frame {
  readonly dataType: number
  readonly timestampMs: number
  readonly payload: Uint8Array
}

/** Frames of a clean capture. Small on purpose: a second reading of the format, apart from the one that is shipped. */
function framesOf(file: string, simLength: number): Frame[] {
  const bytes = new Uint8Array(readFileSync(new URL(file, captures)))
  const view = new DataView(bytes.buffer)
  const frames: Frame[] = []
  const parts = new Map<boolean, Uint8Array[]>()
  for (let at = 0; at < bytes.length; ) {
    const typeAt = at + 9 + simLength
    const dataType = bytes[typeAt]! >> 4
    const mark = bytes[typeAt]! & 15
    const body = typeAt + (dataType === 3 ? 11 : 15)
    const end = body + view.getUint16(body - 2)
    const isVideo = dataType < 3
    const pieces = mark === 0 || mark === 1 ? [] : (parts.get(isVideo) ?? [])
    pieces.push(bytes.subarray(body, end))
    parts.set(isVideo, pieces)
    if (mark === 0 || mark === 2) {
      frames.push({ dataType, timestampMs: Number(view.getBigUint64(typeAt + 1)), payload: concat(pieces) })
    }
    at = end
  }
  return frames
}

interface Muxed {
  readonly bytes: Uint8Array
  readonly pictures: number
  readonly sounds: number
  readonly codecString: string
}

/** One file for each configuration, a fragment a second. */
function mux(codec: VideoCodec, frames: readonly Frame[], audio?: Mp4Audio): { files: Muxed[]; notShown: number } {
  const sets = new ParameterSets(codec)
  const files: Muxed[] = []
  let notShown = 0
  let writer: FragmentWriter | null = null
  let pieces: Uint8Array[] = []
  let counts = { pictures: 0, sounds: 0, codecString: '' }
  let waiting = emptyFragment()
  const flush = (): void => {
    if (writer) pieces.push(...writer.fragment(waiting))
    waiting = emptyFragment()
  }
  const close = (): void => {
    flush()
    if (writer) files.push({ bytes: concat(pieces), ...counts })
  }
  for (const { dataType, timestampMs, payload } of frames) {
    if (dataType === 3) {
      if (writer && audio) {
        waiting.audio.push({ timestampMs, payload })
        counts.sounds++
      }
      continue
    }
    const unit = sets.accept(payload)
    if (unit.kind !== 'picture') {
      notShown++
      continue
    }
    if (unit.configChanged) {
      close()
      writer = new FragmentWriter({ video: unit.config, audio }, timestampMs)
      pieces = [writer.initSegment()]
      counts = { pictures: 0, sounds: 0, codecString: unit.config.codecString }
    }
    if (waiting.video.length > 0 && timestampMs - waiting.video[0]!.timestampMs >= 1_000) flush()
    waiting.video.push({ timestampMs, keyFrame: unit.keyFrame, payload: unit.payload })
    counts.pictures++
  }
  close()
  return { files, notShown }
}

function emptyFragment() {
  return {
    video: [] as { timestampMs: number; keyFrame: boolean; payload: Uint8Array }[],
    audio: [] as { timestampMs: number; payload: Uint8Array }[],
  }
}

/** Reads a file with ffprobe and ffmpeg: frames counted, and what they had to say at level warning. */
async function askFfmpeg(bytes: Uint8Array): Promise<{ frames: number[]; warnings: string }> {
  const path = join(folder, `${Math.random()}.mp4`)
  writeFileSync(path, bytes)
  const entries = ['-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0']
  const probe = await run(FFPROBE, ['-v', 'warning', ...entries, path])
  const play = await run(FFMPEG, ['-v', 'warning', '-nostdin', '-i', path, '-f', 'null', '-'])
  const frames = probe.stdout.trim().split('\n').map(Number)
  return { frames, warnings: probe.stderr + play.stderr }
}

function needCaptures(context: TestContext): void {
  if (!existsSync(captures)) context.skip('the captures are not here')
}

function needFfmpeg(context: TestContext): void {
  if (!existsSync(FFMPEG) || !existsSync(FFPROBE)) context.skip('ffmpeg and ffprobe are not installed')
}

const ALAW: Mp4Audio = { codec: 'alaw', sampleRate: 8_000, channels: 1 }

const FILES = [
  { file: 'smallchi-jt1078-2.bin', sim: 6, pictures: [270], keys: 6, notShown: 0, sounds: 0, codecs: ['avc1.4D0014'] },
  {
    file: 'smallchi-jt1078-5.bin',
    sim: 6,
    pictures: [163, 1_098, 806],
    keys: 66,
    notShown: 0,
    sounds: 0,
    codecs: ['avc1.4D0014', 'avc1.4D001F', 'avc1.4D0014'],
  },
  {
    file: 'xtream-sim10-h264-g711a.part1.bin',
    sim: 10,
    pictures: [20],
    keys: 10,
    notShown: 1,
    sounds: 75,
    codecs: ['avc1.64001E'],
  },
  {
    file: 'xtream-sim6-h264-adpcm.part1.bin',
    sim: 6,
    pictures: [11],
    keys: 1,
    notShown: 0,
    sounds: 0,
    codecs: ['avc1.4D0014'],
  },
] as const

describe('captures of devices', () => {
  for (const each of FILES) {
    it(`${each.file} becomes files that ffprobe and ffmpeg read without a warning`, {
      timeout: TIMEOUT_MS,
    }, async (context) => {
      needCaptures(context)
      needFfmpeg(context)
      const frames = framesOf(each.file, each.sim)
      const { files, notShown } = mux('h264', frames, each.sounds > 0 ? ALAW : undefined)
      expect(notShown).toBe(each.notShown)
      expect(files.map((file) => file.pictures)).toEqual(each.pictures)
      expect(files.map((file) => file.codecString)).toEqual(each.codecs)
      expect(frames.filter((frame) => frame.dataType < 3 && isKey('h264', frame.payload))).toHaveLength(each.keys)
      for (const file of files) {
        const seen = await askFfmpeg(file.bytes)
        expect(seen.warnings).toBe('')
        expect(seen.frames).toEqual(each.sounds > 0 ? [file.pictures, file.sounds] : [file.pictures])
      }
    })

    it(`${each.file} reads back with the same pictures, times and key frames`, (context) => {
      needCaptures(context)
      for (const file of mux('h264', framesOf(each.file, each.sim), each.sounds > 0 ? ALAW : undefined).files) {
        const read = readRecording(file.bytes)
        if (!read.ok) throw new Error(read.reason)
        const samples = read.value.fragments.flatMap((fragment) => fragment.samples)
        expect(samples.filter((sample) => sample.kind === 'video')).toHaveLength(file.pictures)
        expect(samples.filter((sample) => sample.kind === 'audio')).toHaveLength(file.sounds)
        expect(read.value.tornBy).toBeNull()
      }
    })
  }

  it('another reader of MP4 finds the same pictures, sizes and times', async (context) => {
    needCaptures(context)
    const [file] = mux('h264', framesOf('smallchi-jt1078-2.bin', 6)).files
    const read = readRecording(file!.bytes)
    if (!read.ok) throw new Error(read.reason)
    const ours = read.value.fragments.flatMap((fragment) => fragment.samples)
    const input = new Input({ source: new BufferSource(file!.bytes), formats: ALL_FORMATS })
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('no video track')
    const theirs: { key: boolean; ms: number; bytes: number }[] = []
    for await (const packet of new EncodedPacketSink(track).packets()) {
      theirs.push({ key: packet.type === 'key', ms: Math.round(packet.timestamp * 1_000), bytes: packet.data.length })
    }
    const zeroMs = ours[0]!.timestampMs
    expect(theirs).toEqual(
      ours.map((sample) => ({ key: sample.keyFrame, ms: sample.timestampMs - zeroMs, bytes: sample.byteLength })),
    )
  })

  it('each ADPCM block ends in the state the next begins with, behind the header of the chip', (context) => {
    needCaptures(context)
    const sounds = framesOf('xtream-sim6-h264-adpcm.part1.bin', 6).filter((frame) => frame.dataType === 3)
    expect(sounds).toHaveLength(16)
    const blocks = sounds.map((frame) => {
      expect(hasChipHeader(frame.payload)).toBe(true)
      return stripChipHeader(frame.payload)
    })
    for (const [index, block] of blocks.entries()) {
      const read = decodeIma(block)
      if (!read.ok) throw new Error(read.reason)
      expect(read.value.samples).toHaveLength(320)
      const next = blocks[index + 1]
      if (!next) continue
      const { predictor, stepIndex } = read.value.after
      expect(toHex(next.subarray(0, 4))).toBe(toHex(Uint8Array.of(predictor, predictor >> 8, stepIndex, 0)))
    }
  })
})

describe('files of codecs that no capture has', () => {
  it('H.265, with its sets once at the beginning, and jittering times', { timeout: TIMEOUT_MS }, async (context) => {
    needFfmpeg(context)
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=318x178:rate=15', '-t', '4', '-pix_fmt', 'yuv420p']
    const codec = ['-c:v', 'libx265', '-x265-params', 'log-level=error:keyint=15:bframes=0:repeat-headers=1']
    const made = await run(FFMPEG, ['-v', 'error', ...source, ...codec, '-f', 'hevc', '-'], {
      encoding: 'buffer',
      maxBuffer: 2 ** 26,
    }).catch(() => null)
    if (!made) return context.skip('this ffmpeg cannot encode H.265')
    const frames = picturesOf('h265', made.stdout).map((payload, index) => ({
      dataType: 1,
      timestampMs: START + index * 67 + ((index * 7) % 13),
      payload,
    }))
    const { files } = mux('h265', frames)
    expect(files.map((file) => [file.pictures, file.codecString])).toEqual([[60, 'hvc1.1.6.L60.90']])
    expect(await askFfmpeg(files[0]!.bytes)).toEqual({ frames: [60], warnings: '' })
  })

  it('H.264 with µ-law, and jittering times', { timeout: TIMEOUT_MS }, async (context) => {
    needFfmpeg(context)
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15', '-t', '20', '-pix_fmt', 'yuv420p']
    const codec = ['-c:v', 'libx264', '-bf', '0', '-g', '15', '-preset', 'ultrafast']
    const made = await run(FFMPEG, ['-v', 'error', ...source, ...codec, '-f', 'h264', '-'], {
      encoding: 'buffer',
      maxBuffer: 2 ** 26,
    })
    const video = picturesOf('h264', made.stdout).map((payload, index) => ({
      dataType: 1,
      // On time at first, then early and late by turns: what a guessed frame rate cannot bear.
      timestampMs: START + Math.round(index * 66.7) + (index < 40 ? 0 : (index * 17) % 41),
      payload,
    }))
    const audio = Array.from({ length: 500 }, (_, index) => ({
      dataType: 3,
      timestampMs: START + index * 40 - (index % 5) * 20,
      payload: encodeMuLaw(Int16Array.from({ length: 320 }, (_, at) => 4_000 * Math.sin((index * 320 + at) * 0.3))),
    }))
    const frames = [...video, ...audio].sort((one, other) => one.timestampMs - other.timestampMs)
    const { files } = mux('h264', frames, { codec: 'ulaw', sampleRate: 8_000, channels: 1 })
    const seen = await askFfmpeg(files[0]!.bytes)
    expect(seen.warnings).toBe('')
    expect(seen.frames[0]).toBe(300)
  })

  it('AAC', { timeout: TIMEOUT_MS }, async (context) => {
    needFfmpeg(context)
    const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000', '-t', '3', '-ac', '1']
    const made = await run(FFMPEG, ['-v', 'error', ...source, '-c:a', 'aac', '-f', 'adts', '-'], { encoding: 'buffer' })
    const read = adtsFrames(new Uint8Array(made.stdout))
    if (!read.ok) throw new Error(read.reason)
    const format = read.value[0]!
    const config = audioSpecificConfig(format)
    const writer = new FragmentWriter({ audio: { codec: 'aac', sampleRate: 16_000, channels: 1, config } }, START)
    const sounds = read.value.map((frame, index) => ({ timestampMs: START + index * 64, payload: frame.payload }))
    const bytes = concat([writer.initSegment(), ...writer.fragment({ audio: sounds })])
    expect(await askFfmpeg(bytes)).toEqual({ frames: [sounds.length], warnings: '' })
  })

  it('ffmpeg decodes our G.726 to nearly the same sound as we do', { timeout: TIMEOUT_MS }, async (context) => {
    needFfmpeg(context)
    const samples = Int16Array.from(
      { length: 8_000 },
      (_, at) => 8_000 * Math.sin(at * 0.07) + 3_000 * Math.sin(at * 0.4),
    )
    // Not 5 bits: ffmpeg lets the zeros of the predictor leak by 2^-8 there, the recommendation by 2^-9.
    for (const bits of [2, 3, 4] as const) {
      for (const packing of ['little', 'big'] as const) {
        const path = join(folder, `${bits}${packing}.g726`)
        const body = new G726Encoder(bits, packing).encode(samples)
        writeFileSync(path, body)
        const input = ['-f', packing === 'little' ? 'g726le' : 'g726', '-code_size', String(bits), '-ar', '8000']
        const heard = await run(FFMPEG, ['-v', 'error', ...input, '-i', path, '-f', 's16le', '-'], {
          encoding: 'buffer',
        })
        const theirs = new Int16Array(
          heard.stdout.buffer.slice(heard.stdout.byteOffset, heard.stdout.byteOffset + 16_000),
        )
        const ours = new G726Decoder(bits, packing).decode(body)
        let signal = 0
        let difference = 0
        for (let at = 0; at < ours.length; at++) {
          signal += ours[at]! ** 2
          difference += (ours[at]! - theirs[at]!) ** 2
        }
        // Theirs rounds the scale factor otherwise than the recommendation: alike, not equal.
        expect(10 * Math.log10(signal / difference), `${bits} bits, ${packing}`).toBeGreaterThan(25)
      }
    }
  })
})

/** Access units of an elementary stream with one slice a picture. */
function picturesOf(codec: VideoCodec, stream: Uint8Array): Uint8Array[] {
  const pictures: Uint8Array[] = []
  let units: Uint8Array[] = []
  for (const unit of nalUnits(stream)) {
    units.push(unit)
    if (!isPicture(codec, unit[0]!) || !isFirstSlice(codec, unit)) continue
    pictures.push(toAnnexB(units))
    units = []
  }
  return pictures
}

function isFirstSlice(codec: VideoCodec, unit: Uint8Array): boolean {
  return (unit[codec === 'h264' ? 1 : 2]! & 0x80) !== 0
}
