import { bcdToDigits } from '@fleetglass/bytes'
import { DataType, type MediaPacket, MediaPacketParser, type MediaSink, packetLength } from '@fleetglass/jt1078'
import type { Json } from './human-values.ts'
import type { Output } from './output.ts'

/** Payload types of JT/T 1078-2016, table 12. */
const CODECS: Readonly<Record<number, string>> = {
  1: 'G.721',
  2: 'G.722',
  3: 'G.723',
  4: 'G.728',
  5: 'G.729',
  6: 'G.711A',
  7: 'G.711U',
  8: 'G.726',
  9: 'G.729A',
  10: 'DVI4_3',
  11: 'DVI4_4',
  12: 'DVI4_8K',
  13: 'DVI4_16K',
  14: 'LPC',
  15: 'S16BE_STEREO',
  16: 'S16BE_MONO',
  17: 'MPEGAUDIO',
  18: 'LPCM',
  19: 'AAC',
  20: 'WMA9STD',
  21: 'HEAAC',
  22: 'PCM_VOICE',
  23: 'PCM_AUDIO',
  24: 'AACLC',
  25: 'MP3',
  26: 'ADPCM',
  27: 'MP4AUDIO',
  28: 'AMR',
  91: 'transparent',
  98: 'H.264',
  99: 'H.265',
  100: 'AVS',
  101: 'SVAC',
}

const DATA_TYPES: Readonly<Record<number, string>> = {
  [DataType.I]: 'I',
  [DataType.P]: 'P',
  [DataType.B]: 'B',
  [DataType.audio]: 'audio',
  [DataType.transparent]: 'transparent',
}

/** One media packet as JSON; `bytes` is the length of its body. */
export function describeMediaPacket(packet: MediaPacket): { readonly [key: string]: Json } {
  return {
    kind: 'media',
    sim: bcdToDigits(packet.simRaw),
    channel: packet.channel,
    dataType: DATA_TYPES[packet.dataType] ?? `type${packet.dataType}`,
    codec: CODECS[packet.payloadType] ?? `type${packet.payloadType}`,
    timestampMs: packet.timestampMs,
    bytes: packet.bodyLength,
  }
}

/** Reads a binary file of media packets. Bytes between packets are told once, with where they began. */
export class MediaDecoder {
  readonly #output: Output
  // A file is not a connection: there is nobody to hang up on, so any amount of rubbish may be passed over.
  readonly #parser = new MediaPacketParser({ maxJunkBytes: Number.MAX_SAFE_INTEGER })
  #received = 0
  #accounted = 0

  constructor(output: Output) {
    this.#output = output
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.#received += chunk.length
    await this.#print((sink) => this.#parser.push(chunk, sink))
  }

  async end(): Promise<void> {
    await this.#print((sink) => this.#parser.end(sink))
    const left = this.#received - this.#accounted
    if (left === 0) return
    await this.#output.bad({ offset: this.#accounted, reason: `the last ${left} bytes are no whole packet` })
  }

  async #print(parse: (sink: MediaSink) => void): Promise<void> {
    const lines: (() => Promise<void>)[] = []
    parse((event) => {
      if (event.kind === 'packet') {
        this.#accounted += packetLength(event)
        const described = describeMediaPacket(event)
        lines.push(() => this.#output.good(described))
      } else if (event.kind === 'skipped') {
        const offset = this.#accounted
        this.#accounted += event.bytes
        lines.push(() => this.#output.bad({ offset, reason: `${event.bytes} bytes belong to no packet` }))
      }
    })
    for (const print of lines) await print()
  }
}
