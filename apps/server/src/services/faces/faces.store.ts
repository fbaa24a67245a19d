import { type Face, type FaceEdit, type FacePhoto, faceFields } from '@fleetglass/contract/faces'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  faces: {
    id: string
    unit: string
    idcard: string
    name: string
    contact: string
    memo: string
    added_ms: number
    updated_s: number
  }
  face_photos: { id: string; face_id: string; added_ms: number }
}

/** The tables of faces and of their photos. */
export interface FacesStore {
  /** The newest first. */
  all(): Promise<readonly Face[]>
  find(faceid: string): Promise<Face | null>
  /** `false`: there are `most` already. */
  add(face: Face, addedMs: number, most: number): Promise<boolean>
  /** `false`: there is no such face. */
  edit(edit: FaceEdit, updatedS: number): Promise<boolean>
  /** With its photos, whose ids it returns; `null`: there is no such face. */
  remove(faceid: string): Promise<readonly string[] | null>
  /** In the order in which they came; of all faces without `faceid`. */
  photos(faceid?: string): Promise<readonly FacePhoto[]>
  hasPhoto(photoid: string): Promise<boolean>
  addPhoto(photo: FacePhoto, addedMs: number, most: number): Promise<'added' | 'full' | 'no-face'>
  /** `false`: there is no such photo. */
  removePhoto(photoid: string, updatedS: number): Promise<boolean>
}

export function createFacesStore(database: Database): FacesStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      const rows = await db.selectFrom('faces').selectAll().orderBy('added_ms', 'desc').orderBy('id').execute()
      return rows.map(faceOf)
    },
    async find(faceid) {
      const row = await db.selectFrom('faces').selectAll().where('id', '=', faceid).executeTakeFirst()
      return row === undefined ? null : faceOf(row)
    },
    async add({ faceid, updatetime, ...fields }, addedMs, most) {
      return await db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('faces')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return false
        await transaction
          .insertInto('faces')
          .values({ id: faceid, ...fields, added_ms: addedMs, updated_s: updatetime })
          .execute()
        return true
      })
    },
    async edit({ faceid, ...change }, updatedS) {
      const set = Object.fromEntries(
        faceFields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
      )
      const { numUpdatedRows } = await db
        .updateTable('faces')
        .set({ ...set, updated_s: updatedS })
        .where('id', '=', faceid)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(faceid) {
      return await db.transaction().execute(async (transaction) => {
        // The row first: a photo that comes meanwhile finds no face.
        const { numDeletedRows } = await transaction.deleteFrom('faces').where('id', '=', faceid).executeTakeFirst()
        if (numDeletedRows === 0n) return null
        const photos = await transaction.selectFrom('face_photos').select('id').where('face_id', '=', faceid).execute()
        await transaction.deleteFrom('face_photos').where('face_id', '=', faceid).execute()
        return photos.map(({ id }) => id)
      })
    },
    async photos(faceid) {
      const all = db.selectFrom('face_photos').selectAll().orderBy('added_ms').orderBy('id')
      const rows = await (faceid === undefined ? all : all.where('face_id', '=', faceid)).execute()
      return rows.map(({ id, face_id }) => ({ photoid: id, faceid: face_id }))
    },
    async hasPhoto(photoid) {
      const row = await db.selectFrom('face_photos').select('id').where('id', '=', photoid).executeTakeFirst()
      return row !== undefined
    },
    async addPhoto({ photoid, faceid }, addedMs, most) {
      return await db.transaction().execute(async (transaction) => {
        // The update locks the face until the photo is there.
        const { numUpdatedRows } = await transaction
          .updateTable('faces')
          .set({ updated_s: Math.floor(addedMs / 1000) })
          .where('id', '=', faceid)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return 'no-face'
        const { count } = await transaction
          .selectFrom('face_photos')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('face_id', '=', faceid)
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return 'full'
        await transaction
          .insertInto('face_photos')
          .values({ id: photoid, face_id: faceid, added_ms: addedMs })
          .execute()
        return 'added'
      })
    },
    async removePhoto(photoid, updatedS) {
      return await db.transaction().execute(async (transaction) => {
        const photo = await transaction
          .selectFrom('face_photos')
          .select('face_id')
          .where('id', '=', photoid)
          .executeTakeFirst()
        if (photo === undefined) return false
        await transaction.updateTable('faces').set({ updated_s: updatedS }).where('id', '=', photo.face_id).execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('face_photos')
          .where('id', '=', photoid)
          .executeTakeFirst()
        return numDeletedRows > 0n
      })
    },
  }
}

function faceOf({ id, unit, idcard, name, contact, memo, updated_s }: Tables['faces']): Face {
  return { faceid: id, unit, idcard, name, contact, memo, updatetime: Number(updated_s) }
}
