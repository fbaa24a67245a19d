import { concat, fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMediaPacket } from './decode-packet.ts'
import { encodePackets } from './encode-packets.ts'
import { DataType, type MediaPacket, PayloadType, type SimLength } from './media-packet.ts'
import { MediaPacketParser } from './packet-parser.ts'
import type { SimKnowledge } from './sim-length.ts'

// An audio packet of terminal 13100000009 (JT/T 808-2019) that reads as an I frame of terminal 131 when six bytes are taken.
const AUDIO_OF_2019 = concat([
  fromHex('30316364810600140000000001310000000901300000019846131d3f00c8'),
  new Uint8Array(200).fill(0xd5),
])

const START_MS = 1_763_900_000_000

interface Shape {
  readonly audio: number
  readonly video: number
}

/** Sound and pictures of one terminal in an order: `a` is a sound, `v` a picture, the first one a key frame. */
function stream(simRaw: Uint8Array, order: string, sizes: Shape = { audio: 320, video: 1_500 }): Uint8Array {
  let serial = 0
  let isFirstPicture = true
  const frames = [...order].map((kind, index) => {
    const isAudio = kind === 'a'
    const dataType = isAudio ? DataType.audio : isFirstPicture ? DataType.I : DataType.P
    if (!isAudio) isFirstPicture = false
    const packets = encodePackets({
      simRaw,
      channel: 1,
      payloadType: isAudio ? PayloadType.g711a : PayloadType.h264,
      dataType,
      timestampMs: START_MS + index * 40,
      payload: new Uint8Array(isAudio ? sizes.audio : sizes.video).fill(0xd5),
      firstSerial: serial,
    })
    serial += packets.length
    return packets
  })
  return concat(frames.flat())
}

function read(chunks: readonly Uint8Array[], options: { knows?: SimKnowledge; simLength?: SimLength } = {}) {
  const parser = new MediaPacketParser(options)
  const packets: MediaPacket[] = []
  const take = (event: { kind: string }): void => {
    if (event.kind !== 'packet') throw new Error(event.kind)
    packets.push(event as MediaPacket)
  }
  for (const chunk of chunks) parser.push(chunk, take)
  return { parser, packets, end: () => parser.end(take) }
}

const says = ({ simRaw, channel, dataType, bodyLength }: MediaPacket) =>
  `${toHex(simRaw)}/${channel}/${dataType}/${bodyLength}`

const ORDERS = ['aaaaaa', 'avavav', 'vavava', 'vvvvvv', 'aavvaa']

/** A 2019 number: the zeros and digits of `base` with two pairs replaced. */
function numberWith(base: string, pairs: Readonly<Record<number, number>>): Uint8Array {
  const raw = fromHex(base)
  for (const [at, pair] of Object.entries(pairs)) raw[Number(at)] = (Math.floor(pair / 10) << 4) | (pair % 10)
  return raw
}

