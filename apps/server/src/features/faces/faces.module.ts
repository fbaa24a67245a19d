import { join } from 'node:path'
import {
  createDeviceFaces,
  createFaceLibrary,
  createFacesStore,
  createPhotoUploads,
  openPhotoFolder,
} from '../../services/faces/index.ts'
import { defineFeature } from '../define-feature.ts'
import { deviceFaceEndpoints } from './device-faces.routes.ts'
import { faceMessages } from './faces.channel.ts'
import { faceEndpoints } from './faces.routes.ts'

/** Faces: the library of the server, and the slots of devices. */
export const facesFeature = defineFeature({
  name: 'faces',
  needs: ['clock', 'commands', 'config', 'database', 'dataFolder', 'gate', 'log', 'visibility'],
  async start({ clock, commands, config, database, dataFolder, gate, visibility, ...parts }) {
    const log = parts.log.child({ part: 'faces' })
    const store = createFacesStore(database)
    const known = new Set((await store.photos()).map(({ photoid }) => photoid))
    const folder = await openPhotoFolder(join(dataFolder.path, 'faces'), (photoid) => known.has(photoid), log)
    const library = createFaceLibrary({ clock, log, store, folder, program: config.ffmpeg })
    const uploads = createPhotoUploads({ clock, library })
    const slots = createDeviceFaces({ clock, commands, log })
    return {
      endpoints: [...faceEndpoints(library), ...deviceFaceEndpoints({ gate, library, slots, visibility })],
      messages: faceMessages(uploads),
      close: () => uploads.close(),
    }
  },
})
