import { join } from 'node:path'
import {
  createFirmwareDownloads,
  createFirmwareFilesStore,
  createFirmwareStore,
  openFirmwareFolder,
} from '../../services/firmware/index.ts'
import { defineFeature } from '../define-feature.ts'
import { firmwareMessages } from './firmware.channel.ts'
import { firmwareEndpoints } from './firmware.routes.ts'

/** Firmware of devices: the store. */
export const firmwareFeature = defineFeature({
  name: 'firmware',
  needs: ['clock', 'config', 'database', 'dataFolder', 'log'],
  async start({ clock, config, database, dataFolder, ...parts }) {
    const log = parts.log.child({ part: 'firmware' })
    const files = createFirmwareFilesStore(database)
    const known = new Set((await files.all()).map(({ firmwareid }) => firmwareid))
    const folder = await openFirmwareFolder(join(dataFolder.path, 'firmware'), (id) => known.has(id))
    const store = createFirmwareStore({ clock, log, files, folder })
    const { firmwareDownloads, firmwareMegabits } = config
    const downloads = createFirmwareDownloads({ clock, downloads: firmwareDownloads, megabits: firmwareMegabits })
    return {
      endpoints: firmwareEndpoints({ clock, log, store, folder, downloads }),
      messages: firmwareMessages(store),
      close: () => store.close(),
    }
  },
})
