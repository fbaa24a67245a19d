import { z } from 'zod'

const secrets = z.registry<{ readonly secret: true }>()

/**
 * Marks a field whose value must not reach a log or the audit log: a password, a hash, a key, a token. The mark stays on
 * the schema itself, wherever it is used.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  secrets.add(schema, { secret: true })
  return schema
}

export function isSecret(schema: z.core.$ZodType): boolean {
  return secrets.has(schema)
}
