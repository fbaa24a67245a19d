// Belongs here: the lines of an FTP control connection as values. Does not: what they lead to (ftp-session.ts).

/** No command that an upload needs is longer. */
export const LONGEST_LINE_BYTES = 512

export interface FtpCommand {
  /** In capitals. */
  readonly name: string
  readonly argument: string
}

/** Cuts what comes into lines. */
export class FtpLines {
  #buffered = ''

  /** The whole lines of it; `null` when one is too long: the connection is to be ended. */
  push(chunk: Uint8Array): readonly string[] | null {
    if (chunk.length > LONGEST_LINE_BYTES * 16) return null
    const lines = (this.#buffered + Buffer.from(chunk).toString('latin1')).split('\n')
    this.#buffered = lines.pop() ?? ''
    const tooLong = [...lines, this.#buffered].some(({ length }) => length > LONGEST_LINE_BYTES)
    return tooLong ? null : lines.map((line) => line.replace(/\r$/, ''))
  }
}

/** RFC 959, 5.3: three or four letters, a space, the rest. `null` for anything else. */
export function readCommand(line: string): FtpCommand | null {
  // Telnet's "interrupt process", which some clients send in front of ABOR.
  const match = /^[\xf2-\xff]*([A-Za-z]{3,4})(?: (.*))?$/.exec(line)
  if (match === null) return null
  const [, name = '', argument = ''] = match
  return { name: name.toUpperCase(), argument }
}

/** No recorder's folders are deeper; a working directory is kept as long as its connection. */
const LONGEST_PATH = 1024

/** Where a path leads from a directory, both of no disk: ".." ends at the root. `null`: it is too long. */
export function resolvePath(directory: string, path: string): string | null {
  const parts = path.startsWith('/') ? [] : directory.split('/').filter((part) => part !== '')
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  const resolved = `/${parts.join('/')}`
  return resolved.length <= LONGEST_PATH ? resolved : null
}
