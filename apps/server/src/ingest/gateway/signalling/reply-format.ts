import type { Header } from '@fleetglass/jt808'
import type { ReplyFormat } from './speaker.types.ts'

/** How answers to a terminal are written: as its header is. The bytes are copied, since a header is a view of what was read. */
export function replyFormatOf(
  { version, protocolVersion, terminal }: Header,
  acknowledge: (format: ReplyFormat, serial: number) => void,
): ReplyFormat {
  const format: ReplyFormat = {
    version,
    protocolVersion,
    terminalRaw: terminal.raw.slice(),
    // A point that the disk refused is not answered, and the device sends it again.
    committed: (serial, error) => {
      if (!error) acknowledge(format, serial)
    },
  }
  return format
}
