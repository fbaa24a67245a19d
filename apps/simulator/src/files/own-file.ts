import type { RecordingFile } from '../camera/index.ts'

/** 200 KB in pieces of 4 KB. */
const PIECES = 50
const PIECE_BYTES = 4096

/** What a device writes by itself, such as a log: the same bytes for the same name. */
export function ownFile(name: string): RecordingFile {
  return {
    name,
    *bytes() {
      for (let piece = 0; piece < PIECES; piece++) {
        const line = new TextEncoder().encode(`${name} ${piece}\n`)
        yield Uint8Array.from({ length: PIECE_BYTES }, (_, at) => line[at % line.length]!)
      }
    },
  }
}
