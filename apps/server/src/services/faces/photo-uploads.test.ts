import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createPhotoUploads } from './index.ts'

const piece = { key: 'k', faceid: '1', extension: 'jpg', size: 1, offset: 0 }
const byte = new Uint8Array(1)

function connection() {
  const listeners: (() => void)[] = []
  return {
    onClose: (listener: () => void) => void listeners.push(listener),
    end() {
      for (const listener of listeners) listener()
    },
  }
}

it('a photo that is being converted counts although its connection is gone, until it is done', async () => {
  const converted = Promise.withResolvers<{ photoid: string; faceid: string }>()
  const library = { checkRoom: async () => undefined, addPhoto: () => converted.promise }
  const uploads = createPhotoUploads({ clock: createManualClock(), library })
  const gone = [1, 2, 3, 4].map(connection)
  const taken = gone.map((one) => uploads.of(one).take(piece, byte))
  await new Promise((resolve) => setImmediate(resolve))
  for (const one of gone) one.end()
  await expect(uploads.of(connection()).take(piece, byte)).rejects.toMatchObject({ code: 'face-photo-busy' })
  converted.resolve({ photoid: 'p', faceid: '1' })
  await Promise.all(taken)
  expect((await uploads.of(connection()).take(piece, byte)).whole?.photoid).toBe('p')
})
