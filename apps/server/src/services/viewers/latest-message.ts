import { MEDIA_HEADER_BYTES, type MediaHeader, writeMediaHeader } from '@fleetglass/contract/streams'
import { binaryFrame, sendFrames, sendShared, type WebSocket } from '../../platform/ws/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'

/** The header of a frame: two viewers with the same header get the same bytes. */
export interface Sending extends Pick<MediaHeader, 'channel' | 'discontinuity' | 'sequence'> {
  readonly shown: MediaHeader['shown'] | undefined
}

/**
 * The message that was sent last, which many sockets may share. Viewers who came within the same group of pictures count
 * from the same picture, and a frame goes to one after the other: from the second on they get the bytes as they stand on
 * the wire, made once, in one piece: no header to write for each, one piece to give to the socket instead of two, and one
 * record instead of two where the listener encrypts. A single viewer costs no copy of the pictures.
 *
 * Keeps one message, until the next one.
 */
export class LatestMessage {
  #frame: MediaFrame | null = null
  #sending: Sending | null = null
  #head: Uint8Array = new Uint8Array(0)
  #wire: Uint8Array | null = null

  send(socket: WebSocket, frame: MediaFrame, sending: Sending): void {
    if (frame === this.#frame && this.#isSame(sending)) {
      this.#wire ??= binaryFrame(this.#head, frame.payload)
      sendFrames(socket, this.#wire)
      return
    }
    this.#frame = frame
    this.#sending = sending
    this.#head = headOf(frame, sending)
    this.#wire = null
    sendShared(socket, this.#head, frame.payload)
  }

  #isSame({ sequence, discontinuity, channel, shown }: Sending): boolean {
    const last = this.#sending
    return (
      last?.sequence === sequence &&
      last.discontinuity === discontinuity &&
      last.channel === channel &&
      last.shown === shown
    )
  }
}

function headOf(frame: MediaFrame, { channel, discontinuity, sequence, shown }: Sending): Uint8Array {
  const { kind, codec, keyFrame, mainStream, timestampMs, payload } = frame
  const head = Buffer.allocUnsafe(MEDIA_HEADER_BYTES)
  const header = { kind, codec, keyFrame, discontinuity, mainStream, channel, timestampMs, sequence }
  writeMediaHeader(head, 0, shown === undefined ? header : { ...header, shown }, payload.length)
  return head
}
