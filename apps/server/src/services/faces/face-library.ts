// Belongs here: which faces there are, and their photos. Does not: pieces of an upload (photo-uploads.ts), slots of devices (device-faces.ts).
import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import {
  FACE_PHOTOS_MAX,
  FACES_MAX,
  type Face,
  type FaceEdit,
  type FacePhoto,
  NEW_FACE_TEXT,
} from '@fleetglass/contract/faces'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { convertPhoto } from './convert-photo.ts'
import type { FacesStore } from './faces.store.ts'
import type { PhotoFolder } from './photo-folder.ts'

export interface FaceLibrary {
  list(): Promise<readonly Face[]>
  /** A new face, to be edited (FACE-08). */
  add(): Promise<Face>
  edit(edit: FaceEdit): Promise<Face>
  /** With its photos. Returns what it was. */
  remove(faceid: string): Promise<Face>
  photos(faceid?: string): Promise<readonly FacePhoto[]>
  /** The bytes of a photo. */
  photo(photoid: string): Promise<Uint8Array>
  addPhoto(faceid: string, bytes: Uint8Array): Promise<FacePhoto>
  removePhoto(photoid: string): Promise<void>
  /** Throws when a photo for this face would be refused, whatever is in it. */
  checkRoom(faceid: string): Promise<void>
}

export function createFaceLibrary(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly store: FacesStore
  readonly folder: PhotoFolder
  /** The ffmpeg program. */
  readonly program: string
}): FaceLibrary {
  const { clock, log, store, folder } = deps
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  const newId = (): string => randomBytes(16).toString('hex')
  const found = async (faceid: string): Promise<Face> => {
    const face = await store.find(faceid)
    if (face === null) throw new AppError('unknown-face')
    return face
  }
  const asFailure = (error: unknown): AppError => {
    if (error instanceof AppError) return error
    log.error({ err: error }, 'Cannot store a face photo; check ffmpeg and the disk of the data folder')
    return new AppError('face-photo-not-stored')
  }
  return {
    list: () => store.all(),
    async add() {
      const texts = { unit: NEW_FACE_TEXT, idcard: NEW_FACE_TEXT, name: '', contact: '', memo: '' }
      const face = { faceid: newId(), ...texts, updatetime: nowS() }
      if (!(await store.add(face, clock.nowMs(), FACES_MAX)))
        throw new AppError('face-library-full', { most: FACES_MAX })
      return face
    },
    async edit(edit) {
      if (!(await store.edit(edit, nowS()))) throw new AppError('unknown-face')
      return await found(edit.faceid)
    },
    async remove(faceid) {
      const face = await found(faceid)
      const photos = await store.remove(faceid)
      if (photos === null) throw new AppError('unknown-face')
      for (const photoid of photos) await folder.remove(photoid)
      return face
    },
    photos: (faceid) => store.photos(faceid),
    async photo(photoid) {
      const bytes = (await store.hasPhoto(photoid)) ? await folder.read(photoid) : null
      if (bytes === null) throw new AppError('unknown-face-photo')
      return bytes
    },
    async addPhoto(faceid, bytes) {
      const photo = { photoid: newId(), faceid }
      try {
        await folder.write(photo.photoid, await convertPhoto({ clock, program: deps.program }, bytes))
        const outcome = await store.addPhoto(photo, clock.nowMs(), FACE_PHOTOS_MAX)
        if (outcome === 'no-face') throw new AppError('unknown-face')
        if (outcome === 'full') throw new AppError('face-photos-full', { most: FACE_PHOTOS_MAX })
        return photo
      } catch (error) {
        await folder.remove(photo.photoid).catch(() => undefined)
        throw asFailure(error)
      }
    },
    async removePhoto(photoid) {
      if (!(await store.removePhoto(photoid, nowS()))) throw new AppError('unknown-face-photo')
      await folder.remove(photoid)
    },
    async checkRoom(faceid) {
      await found(faceid)
      if ((await store.photos(faceid)).length >= FACE_PHOTOS_MAX)
        throw new AppError('face-photos-full', { most: FACE_PHOTOS_MAX })
    },
  }
}
