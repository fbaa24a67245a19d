import { STREAM_LOG_ARCHIVE } from '@fleetglass/contract/stream-log'
import { isDiskFull } from '../../ports/recordings/index.ts'
import { createLogExports } from '../../services/log-export/index.ts'
import { defineFeature } from '../define-feature.ts'
import { streamLogEndpoints } from './stream-log.routes.ts'

/** What users watched, played and downloaded. */
export const streamLogFeature = defineFeature({
  name: 'stream-log',
  needs: ['clock', 'dataFolder', 'gate', 'log', 'recordingDisk', 'streamLog', 'visibility'],
  async start({ clock, dataFolder, gate, log, recordingDisk, streamLog, visibility }) {
    const exports = await createLogExports({
      clock,
      log,
      gate,
      isDiskFull: () => isDiskFull(recordingDisk),
      dataFolder,
      name: STREAM_LOG_ARCHIVE,
    })
    return { endpoints: streamLogEndpoints({ streamLog, visibility, exports }), jobs: streamLog.jobs }
  },
})
