import { AppError } from '@fleetglass/contract/errors'
import {
  faceEditSchema,
  facePhotoPath,
  facePhotosPath,
  faceRemovalSchema,
  facesAccess,
  facesPath,
  photoIdSchema,
  photoQuerySchema,
  photoRemovalSchema,
} from '@fleetglass/contract/faces'
import { z } from 'zod'
import { Content, endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { FaceLibrary } from '../../services/faces/index.ts'

/** The face library. */
export const faceEndpoints = (library: FaceLibrary): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: facesPath,
    access: facesAccess,
    audit: 'Read the face library',
    body: z.object({}),
    handle: () => library.list(),
  }),
  endpoint({
    method: 'PUT',
    path: facesPath,
    access: facesAccess,
    audit: 'Added or changed the face {faceid}',
    body: faceEditSchema,
    async handle({ body: { faceid, ...change }, note }) {
      if (faceid !== undefined) return library.edit({ faceid, ...change })
      const face = await library.add()
      note({ faceid: face.faceid })
      // API2-154: a new face comes of credentials alone; a program may send the fields with it.
      return Object.keys(change).length === 0 ? face : library.edit({ faceid: face.faceid, ...change })
    },
  }),
  endpoint({
    method: 'DELETE',
    path: facesPath,
    access: facesAccess,
    audit: 'Deleted the face {faceid} and its photos',
    body: faceRemovalSchema,
    async handle({ body, note }) {
      const { unit, name } = await library.remove(body.faceid)
      note({ unit, name })
      return library.list()
    },
  }),
  endpoint({
    method: 'POST',
    path: facePhotosPath,
    access: facesAccess,
    audit: 'Read the photos of the face {faceid}',
    body: photoQuerySchema,
    handle: ({ body }) => library.photos(body.faceid),
  }),
  endpoint({
    method: 'DELETE',
    path: facePhotosPath,
    access: facesAccess,
    audit: 'Deleted the face photo {photoid}',
    body: photoRemovalSchema,
    async handle({ body }) {
      await library.removePhoto(body.photoid)
      return library.photos()
    },
  }),
  endpoint({
    method: 'GET',
    path: `${facePhotoPath}/:photoid`,
    access: facesAccess,
    audit: 'Read the face photo {photoid}',
    body: z.object({}),
    async handle({ params }) {
      const photoid = photoIdSchema.safeParse(params['photoid'])
      if (!photoid.success) throw new AppError('unknown-face-photo')
      const bytes = await library.photo(photoid.data)
      // A browser must not keep it beyond the right to see it.
      return new Content({ bytes, type: 'image/jpeg', encoding: null, cacheForever: false })
    },
  }),
]
