import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FtpLines, LONGEST_LINE_BYTES, readCommand, resolvePath } from './ftp-lines.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('the lines of an FTP connection', () => {
  it('are whole however they are cut, with or without a carriage return', () => {
    const text = 'USER a\r\nPASS b\nSTOR c d.mp4\r\n'
    for (const length of [1, 2, 7, 100]) {
      const lines = new FtpLines()
      const got: string[] = []
      for (let at = 0; at < text.length; at += length)
        got.push(...(lines.push(bytes(text.slice(at, at + length))) ?? []))
      expect(got).toEqual(['USER a', 'PASS b', 'STOR c d.mp4'])
    }
  })

  it('are an end where one is longer than any command, whole or not', () => {
    const long = 'a'.repeat(LONGEST_LINE_BYTES + 1)
    expect(new FtpLines().push(bytes(long))).toBeNull()
    expect(new FtpLines().push(bytes(`${long}\r\n`))).toBeNull()
    expect(new FtpLines().push(new Uint8Array(10 * 1024 * 1024))).toBeNull()
    const slow = new FtpLines()
    let ended = false
    for (let n = 0; n < LONGEST_LINE_BYTES + 1 && !ended; n++) ended = slow.push(bytes('a')) === null
    expect(ended).toBe(true)
  })

  it('name a command, or nothing', () => {
    expect(readCommand('stor a b')).toEqual({ name: 'STOR', argument: 'a b' })
    expect(readCommand('NOOP')).toEqual({ name: 'NOOP', argument: '' })
    expect(readCommand('\xff\xf4ABOR')).toEqual({ name: 'ABOR', argument: '' })
    for (const line of ['', ' ', 'A', 'STORE x', 'GET / HTTP/1.1', '\0\0\0', 'PA SS']) {
      expect(readCommand(line), JSON.stringify(line)).toEqual(
        // Three letters are a command as far as a line goes: that it is none of ours is answered.
        line.startsWith('GET') ? { name: 'GET', argument: '/ HTTP/1.1' } : null,
      )
    }
  })

  it('lead nowhere above the root, whatever path they have', () => {
    expect(resolvePath('/a', 'b')).toBe('/a/b')
    expect(resolvePath('/a/b', '../c/./d')).toBe('/a/c/d')
    expect(resolvePath('/a', '/../../etc/passwd')).toBe('/etc/passwd')
    expect(resolvePath('/', '..\\..\\windows')).toBe('/windows')
    fc.assert(
      fc.property(fc.string(), fc.string(), (directory, path) => {
        const resolved = resolvePath(resolvePath('/', directory) ?? '/', path) ?? 'none'
        expect(resolved.startsWith('/')).toBe(true)
        expect(resolved.split('/')).not.toContain('..')
      }),
    )
  })
})
