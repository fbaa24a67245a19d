import { attempt, fromHex } from '@fleetglass/bytes'
import {
  decodeFrame,
  decodeShortReport,
  type Frame,
  FrameSplitter,
  isShortReport,
  PacketAssembler,
  unwrapFrame,
} from '@fleetglass/jt808'
import { decodeMediaPacket } from '@fleetglass/jt1078'
import { describeMediaPacket } from './decode-media.ts'
import { describeBody, describeNumber, describeShortReport } from './describe-body.ts'
import type { Output, Unreadable } from './output.ts'

/** A line longer than this is no frame; the rest of it is passed over. */
const LONGEST_LINE = 256 * 1024
const NEWLINE = 0x0a

/**
 * Reads hex lines, one frame each. Packets of a message that was cut show their own bytes; the line that completes the
 * message shows its body. Holds one line and the bounded packets of unfinished messages.
 */
export class LineDecoder {
  readonly #output: Output
  readonly #zoneMinutes: number
  readonly #assembler = new PacketAssembler()
  readonly #text = new TextDecoder('latin1')
  #line = ''
  #overlong = false

  constructor(output: Output, zoneMinutes: number) {
    this.#output = output
    this.#zoneMinutes = zoneMinutes
  }

  async push(chunk: Uint8Array): Promise<void> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end))
      await this.#finishLine()
      start = end + 1
    }
    this.#hold(chunk.subarray(start))
  }

  async end(): Promise<void> {
    await this.#finishLine()
  }

  #hold(part: Uint8Array): void {
    if (this.#line.length + part.length > LONGEST_LINE) this.#overlong = true
    else this.#line += this.#text.decode(part)
  }

  async #finishLine(): Promise<void> {
    const line = this.#line
    const overlong = this.#overlong
    this.#line = ''
    this.#overlong = false
    if (overlong) await this.#output.bad({ offset: 0, reason: `a line of more than ${LONGEST_LINE} characters` })
    else if (line.trim() !== '') await this.#decode(line)
  }

  async #decode(line: string): Promise<void> {
    const bytes = attempt(() => fromHex(hexOf(line)))
    if (!bytes.ok) return await this.#output.bad({ offset: bytes.offset >> 1, reason: bytes.reason })
    if (isMediaPacket(bytes.value)) return await this.#decodeMedia(bytes.value)
    const several = framesOf(bytes.value)
    if (several.length > 1) {
      for (const content of several) await this.#decodeContent(content)
      return
    }
    const content = unwrapFrame(bytes.value)
    if (!content.ok) return await this.#output.bad(content)
    await this.#decodeContent(content.value)
  }

  async #decodeContent(content: Uint8Array): Promise<void> {
    if (isShortReport(content)) return await this.#decodeShort(content)
    const frame = decodeFrame(content)
    if (!frame.ok) return await this.#output.bad(frame)
    await this.#describe(frame.value, content.length - frame.value.body.length)
  }

  async #decodeMedia(bytes: Uint8Array): Promise<void> {
    const packet = decodeMediaPacket(bytes)
    if (packet.ok) await this.#output.good(describeMediaPacket(packet.value))
    else await this.#output.bad(packet)
  }

  async #decodeShort(content: Uint8Array): Promise<void> {
    const report = decodeShortReport(content)
    if (report.ok) await this.#output.good(describeShortReport(report.value))
    else await this.#output.bad(report)
  }

  async #describe(frame: Frame, headerBytes: number): Promise<void> {
    const { header } = frame
    const head = {
      messageId: describeNumber(header.messageId),
      version: header.version,
      terminalId: header.terminal.id,
      serial: header.serial,
    }
    if (header.encryption !== 0) {
      return await this.#output.good({ ...head, encryption: header.encryption, body: { raw: describeRaw(frame.body) } })
    }
    // No clock here: packets of a file are never too old, the other bounds hold.
    const assembly = this.#assembler.add(frame, 0)
    if (assembly.kind !== 'complete') {
      const packet = header.packet!
      return await this.#output.good({ ...head, packet, body: { raw: describeRaw(frame.body) } })
    }
    const described = describeBody(header.messageId, header.version, assembly.body, this.#zoneMinutes)
    if (!described.ok) return await this.#output.bad(shifted(described, headerBytes))
    const packet = header.packet ? { packet: header.packet } : undefined
    await this.#output.good({ ...head, ...packet, name: described.value.name, body: described.value.body })
  }
}

/** Lines as people keep them: blanks between bytes, `0x` in front, quotes or a comma around. */
function hexOf(line: string): string {
  return line.replace(/[\s"',;:-]/g, '').replace(/^0x/i, '')
}

/** The whole frames of one line, as a log writes what came in one read. */
function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  new FrameSplitter().push(bytes, (event) => {
    if (event.kind === 'frame') frames.push(event.bytes)
  })
  return frames
}

function isMediaPacket(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && bytes[1] === 0x31 && bytes[2] === 0x63 && bytes[3] === 0x64
}

function describeRaw(body: Uint8Array): string {
  return Buffer.from(body).toString('hex')
}

function shifted(bad: Unreadable, by: number): Unreadable {
  return { offset: bad.offset + by, reason: bad.reason }
}