describe('the length of the SIM', () => {
  it('[D1] reads the sound of a 2019 number whose digits look like a channel and a data type', () => {
    const { packets } = read(Array.from({ length: 4 }, () => AUDIO_OF_2019))
    expect(packets.map(says)).toEqual(Array.from({ length: 4 }, () => '00000000013100000009/1/3/200'))
  })

  it('[D1] reads the very first such packet where the number is known, and holds it where it is not', () => {
    const knows: SimKnowledge = (simRaw) => (toHex(simRaw).endsWith('13100000009') ? 1 : 0)
    expect(read([AUDIO_OF_2019], { knows }).packets.map(says)).toEqual(['00000000013100000009/1/3/200'])
    for (let count = 1; count <= 3; count++) {
      expect(read(Array.from({ length: count }, () => AUDIO_OF_2019)).packets).toEqual([])
    }
  })

  it('[D1] reads pictures with six bytes whose clock stands where a channel and the type of sound would with ten', () => {
    // 0x0130 in the high half of the clock is May 2011.
    const frames = Array.from({ length: 5 }, (_, at) =>
      encodePackets({
        simRaw: fromHex('013800138001'),
        channel: 2,
        payloadType: PayloadType.h264,
        dataType: at === 0 ? DataType.I : DataType.P,
        timestampMs: 0x130 * 2 ** 32 + at * 40,
        firstSerial: at,
        payload: new Uint8Array(500).fill(0x55),
      }),
    )
    const { packets, end } = read([concat(frames.flat())])
    end()
    expect(packets.map(says)).toEqual(
      [DataType.I, DataType.P, DataType.P, DataType.P, DataType.P].map((type) => `013800138001/2/${type}/500`),
    )
  })

  it('[D1] follows what is known also where that is terminal 131 of 2013', () => {
    const knows: SimKnowledge = (simRaw, channel) =>
      toHex(simRaw) === '000000000131' ? 1 : channel === 1 && simRaw.length === 10 ? 0 : -1
    expect(read([AUDIO_OF_2019], { knows }).packets.map(says)).toEqual(['000000000131/0/0/200'])
  })

  it('[D1] reads sound and pictures of all digit pairs, whichever comes first, however the reads are cut', () => {
    // Bytes 6 and 7 of the number stand where channel and data type would with six bytes: every pair of pairs.
    for (const order of ORDERS) {
      const wanted = read([stream(fromHex('00000000000000000001'), order)], { simLength: 10 }).packets
      for (let pairs = 0; pairs < 10_000; pairs++) {
        const simRaw = numberWith('00000000010000004321', { 6: Math.floor(pairs / 100), 7: pairs % 100 })
        const bytes = stream(simRaw, order)
        const { packets, end } = read(pairs % 3 === 0 ? [bytes] : cut(bytes, pairs))
        end()
        if (packets.length !== wanted.length || packets.some((packet, at) => !isSame(packet, wanted[at]!, simRaw))) {
          expect(packets.map(says), `${toHex(simRaw)} ${order}`).toEqual(wanted.map(says))
        }
      }
    }
  })

  it('[D1] reads numbers of any digits at every place, of both lengths, with bodies of any size', () => {
    const digits = (bytes: number) =>
      fc.array(fc.integer({ min: 0, max: 99 }), { minLength: bytes, maxLength: bytes }).map((pairs) =>
        numberWith(
          '00'.repeat(bytes),
          pairs.map((pair) => pair),
        ),
      )
    fc.assert(
      fc.property(
        fc.oneof(digits(6), digits(10)),
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 950 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.nat(),
        (simRaw, order, audio, video, place) => {
          const bytes = stream(simRaw, order, { audio, video })
          const { packets, end } = read(cut(bytes, place))
          end()
          const sure = read([bytes], { simLength: simRaw.length as SimLength })
          expect(packets.map(says)).toEqual(sure.packets.map(says))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('[D1] reads datagrams, each one alone', () => {
    for (let pairs = 0; pairs < 10_000; pairs++) {
      const simRaw = numberWith('00000000010000004321', { 6: Math.floor(pairs / 100), 7: pairs % 100 })
      for (const { order, dataType } of [
        { order: 'a', dataType: DataType.audio },
        { order: 'v', dataType: DataType.I },
      ]) {
        const packet = decodeMediaPacket(stream(simRaw, order, { audio: 320, video: 900 }))
        if (!packet.ok || !isNamed(packet.value, simRaw, dataType)) throw new Error(`${toHex(simRaw)} ${order}`)
      }
    }
  })

  it('[D1] takes the datagram for the length after which it ends or goes on with a packet, then for its fields', () => {
    const picture = (clockHigh: number, clockLow: number) =>
      concat(
        encodePackets({
          simRaw: fromHex('013800138001'),
          channel: 2,
          payloadType: PayloadType.h264,
          dataType: DataType.P,
          timestampMs: clockHigh * 2 ** 32 + clockLow,
          payload: concat([fromHex('00000001'), new Uint8Array(99)]),
          firstSerial: 0,
        }),
      )
    const six = { ok: true, value: { channel: 2, bodyLength: 103 } }
    // With ten bytes it would be a P frame of channel 1 with a body of one byte, with as many usual values.
    const alone = picture(0x110, 0x10)
    expect(decodeMediaPacket(alone, 10)).toMatchObject({ ok: true, value: { channel: 1, bodyLength: 1 } })
    expect(decodeMediaPacket(alone)).toMatchObject(six)
    expect(decodeMediaPacket(concat([alone, alone]))).toMatchObject(six)
    // And this one a sound of channel 1 that ends at the same place, but pictures of H.264 are no sound.
    const sound = picture(0x130, 0x10)
    expect(decodeMediaPacket(sound, 10)).toMatchObject({
      ok: true,
      value: { dataType: DataType.audio, bodyLength: 103 },
    })
    expect(decodeMediaPacket(sound)).toMatchObject(six)
  })

  it('[D1] takes the datagram for one of 2019 where nothing gives the lengths apart', () => {
    const [bytes] = encodePackets({
      simRaw: fromHex('00000000000001100000'),
      channel: 1,
      payloadType: 0,
      dataType: DataType.audio,
      timestampMs: 0,
      payload: new Uint8Array(20),
      firstSerial: 0,
    })
    expect(decodeMediaPacket(bytes!, 6)).toMatchObject({ ok: true, value: { channel: 1, bodyLength: 20 } })
    expect(decodeMediaPacket(bytes!)).toMatchObject({ ok: true, value: { dataType: DataType.audio } })
  })

  it('[D1] takes the datagram for the number that is known', () => {
    const six: SimKnowledge = (simRaw) => Number(toHex(simRaw) === '000000000131')
    const ten: SimKnowledge = (simRaw) => Number(toHex(simRaw) === '00000000013100000009')
    const read = (knows: SimKnowledge) => decodeMediaPacket(AUDIO_OF_2019, undefined, knows)
    expect(read(six)).toMatchObject({ ok: true, value: { channel: 0, dataType: DataType.I } })
    expect(read(ten)).toMatchObject({ ok: true, value: { channel: 1, dataType: DataType.audio } })
  })
})

function isNamed(packet: MediaPacket, simRaw: Uint8Array, dataType: number): boolean {
  return toHex(packet.simRaw) === toHex(simRaw) && packet.channel === 1 && packet.dataType === dataType
}

function isSame(packet: MediaPacket, wanted: MediaPacket, simRaw: Uint8Array): boolean {
  return isNamed(packet, simRaw, wanted.dataType) && packet.bodyLength === wanted.bodyLength
}

/** Two cuts at places that a number decides. */
function cut(bytes: Uint8Array, seed: number): Uint8Array[] {
  const places = [seed % bytes.length, (seed * 7 + 31) % bytes.length].sort((one, other) => one - other)
  return [0, ...places].map((place, at) => bytes.subarray(place, places[at] ?? bytes.length))
}
