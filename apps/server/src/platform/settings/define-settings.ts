import type { z } from 'zod'
import type { ServerConfig } from '../config/index.ts'
import type { SettingsSection } from './settings.types.ts'

/** Declares what can be set at run time. A constant of the part that the settings change. */
export function defineSettings<Schema extends z.ZodObject>(section: {
  readonly name: string
  readonly schema: Schema
  initial(config: ServerConfig): z.input<NoInfer<Schema>>
  readonly destinations?: Readonly<Record<string, readonly string[]>>
}): SettingsSection<Schema> {
  return section
}
