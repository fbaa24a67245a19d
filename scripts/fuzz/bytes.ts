// What is thrown: rubbish, truncated, endless, lying and mutated bytes, from a seed that can be given again.
import { concat } from '@fleetglass/bytes'
import { encodeBody, encodeFrame, encodeFrames, type Header, terminalNumber } from '@fleetglass/jt808'
import { encodePackets } from '@fleetglass/jt1078'
import { positionMessage } from '../../apps/server/test/devices/device-client.ts'

export interface Random {
  /** 0 to below `limit`. */
  below(limit: number): number
  bytes(length: number): Uint8Array
  pick<T>(values: readonly T[]): T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const random: Random = {
    below: (limit) => next() % limit,
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    pick: (values) => values[next() % values.length] as (typeof values)[number],
  }
  return random
}

/** One attack on a JT/T 808 line. */
export function signallingBytes(random: Random): Uint8Array {
  const kinds = [rubbish, endless, validFrames, mutatedFrames, truncatedFrame, lyingPackets, lyingBatch, manyDelimiters]
  return random.pick(kinds)(random)
}

/** One attack on a JT/T 1078 line. */
export function mediaBytes(random: Random): Uint8Array {
  const kinds = [rubbish, endless, unknownPackets, mutatedPackets, longestBodies, truncatedPacket, manyMagics]
  return random.pick(kinds)(random)
}

/** Text-like rubbish for HTTP and WebSocket lines. */
export function webBytes(random: Random): Uint8Array {
  const path = random.pick([
    '/',
    '/api/gps',
    '/ws.cgi?deviceid=1&channel=1',
    '/pic.cgi',
    '/%00%ff',
    `/${'a'.repeat(20_000)}`,
  ])
  const method = random.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'BREW', ''])
  const headers = [
    'Host: 127.0.0.1',
    random.pick(['Content-Length: 99999999999', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'X: y']),
    random.pick(['Upgrade: websocket', 'Connection: Upgrade', 'Content-Type: application/json', '\u0000: \u0000']),
    random.pick([
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
      `Y: ${'z'.repeat(9_000)}`,
    ]),
  ]
  const text = `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  return random.pick([
    () => concat([new TextEncoder().encode(text), random.bytes(random.below(4_000))]),
    () => random.bytes(1 + random.below(8_000)),
    () => new TextEncoder().encode('G'.repeat(40_000)),
  ])()
}

/** One message for the main channel. */
export function channelMessage(random: Random): Uint8Array {
  const code = random.pick(['Q01', 'Q02', 'Q03', 'Q04', 'Q05', 'D01', 'D02', 'Z99', '', 'Q02'])
  const text = `${code}\t${random.pick(['U=admin', 'X=1', 'A=\u0000', `A=${'9'.repeat(5_000)}`, '====', 'P'])}`
  return random.pick([
    () => new TextEncoder().encode(text),
    () => random.bytes(random.below(2_000)),
    () => new Uint8Array(random.below(200_000)),
  ])()
}

function rubbish(random: Random): Uint8Array {
  return random.bytes(1 + random.below(20_000))
}

function endless(random: Random): Uint8Array {
  return new Uint8Array(200_000).fill(random.pick([0x00, 0x41, 0x30, 0xff, 0x7d]))
}

function manyDelimiters(random: Random): Uint8Array {
  return new Uint8Array(1 + random.below(50_000)).fill(0x7e)
}

const versionOf = (random: Random) => random.pick(['2013', '2019'] as const)

function frames(random: Random): Uint8Array[] {
  const version = versionOf(random)
  const terminalRaw = terminalNumber(String(14_000_000_000 + random.below(1_000)), version).raw
  const id = random.pick([
    0x0001,
    0x0002,
    0x0100,
    0x0102,
    0x0104,
    0x0200,
    0x0704,
    0x0801,
    0x1205,
    random.below(0x10000),
  ])
  const timeS = 1_700_000_000 + random.below(100_000_000)
  const body = id === 0x0200 ? encodeBody(positionMessage(timeS), version) : random.bytes(random.below(1_500))
  return encodeFrames({ messageId: id, version, terminalRaw, firstSerial: random.below(65_536) }, body)
}

function validFrames(random: Random): Uint8Array {
  return concat(Array.from({ length: 1 + random.below(20) }, () => concat(frames(random))))
}

function mutatedFrames(random: Random): Uint8Array {
  return mutate(random, validFrames(random))
}

function truncatedFrame(random: Random): Uint8Array {
  const whole = concat(frames(random))
  return whole.subarray(0, 1 + random.below(whole.length))
}

/** Packets of messages that will never be whole, with totals that cannot be. */
function lyingPackets(random: Random): Uint8Array {
  const raw = terminalNumber('14000000001', '2013').raw
  const out: Uint8Array[] = []
  for (let n = 0; n < 100; n++) {
    const total = random.pick([2, 100, 65_535])
    const header: Header = {
      messageId: random.pick([0x0801, 0x0704, 0x0104]),
      version: '2013',
      versionFlag: false,
      protocolVersion: 0,
      terminal: { raw, id: '14000000001' },
      serial: random.below(65_536),
      encryption: 0,
      reservedFlag: false,
      bodyLength: 0,
      packet: { total, number: 1 + random.below(total) },
    }
    out.push(encodeFrame(header, random.bytes(random.below(1_000))))
  }
  return concat(out)
}

function lyingBatch(random: Random): Uint8Array {
  const raw = terminalNumber('14000000002', '2013').raw
  const body = concat([Uint8Array.of(0xff, 0xff, 1, 0xff, 0xff), random.bytes(random.below(900))])
  return concat(encodeFrames({ messageId: 0x0704, version: '2013', terminalRaw: raw, firstSerial: 1 }, body))
}

function packets(random: Random): Uint8Array[] {
  return encodePackets({
    simRaw: random.bytes(random.pick([6, 10])),
    channel: random.below(256),
    payloadType: random.pick([98, 99, 6, 8, 26, random.below(128)]),
    dataType: random.below(4),
    timestampMs: random.below(2 ** 31),
    payload: random.bytes(random.below(5_000)),
    firstSerial: random.below(65_536),
  })
}

function unknownPackets(random: Random): Uint8Array {
  return concat(Array.from({ length: 1 + random.below(10) }, () => concat(packets(random))))
}

function mutatedPackets(random: Random): Uint8Array {
  return mutate(random, unknownPackets(random))
}

function truncatedPacket(random: Random): Uint8Array {
  const whole = concat(packets(random))
  return whole.subarray(0, 1 + random.below(whole.length))
}

function longestBodies(random: Random): Uint8Array {
  const head = Uint8Array.from([0x30, 0x31, 0x63, 0x64, 0x81, 0xe2, 0, 1, 1, 0x40, 0, 0, 0, 1, 1, 0x01])
  return concat([head, new Uint8Array(12), Uint8Array.of(0xff, 0xff), new Uint8Array(random.below(70_000))])
}

function manyMagics(): Uint8Array {
  return concat(Array.from({ length: 20_000 }, () => Uint8Array.of(0x30, 0x31, 0x63, 0x64)))
}

function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice()
  const changes = 1 + random.below(8)
  for (let n = 0; n < changes && copy.length > 0; n++) copy[random.below(copy.length)] = random.below(256)
  return copy
}
