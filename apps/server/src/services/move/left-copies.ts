// Belongs here: which files that a move uploads get a row in `local_copies`, so that the new server deletes them. Does not: writing it
// (services/media-uploads).
import type { SourceTable, SqliteSource } from '../../platform/database/index.ts'
import { splitSlot } from '../../platform/media-store/index.ts'
import { readOnlySlots } from './source-slots.ts'

export class LeftCopies {
  readonly #source: SqliteSource
  readonly #table: SourceTable | undefined
  readonly #readOnly: ReadonlySet<string>

  constructor(source: SqliteSource) {
    this.#source = source
    this.#table = source.tables().find(({ name }) => name === 'local_copies')
    this.#readOnly = readOnlySlots(source)
  }

  /** Not on a read-only slot: the server could not delete it. */
  stays(path: string): boolean {
    return this.#readOnly.has(splitSlot(path).slot)
  }

  /** The source has the row already: an upload of its server ended before the copy was deleted. */
  isOfSource(path: string): boolean {
    return this.#table !== undefined && this.#source.has(this.#table, [path])
  }
}
