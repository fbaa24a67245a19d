import { join } from 'node:path'
import { FolderUsage, RecordingDiskList, RecordingRates } from '../../services/disk-info/index.ts'
import { EVENT_FOLDERS } from '../../services/event-media/index.ts'
import { eventStorageSettings } from '../../services/retrieval/index.ts'
import { defineFeature } from '../define-feature.ts'
import { diskInfoEndpoints } from './disk-info.routes.ts'

/** How full the disks are. */
export const diskInfoFeature = defineFeature({
  name: 'disk-info',
  needs: ['clock', 'dataFolder', 'log', 'mediaSlots', 'recordingDisk', 'settings'],
  start({ clock, dataFolder, log, mediaSlots, recordingDisk, settings }) {
    const usageOf = (name: string) => new FolderUsage({ clock, log, folder: join(dataFolder.path, name) })
    const usage = {
      footage: usageOf(EVENT_FOLDERS.footage),
      snapshots: usageOf(EVENT_FOLDERS.snapshots),
      sdBackup: usageOf(EVENT_FOLDERS.sdBackup),
    }
    const rates = new RecordingRates({ clock, disk: recordingDisk })
    const disks = new RecordingDiskList({ clock, disk: recordingDisk, slots: mediaSlots, rates })
    const limits = settings.open(eventStorageSettings)
    return {
      endpoints: diskInfoEndpoints({ disks, usage, limits, dataFolder: dataFolder.path }),
      async close() {
        rates.close()
        await Promise.all(Object.values(usage).map((one) => one.close()))
      },
    }
  },
})
