import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createPhotoUploads } from './index.ts'

const piece = { key: 'k', faceid: '1', extension: 'jpg', size: 1, offset: 0 }
const byte = new Uint8Array(1)

it('a photo that is being converted counts although its connection is gone, until it is done', async () => {
  const converted = Promise.withResolvers<{ photoid: string; faceid: string }>()
  const library = { checkRoom: async () => undefined, addPhoto: () => converted.promise }
  const uploads = createPhotoUploads({ clock: createManualClock(), library })
  const gone = [1, 2, 3, 4].map(() => uploads.ofConnection())
  const taken = gone.map((photos) => photos.take(piece, byte))
  await new Promise((resolve) => setImmediate(resolve))
  for (const photos of gone) photos.drop()
  await expect(uploads.ofConnection().take(piece, byte)).rejects.toMatchObject({ code: 'face-photo-busy' })
  converted.resolve({ photoid: 'p', faceid: '1' })
  await Promise.all(taken)
  expect((await uploads.ofConnection().take(piece, byte)).photo?.photoid).toBe('p')
})
