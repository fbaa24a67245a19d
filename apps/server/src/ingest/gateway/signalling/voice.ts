import type { Header } from '@fleetglass/jt808'
import type { Voice } from './speaker.types.ts'

/** How answers to a terminal are written: as its header is. The bytes are copied, since a header is a view of what was read. */
export function voiceOf(
  { version, protocolVersion, terminal }: Header,
  acknowledge: (voice: Voice, serial: number) => void,
): Voice {
  const voice: Voice = {
    version,
    protocolVersion,
    terminalRaw: terminal.raw.slice(),
    // A point that the disk refused is not answered, and the device sends it again.
    committed: (serial, error) => {
      if (!error) acknowledge(voice, serial)
    },
  }
  return voice
}
