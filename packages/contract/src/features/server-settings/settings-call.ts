// Belongs here: how the fields of a tab travel. Does not: which fields there are (tabs/).
import { z } from 'zod'
import { administratorOnly } from '../../access/index.ts'
import { ruleMessage } from '../../errors/index.ts'

/** Who reads and saves server settings (RIGHT2-09). */
export const serverSettingsAccess = administratorOnly

/** What stands for a secret that is set; saving it keeps the stored one (SET-110). */
export const SECRET_MASK = '***'

/**
 * One pair of calls that reads and saves fields of a section. `PUT` saves; `GET` reads, or `POST` where the answer has a field that is
 * for administrators alone.
 */
export interface SettingsCall<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly path: string
  readonly read: 'GET' | 'POST'
  /** The fields with their rules; the same for read, save, console and server. */
  readonly fields: z.ZodObject<Shape>
  /** The fields stand inside this one, as older clients know them; left out: beside the credentials. */
  readonly inside?: string
  /** Rules across fields, of values that each fit their own rule. */
  readonly faults?: (fields: Readonly<Record<string, unknown>>) => readonly FieldFault[]
  /** What travels for the fields, in the answer of a read and in a save; left out: themselves. */
  readonly sent?: (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** The fields that older clients mean by what they send; left out: what it says. */
  readonly received?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** What is wrong with a field beside others. */
export interface FieldFault {
  readonly field: string
  readonly reason: string
}

/** A call whose rules across fields see the types of its fields. */
export function settingsCall<Shape extends z.ZodRawShape>(
  call: Omit<SettingsCall<Shape>, 'faults'> & {
    readonly faults: (fields: Readonly<z.output<z.ZodObject<Shape>>>) => readonly FieldFault[]
  },
): SettingsCall<Shape> {
  const { faults } = call
  return { ...call, faults: (fields) => faults(fields as Readonly<z.output<z.ZodObject<Shape>>>) }
}

/** What is on needs to know where to. */
export function missingTarget(isOn: boolean, field: string, target: string): readonly FieldFault[] {
  return isOn && target === '' ? [{ field, reason: ruleMessage('empty') }] : []
}

/** Travels beside the fields, in the answer of a read and in a save. */
export const revisionSchema = z.object({
  /** The state that the form shows. A save with an older one is refused; without one it wins. */
  revision: z.int().min(0).optional(),
  /** Fields that were saved here; the others follow the configuration file. Ignored in a save. */
  saved: z.array(z.string()).optional(),
})
type SettingsRevision = z.infer<typeof revisionSchema>

/** The body of a save and of the answer to a read, without the credentials (SET-006). */
export function bodyOf(
  { inside, sent }: Pick<SettingsCall, 'inside' | 'sent'>,
  given: Readonly<Record<string, unknown>>,
  revision: SettingsRevision,
): Readonly<Record<string, unknown>> {
  const fields = sent?.(given) ?? given
  return inside === undefined ? { ...fields, ...revision } : { [inside]: fields, ...revision }
}

/** The fields of a body, unchecked; `null` when they are not where they belong. */
export function fieldsOf(
  { inside, fields, received }: SettingsCall,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const source = inside === undefined ? body : body[inside]
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return null
  const known = Object.entries(received?.(source as Readonly<Record<string, unknown>>) ?? source).filter(
    ([name]) => name in fields.shape,
  )
  return Object.fromEntries(known)
}
