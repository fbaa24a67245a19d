import type { FirmwareEdit, FirmwareFile } from '@fleetglass/contract/firmware'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  firmware_files: { id: string; name: string; memo: string; bytes: number; md5: string; updated_s: number }
}

/** The table of firmware files. */
export interface FirmwareFilesStore {
  /** The newest first. */
  all(): Promise<readonly FirmwareFile[]>
  find(id: string): Promise<FirmwareFile | null>
  /** `false`: there are `most` already. */
  add(file: FirmwareFile, most: number): Promise<boolean>
  /** `false`: there is no such file. */
  edit(edit: FirmwareEdit, updatedS: number): Promise<boolean>
  remove(id: string): Promise<boolean>
}

export function createFirmwareFilesStore(database: Database): FirmwareFilesStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      const rows = await db
        .selectFrom('firmware_files')
        .selectAll()
        .orderBy('updated_s', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(fileOf)
    },
    async find(id) {
      const row = await db.selectFrom('firmware_files').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : fileOf(row)
    },
    async add({ firmwareid, filename, memo, filesize, hash, updatetime }, most) {
      return await db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('firmware_files')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return false
        await transaction
          .insertInto('firmware_files')
          .values({ id: firmwareid, name: filename, memo, bytes: filesize, md5: hash, updated_s: updatetime })
          .execute()
        return true
      })
    },
    async edit({ firmwareid, filename, memo }, updatedS) {
      const { numUpdatedRows } = await db
        .updateTable('firmware_files')
        .set({
          updated_s: updatedS,
          ...(filename !== undefined && { name: filename }),
          ...(memo !== undefined && { memo }),
        })
        .where('id', '=', firmwareid)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('firmware_files').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function fileOf({ id, name, memo, bytes, md5, updated_s }: Tables['firmware_files']): FirmwareFile {
  return {
    firmwareid: id,
    filename: name,
    memo,
    filesize: Number(bytes),
    hash: md5,
    updatetime: Number(updated_s),
  }
}
