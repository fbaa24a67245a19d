// Frames of real devices that lie beside the project; tests that want them are skipped where they are absent.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../../shared/device-frames')

export interface DeviceFrame {
  readonly source: string
  readonly hex: string
  readonly kind: string
  readonly messageId?: string
  readonly session?: string
}

/** The entries of one file; `null`, with a message, where there is none. */
export function deviceFrames(file: string): readonly DeviceFrame[] | null {
  const path = join(FOLDER, file)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as readonly DeviceFrame[]
  process.stderr.write(`no ${path}: its tests are skipped\n`)
  return null
}

export function bytesOf({ hex }: DeviceFrame): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
