// Belongs here: the key of a row as text, so that an interrupted copy goes on behind it.
import type { SourceValue } from '../../platform/database/index.ts'

/** ASCII and without NUL, for any value. */
export function writePosition(key: readonly SourceValue[]): string {
  return JSON.stringify(key.map(write)).replaceAll(/[^\x20-\x7e]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

export function readPosition(text: string): SourceValue[] {
  return (JSON.parse(text) as string[]).map(read)
}

function write(value: SourceValue): string {
  if (typeof value === 'bigint') return `i${value}`
  if (typeof value === 'number') return `f${value}`
  if (typeof value === 'string') return `t${value}`
  if (value === null) return 'n'
  return `b${Buffer.from(value).toString('hex')}`
}

function read(text: string): SourceValue {
  const value = text.slice(1)
  if (text.startsWith('i')) return BigInt(value)
  if (text.startsWith('f')) return Number(value)
  if (text.startsWith('t')) return value
  return text.startsWith('n') ? null : Buffer.from(value, 'hex')
}
