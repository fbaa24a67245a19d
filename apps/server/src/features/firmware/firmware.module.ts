import { join } from 'node:path'
import { isDiskFull } from '../../ports/recordings/index.ts'
import {
  createFirmwareDownloads,
  createFirmwareFilesStore,
  createFirmwarePlans,
  createFirmwarePlansStore,
  createFirmwareRollouts,
  createFirmwareRolloutsStore,
  createFirmwareStore,
  createFirmwareUpdates,
  createFirmwareUpdatesStore,
  createFirmwareUploads,
  openFirmwareFolder,
} from '../../services/firmware/index.ts'
import { defineFeature } from '../define-feature.ts'
import { createDeviceFirmwares } from './device-firmwares.ts'
import { firmwareMessages } from './firmware.channel.ts'
import { firmwareEndpoints } from './firmware.routes.ts'
import { deviceFirmwareEndpoints, firmwarePlanEndpoints } from './firmware-plans.routes.ts'
import { firmwareRolloutEndpoints } from './firmware-rollouts.routes.ts'
import { RolloutList } from './rollout-list.ts'

/** Firmware of devices: the store, updates, automatic plans and rollouts. */
export const firmwareFeature = defineFeature({
  name: 'firmware',
  needs: [
    'clock',
    'commands',
    'config',
    'database',
    'dataFolder',
    'deviceState',
    'fleet',
    'identities',
    'log',
    'recordingDisk',
    'registry',
    'visibility',
  ],
  async start({ clock, config, database, dataFolder, recordingDisk, visibility, ...parts }) {
    const log = parts.log.child({ part: 'firmware' })
    const files = createFirmwareFilesStore(database)
    const known = new Set((await files.all()).map(({ firmwareid }) => firmwareid))
    const folder = await openFirmwareFolder(join(dataFolder.path, 'firmware'), (id) => known.has(id), log)
    const store = createFirmwareStore({ clock, files, folder })
    const uploads = createFirmwareUploads({ clock, log, files, folder, isDiskFull: () => isDiskFull(recordingDisk) })
    const { firmwareDownloads, firmwareMegabits } = config
    const downloads = createFirmwareDownloads({ clock, downloads: firmwareDownloads, megabits: firmwareMegabits })
    const shared = { ...parts, clock, log, most: firmwareDownloads }
    const updates = await createFirmwareUpdates({
      ...shared,
      files: store,
      store: createFirmwareUpdatesStore(database),
    })
    const plans = await createFirmwarePlans({ ...shared, updates, store: createFirmwarePlansStore(database) })
    const rollouts = await createFirmwareRollouts({ ...shared, updates, store: createFirmwareRolloutsStore(database) })
    const devices = createDeviceFirmwares({ ...parts, updates, visibility })
    return {
      endpoints: [
        ...firmwareEndpoints({ clock, log, store, folder, downloads, updates }),
        ...deviceFirmwareEndpoints(devices),
        ...firmwarePlanEndpoints({ ...parts, clock, plans }),
        ...firmwareRolloutEndpoints(new RolloutList({ ...parts, rollouts, updates, visibility })),
      ],
      messages: firmwareMessages(uploads, devices),
      beforeDisconnect: () => updates.stop(),
      async close() {
        await rollouts.close()
        await plans.close()
        await updates.close()
        await uploads.close()
      },
    }
  },
})
