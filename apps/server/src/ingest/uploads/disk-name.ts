import { createHash } from 'node:crypto'

const DIGITS = 32

/** What a path that a device gave is called on our disk: nothing of it reaches a file system. */
export function diskNameOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, DIGITS)
}
