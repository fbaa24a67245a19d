// Videos that no capture has, cut into packets as a device would: other codecs, coded by ffmpeg, and large pictures.
import { execFileSync } from 'node:child_process'
import { concat, digitsToBcd, fromHex } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { isAdts, nalUnits } from '@fleetglass/media'
import type { TestVideo } from './camera-device.ts'

const PICTURES_PER_S = 15
const LENGTH_S = 6
const ACCESS_UNIT_DELIMITER = 35

export type CodedSound = 'aac' | 'g726-16' | 'g726-24' | 'g726-32' | 'g726-40'

/** `pictures` (of `h265Pictures`) and a tone. */
export function codedVideo(
  terminal: string,
  channel: number,
  pictures: readonly Uint8Array[],
  sound: CodedSound,
): TestVideo {
  const frames = [
    ...pictures.map((payload, at) => ({
      atMs: Math.round((at * 1000) / PICTURES_PER_S),
      payloadType: PayloadType.h265 as number,
      dataType: (at % PICTURES_PER_S === 0 ? DataType.I : DataType.P) as number,
      payload,
    })),
    ...(sound === 'aac' ? aacFrames() : g726Frames(Number(sound.slice(5)))),
  ].sort((a, b) => a.atMs - b.atMs)
  return cutIntoPackets(terminal, channel, frames)
}

const startCode = Uint8Array.of(0, 0, 0, 1)
const sets = ['6742c01ed900a02ff97011000003000100000300320f162e48', '68cb83cb20'].map((hex) =>
  concat([startCode, fromHex(hex)]),
)

/** H.264 to everything but a decoder, Annex B. */
export function bluffPicture(bytes: number, isKey: boolean): Uint8Array {
  const slice = new Uint8Array(bytes).fill(7)
  slice[0] = isKey ? 0x65 : 0x41
  return concat(isKey ? [...sets, startCode, slice] : [startCode, slice])
}

/** Pictures of so many bytes that no decoder shows, ten a second, a key frame each second. */
export function largeVideo(terminal: string, channel: number, bytesAPicture: number, lengthS: number): TestVideo {
  const [key, other] = [bluffPicture(bytesAPicture, true), bluffPicture(bytesAPicture, false)]
  const frames = Array.from({ length: lengthS * 10 }, (_, at) => ({
    atMs: at * 100,
    payloadType: PayloadType.h264 as number,
    dataType: (at % 10 === 0 ? DataType.I : DataType.P) as number,
    payload: at % 10 === 0 ? key : other,
  }))
  return cutIntoPackets(terminal, channel, frames)
}

interface CodedFrame {
  readonly atMs: number
  readonly payloadType: number
  readonly dataType: number
  readonly payload: Uint8Array
}

function cutIntoPackets(terminal: string, channel: number, frames: readonly CodedFrame[]): TestVideo {
  let firstSerial = 0
  const simRaw = digitsToBcd(terminal.padStart(12, '0'))
  const packets = frames.flatMap(({ atMs, ...frame }) => {
    const cut = encodePackets({ ...frame, simRaw, channel, timestampMs: atMs, firstSerial })
    firstSerial = (firstSerial + cut.length) & 0xffff
    return cut.map((bytes) => ({ bytes, atMs }))
  })
  return { packets, lengthMs: frames.at(-1)?.atMs ?? 0 }
}

/** A test picture that moves, with a key frame each second. */
export function h265Pictures(): Uint8Array[] {
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=320x240:rate=${PICTURES_PER_S}:duration=${LENGTH_S}`]
  const parameters = `keyint=${PICTURES_PER_S}:min-keyint=${PICTURES_PER_S}:scenecut=0:bframes=0:repeat-headers=1:aud=1:log-level=none`
  const coding = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-x265-params', parameters]
  const bytes = ffmpeg([...source, ...coding, '-f', 'hevc', '-'])
  const starts = [...nalUnits(bytes)]
    .filter((unit) => (unit[0] ?? 0) >> 1 === ACCESS_UNIT_DELIMITER)
    // The start code of four bytes belongs to it.
    .map((unit) => unit.byteOffset - bytes.byteOffset - 4)
  return starts.map((start, at) => bytes.subarray(start, starts[at + 1]))
}

function aacFrames() {
  const bytes = ffmpeg([...tone(), '-c:a', 'aac', '-b:a', '24k', '-f', 'adts', '-'])
  const payloads: Uint8Array[] = []
  for (let at = 0; at < bytes.length && isAdts(bytes.subarray(at)); ) {
    const length = (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5)
    payloads.push(bytes.subarray(at, at + length))
    at += length
  }
  return payloads.map((payload, at) => sound(PayloadType.aac, at * 128, payload))
}

function g726Frames(kbitPerS: number) {
  const bytes = ffmpeg([...tone(), '-c:a', 'g726le', '-b:a', `${kbitPerS}k`, '-f', 'g726le', '-'])
  const length = kbitPerS * 5
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, at) =>
    sound(PayloadType.g726, at * 40, bytes.subarray(at * length, (at + 1) * length)),
  )
}

function tone(): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=8000:duration=${LENGTH_S}`]
}

function sound(payloadType: number, atMs: number, payload: Uint8Array): CodedFrame {
  return { atMs, payloadType, dataType: DataType.audio as number, payload }
}

function ffmpeg(args: readonly string[]): Uint8Array {
  return execFileSync('ffmpeg', ['-v', 'error', ...args], { maxBuffer: 64 * 1024 * 1024 })
}
