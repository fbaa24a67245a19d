// Belongs here: which databases a move may fill. Does not: filling them (copy-rows.ts).
import type { SqliteSource } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { MoveTarget } from './move-target.store.ts'

export interface PrepareOptions {
  readonly source: Pick<SqliteSource, 'id'>
  /** Of the source, for people. */
  readonly folder: string
  readonly isVerifying: boolean
}

/**
 * Begins a move into an empty database, or finds the unfinished one of the same source. Throws `StartError` for any other database. Runs
 * with the lease of the database, before its schema is made.
 */
export async function prepareTarget(target: MoveTarget, options: PrepareOptions): Promise<void> {
  const { source, folder, isVerifying } = options
  const state = await target.record.read()
  if (state !== null) {
    if (state.source !== source.id) {
      throw new StartError(
        `The target database was filled from another source (${state.folder}), or from this one before it was upgraded. Use an empty database.`,
      )
    }
    if (state.isFinished && !isVerifying) {
      throw new StartError(
        'The move into this database is finished. Start the server on it; --verify compares it with the source, which makes sense until then.',
      )
    }
    return
  }
  await rejectUsed(target)
  if (isVerifying) {
    await target.leaveNothing()
    throw new StartError('The target database is empty: nothing was moved into it. Leave --verify out to move.')
  }
  const encoding = await target.encoding()
  if (encoding !== 'UTF8') {
    await target.leaveNothing()
    throw new StartError(
      `The target database has the encoding ${encoding}, which cannot store all text. Make it with: create database … encoding 'UTF8' template template0`,
    )
  }
  await target.record.begin({ source: source.id, folder })
}

async function rejectUsed(target: MoveTarget): Promise<void> {
  const otherTables = await target.otherTables()
  if (otherTables.includes('schema_versions')) {
    throw new StartError(
      'The target database is not empty: a Fleetglass server has used it already. Rows of two servers cannot be joined; make an empty database for the move.',
    )
  }
  if (otherTables.length === 0) return
  await target.leaveNothing()
  throw new StartError(
    `The target database is not empty: it has tables of another program (${otherTables.slice(0, 3).join(', ')}). Nothing was changed there; make an empty database for the move.`,
  )
}
