import { z } from 'zod'
import { deviceStreamSchema, StreamPath } from '../../streams/index.ts'
import { faceIdcardSchema, neededFaceTextSchema, photoIdSchema } from './faces.http.ts'

/** `PUT`: puts photos of the library into free slots of a device (API2-161, API2-162). */
export const deviceFacePath = '/gkdevice/deviceface'
/** The calls of the stream port. Each is `web.cgi` or `pic.cgi` with this `type`. */
export const deviceFaceTypes = {
  summary: 'facesummary',
  read: 'faceget',
  remove: 'facedel',
  write: 'faceset',
  photo: 'face',
} as const

/** FACE-06. */
export const faceSlotSchema = z.object({
  /** From 1. */
  index: z.number().int().min(1),
  idcard: z.string(),
  name: z.string(),
  /** MD5 of the photo, lower-case hex; empty: the slot has none. */
  md5: z.string(),
  /** Unix seconds; 0: the slot is empty. */
  updatetime: z.number(),
})
export type FaceSlot = Readonly<z.infer<typeof faceSlotSchema>>
/** FACE-07: when each slot was changed, from slot 1 on, unix seconds; 0: it is empty. */
export const faceSummarySchema = z.array(z.number())

/** Where a device is in a body. */
const deviceid = deviceStreamSchema.shape.deviceid

/** Each photo goes into a free slot of its own. */
export const deviceFaceSchema = z.object({
  deviceid,
  idcard: faceIdcardSchema,
  name: neededFaceTextSchema,
  photoids: z.array(photoIdSchema).min(1, 'cannot be empty').max(8),
})
export const deviceFaceAnswerSchema = z.object({ slots: z.array(faceSlotSchema) })

const who = deviceStreamSchema.omit({ streamid: true })
/** Slots of a device count from 1. */
export const faceSlotNumberSchema = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    'ch is not a number',
  )
  .pipe(z.number().int().min(1, 'ch is below 1').max(255, 'ch is above 255'))

export const faceSummaryQuerySchema = who.extend({ type: z.string().optional() })
export const faceSlotQuerySchema = faceSummaryQuerySchema.extend({ ch: faceSlotNumberSchema })
/** FACE-18: nothing is left out. */
export const faceWriteQuerySchema = faceSlotQuerySchema.extend({
  idcard: faceIdcardSchema,
  name: neededFaceTextSchema,
})

/** Path and query of a call. The credentials are in the header `Authorization`, or `user` and `password` are added. */
export function deviceFaceAddress(
  call: keyof typeof deviceFaceTypes,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const path = call === 'photo' ? StreamPath.picture : StreamPath.file
  const query = Object.entries({ type: deviceFaceTypes[call], ...parameters })
  return `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** FACE-10: a set is blocked for so long after one. */
export const FACE_SET_PAUSE_MS = 1_000
