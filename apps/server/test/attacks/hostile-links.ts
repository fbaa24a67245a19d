// Peers of the main channel that mean no good, below the WebSocket: each from an address of its own choice.
import { connect, type Socket } from 'node:net'
import { encodeVcp } from '@fleetglass/vcp'

/** One of them, connected and through with what it wanted to do. */
export interface HostileLink {
  readonly kind: HostileKind
  /** The code of the server's close frame; 0 when the connection ended without one. Never, while the server waits for it. */
  readonly ended: Promise<number>
  readonly socket: Socket
}

const HANDSHAKE = [
  'GET / HTTP/1.1',
  'Host: x',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '',
  '',
].join('\r\n')

const TEXT = 0x1
const BINARY = 0x2
const RESERVED = 0x3

/** What each kind does once its WebSocket is open; those that only wait are ended by the server when their time is up. */
const deeds = {
  rubbish: (socket: Socket) => socket.write(frame(TEXT, Buffer.from('rubbish that is no message'))),
  'wrong length': (socket: Socket) => socket.write(frame(TEXT, Buffer.from('VCP\n999999\nM:Q02\n'))),
  'wrong UTF-8': (socket: Socket) =>
    socket.write(frame(TEXT, Buffer.concat([Buffer.from('VCP\n9\nM:Q02\nU:'), Buffer.from([0xff, 0x0a])]))),
  'reserved frame': (socket: Socket) => socket.write(frame(RESERVED, Buffer.alloc(5))),
  'too large': (socket: Socket) => socket.write(head(BINARY, 5 * 1024 * 1024)),
  'large and unfinished': (socket: Socket) => {
    socket.write(head(BINARY, 4 * 1024 * 1024 - 1))
    socket.write(Buffer.alloc(200 * 1024))
  },
  'a flood': (socket: Socket) => socket.write(Buffer.concat(Array.from({ length: 300 }, () => unknownMessage))),
  'unknown codes': (socket: Socket) => socket.write(Buffer.concat([unknownMessage, unknownMessage])),
  'one byte': (socket: Socket) => socket.write(head(TEXT, 100).subarray(0, 3)),
  silence: () => {},
  'half closed': (socket: Socket) => socket.end(),
  reset: (socket: Socket) => socket.resetAndDestroy(),
} as const

export type HostileKind = keyof typeof deeds

export const hostileKinds = Object.keys(deeds) as HostileKind[]

/** The close code that each kind that is ended at once is ended with; 0: it went by itself. */
export const endsAtOnce: Readonly<Partial<Record<HostileKind, number>>> = {
  rubbish: 1002,
  'wrong length': 1002,
  'wrong UTF-8': 1002,
  'reserved frame': 1002,
  'too large': 1009,
  'large and unfinished': 1009,
  'a flood': 1008,
  'half closed': 0,
  reset: 0,
}

/** Rejects when the server takes no connection, or no WebSocket. */
export async function attack(kind: HostileKind, port: number, localAddress: string): Promise<HostileLink> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  let received = Buffer.alloc(0)
  const ended = new Promise<number>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      // The last bytes are enough: a close frame is the last thing that is sent.
      received = Buffer.concat([received, chunk]).subarray(-200)
      if (socket.writable && closeCodeOf(received) !== 0) socket.end()
    })
    socket.once('close', () => resolve(closeCodeOf(received)))
  })
  socket.write(HANDSHAKE)
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 101')) resolve()
      else reject(new Error(chunk.toString('latin1').split('\r\n')[0]))
    })
    socket.once('close', () => reject(new Error('the connection was ended')))
  })
  received = received.subarray(received.indexOf('\r\n\r\n') + 4)
  deeds[kind](socket)
  return { kind, ended, socket }
}

/** Addresses of the loopback network, all on this machine. */
export function hostileAddress(number: number): string {
  return `127.1.${(number >> 8) & 255}.${number & 255}`
}

const unknownMessage = frame(TEXT, encodeVcp({ code: 'Y99', fields: { X: '1' } }))

/** A frame as a client sends it: masked, here with zeros. */
function frame(opcode: number, payload: Uint8Array): Buffer {
  return Buffer.concat([head(opcode, payload.length), payload])
}

function head(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  bytes[0] = 0x80 | opcode
  if (length < 126) bytes[1] = 0x80 | length
  else if (length < 65_536) {
    bytes[1] = 0x80 | 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 0x80 | 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([bytes, Buffer.alloc(4)])
}

/** Of the close frame (unmasked, FIN and opcode 8) at the end of what came; 0 when there is none. */
function closeCodeOf(bytes: Buffer): number {
  for (let at = bytes.length - 4; at >= 0; at--) {
    const length = bytes[at + 1] ?? 0
    if (bytes[at] === 0x88 && at + 2 + length === bytes.length) return bytes.readUInt16BE(at + 2)
  }
  return 0
}
