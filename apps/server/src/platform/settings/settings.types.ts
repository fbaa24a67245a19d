import type { z } from 'zod'
import type { ServerConfig } from '../config/index.ts'

/** Server settings that are saved together: a tab of the page. */
export interface SettingsSection<Schema extends z.ZodObject = z.ZodObject> {
  /** Names the row in the database; never changes. */
  readonly name: string
  /** Field rules; secret fields are declared with `secret`. Rules across fields are checks of the object. */
  readonly schema: Schema
  /** What holds for fields that were not saved: from the configuration file, the environment and the flags. */
  initial(config: ServerConfig): z.input<Schema>
  /**
   * For a secret, the fields that say where it is sent. Who changes one of them types the secret again: otherwise everybody who saves
   * could have it sent to a host of their own.
   */
  readonly destinations?: Readonly<Record<string, readonly string[]>>
}

export interface Settings {
  /** The section as it is in this process. The same object for each call with the same section. */
  open<Schema extends z.ZodObject>(section: SettingsSection<Schema>): OpenSettings<z.output<Schema>>
  /** The section of this name, for who saves settings of others; throws where its owner has not opened it. */
  named(name: string): OpenSettings<Readonly<Record<string, unknown>>>
  /** Pending saves are on disk when it resolves; no subscriber is called after that. */
  close(): Promise<void>
}

export interface OpenSettings<Value extends object = object> {
  /** The present value, from memory. Replaced as a whole by each change: do not keep it. */
  readonly value: Readonly<Value>
  /** Rises by one with each change; 0: nothing was ever saved. */
  readonly revision: number
  /** The fields that were saved; the others have their initial values. */
  readonly savedFields: readonly Extract<keyof Value, string>[]
  /**
   * Checks, stores, then publishes. Fields that `given` leaves out stay as they are. Throws `invalid-field` or `invalid-body` for
   * what the schema refuses, `settings-changed` for a `baseRevision` that is no longer the present one.
   */
  save(given: Readonly<Record<string, unknown>>, author: SettingsAuthor): Promise<SavedSettings>
  /** Called after a change is on disk and `value` is the new one, whichever process made it. */
  subscribe(listener: SettingsListener<Value>): { close(): void }
}

export interface SettingsAuthor {
  /** User name, named to others who save the same section at the same time. */
  readonly name: string
  /** The revision that the author has seen; left out by clients that do not know it: then the last save wins. */
  readonly baseRevision?: number | undefined
}

export type SettingsListener<Value extends object> = (value: Readonly<Value>, before: Readonly<Value>) => void

/** What a save has changed, for the audit log. Secrets are masked. */
export interface SavedSettings {
  readonly revision: number
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}
