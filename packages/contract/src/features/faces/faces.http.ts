import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { secret } from '../../envelope/index.ts'

/** `POST` lists the library, `PUT` adds a face or changes one, `DELETE` removes one with its photos. */
export const facesPath = '/gkdevice/faces'
/** `POST` lists the photos of a face or of all, `DELETE` removes one. */
export const facePhotosPath = '/gkdevice/facephotos'
/** `GET {path}/{photoid}`: the JPEG. */
export const facePhotoPath = '/gkdevice/facephoto'

export const facesAccess: Requirement = requirements.advancedSettings

/** Faces of the library together. */
export const FACES_MAX = 2_000
export const FACE_PHOTOS_MAX = 8
/** Letters of a group, an identification and a name: they fit into a slot of a device in every script. */
export const FACE_TEXT_MAX = 60
export const FACE_MEMO_MAX = 500

const noControl = (text: string): boolean => !/[\p{Cc}\p{Cf}]/u.test(text)
const line = (max: number) =>
  z.string().trim().max(max).refine(noControl, 'has characters that cannot be shown').refine(isWellFormed, 'is no text')

/** Half of a pair cannot be sent to a device. */
function isWellFormed(text: string): boolean {
  return text.isWellFormed()
}

export const faceTextSchema = line(FACE_TEXT_MAX)
export const neededFaceTextSchema = faceTextSchema.min(1, 'cannot be empty')
/** Like `contact` not in the access log, which every account reads. */
export const faceIdcardSchema = secret(line(FACE_TEXT_MAX).min(1, 'cannot be empty'))
export const faceIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'is no id of a face')
export const photoIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'is no id of a photo')

/** FACE-04. */
export const faceSchema = z.object({
  faceid: faceIdSchema,
  /** The group. */
  unit: z.string(),
  /** What identifies the person. */
  idcard: z.string(),
  name: z.string(),
  contact: z.string(),
  memo: z.string(),
  /** Unix seconds of the latest change, photos included. */
  updatetime: z.number(),
})
export const faceListSchema = z.array(faceSchema)
export type Face = Readonly<z.infer<typeof faceSchema>>

/** FACE-05. */
export const facePhotoSchema = z.object({ photoid: photoIdSchema, faceid: faceIdSchema })
export const facePhotosSchema = z.array(facePhotoSchema)
export type FacePhoto = Readonly<z.infer<typeof facePhotoSchema>>

/** Without `faceid` a face is added; with it, what is left out stays as it is. */
export const faceEditSchema = z.object({
  faceid: faceIdSchema.optional(),
  unit: neededFaceTextSchema.optional(),
  idcard: faceIdcardSchema.optional(),
  name: faceTextSchema.optional(),
  contact: secret(line(FACE_MEMO_MAX)).optional(),
  memo: line(FACE_MEMO_MAX).optional(),
})
export type FaceEdit = Readonly<z.infer<typeof faceEditSchema>> & { readonly faceid: string }
/** Fields of a face that are edited. */
export const faceFields = ['unit', 'idcard', 'name', 'contact', 'memo'] as const
export type FaceField = (typeof faceFields)[number]

/** What a new face has until it is edited (FACE-08): unit and identification are never empty. */
export const NEW_FACE_TEXT = '-'

export const faceRemovalSchema = z.object({ faceid: faceIdSchema })
export const photoRemovalSchema = z.object({ photoid: photoIdSchema })
export const photoQuerySchema = z.object({ faceid: faceIdSchema.optional() })
