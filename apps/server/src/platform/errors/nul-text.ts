import { AppError } from '@fleetglass/contract/errors'

const NUL = '\0'

/**
 * Throws when a text of the fields, at any depth, or the name of a field has a NUL character (U+0000).
 * PostgreSQL cannot store one. It is not removed, because the caller would find another text stored than the one sent.
 * Walks without recursion: a body may be nested as deeply as its bytes allow.
 */
export function rejectNul(fields: unknown): void {
  if (!isNested(fields)) return
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes(NUL)) throw new AppError('nul-character-in-name')
    if (containsNul(value)) throw new AppError('nul-character', { field: name })
  }
}

function containsNul(value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.includes(NUL)) return true
    if (!isNested(next)) continue
    for (const [name, inner] of Object.entries(next)) {
      if (name.includes(NUL)) return true
      if (typeof inner === 'string' || isNested(inner)) left.push(inner)
    }
  }
  return false
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}
