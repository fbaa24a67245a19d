// Belongs here: the configuration of the tab Record Disks and its text. Does not: the messages that carry it (record-disks.vcp.ts).
import { z } from 'zod'
import type { FieldFault } from './settings-call.ts'

/** SET-068. */
export const MEDIA_SLOTS_MAX = 24

/** SET-069: how new recordings are placed. */
export const PERFORMANCE = {
  /** Each file goes to the next slot. */
  efficacy: 0,
  /** One slot is filled before the next; when all are full, the oldest recordings are deleted. */
  capacity: 1,
} as const

/** The configuration that `uciget` and `uciset` have in `N` (SET-081). */
export const RECORD_CONFIG = 'record'

/** As `lsblk` prints it: of a GPT partition, a FAT or an NTFS file system, or of RAID. */
export const uuidField = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z:-]{0,63}$/, 'is not the UUID of a file system')

/** A file system for recordings. */
export interface MediaSlot {
  readonly uuid: string
  /** Its recordings can be played; nothing on it is written or deleted (SET-079). */
  readonly readonly: boolean
}

export const recordDisksSchema = z.object({
  slots: z
    .array(z.object({ uuid: uuidField, readonly: z.boolean() }))
    .max(MEDIA_SLOTS_MAX, `are more than ${MEDIA_SLOTS_MAX}`)
    .refine((slots) => new Set(slots.map(({ uuid }) => uuid)).size === slots.length, 'have one disk twice'),
  performance: z.union([z.literal(PERFORMANCE.efficacy), z.literal(PERFORMANCE.capacity)]),
})

export type RecordDisks = Readonly<z.output<typeof recordDisksSchema>>

type ParsedRecordDisks = { readonly ok: true; readonly value: RecordDisks } | ({ readonly ok: false } & FieldFault)

/** 24 slots and the mode have some 2 kB. */
const TEXT_MAX = 8 * 1024

/** One `key=value` a line. */
export function printRecordDisks({ slots, performance }: RecordDisks): string {
  const lines = slots.map(({ uuid, readonly }, at) => `media${at + 1}=${uuid},${readonly ? 1 : 0}`)
  return [...lines, `performance=${performance}`, ''].join('\n')
}

/** Empty lines and slots that are empty are left out, a slot behind an empty one is refused (SET-070). */
export function parseRecordDisks(text: string): ParsedRecordDisks {
  if (text.length > TEXT_MAX) return fault('media', `have more than ${TEXT_MAX} characters`)
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const at = line.indexOf('=')
    const key = line.slice(0, Math.max(0, at)).trim()
    if (!isKey(key)) return fault(shortened(at === -1 ? line : key), 'is no setting of the record disks')
    if (values.has(key)) return fault(key, 'is there twice')
    values.set(key, line.slice(at + 1).trim())
  }
  const slots: MediaSlot[] = []
  for (let n = 1; n <= MEDIA_SLOTS_MAX; n++) {
    const value = values.get(`media${n}`) ?? ''
    if (value === '') continue
    if (slots.length < n - 1) return fault(`media${n}`, 'is set while the slot before it is not')
    const [, uuid = '', readonly] = /^([^,]*),([01])$/.exec(value) ?? []
    if (!uuidField.safeParse(uuid).success) return fault(`media${n}`, 'is not a UUID with 0 or 1 behind a comma')
    if (slots.some((slot) => slot.uuid === uuid)) return fault(`media${n}`, 'has the disk of another slot')
    slots.push({ uuid, readonly: readonly === '1' })
  }
  const mode = values.get('performance') ?? `${PERFORMANCE.efficacy}`
  if (mode !== '0' && mode !== '1') return fault('performance', 'is neither 0 nor 1')
  return { ok: true, value: { slots, performance: mode === '0' ? PERFORMANCE.efficacy : PERFORMANCE.capacity } }
}

/** What is wrong with the fields of `uciget` and `uciset`: the name of the configuration, and the revision that a save is based on. */
export function recordConfigFault({ N = '', V = '' }: Readonly<Record<string, string>>): FieldFault | null {
  if (N !== RECORD_CONFIG) return { field: 'N', reason: 'is not the name of a configuration' }
  return /^\d{0,15}$/.test(V) ? null : { field: 'V', reason: 'is not a revision' }
}

function isKey(key: string): boolean {
  if (key === 'performance') return true
  const n = Number(/^media([1-9]\d?)$/.exec(key)?.[1])
  return n >= 1 && n <= MEDIA_SLOTS_MAX
}

function fault(field: string, reason: string): ParsedRecordDisks {
  return { ok: false, field, reason }
}

function shortened(text: string): string {
  return text.slice(0, 40)
}
