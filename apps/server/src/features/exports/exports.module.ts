import { defineFeature } from '../define-feature.ts'
import { exportEndpoints } from './exports.routes.ts'
import { createExports } from './exports.service.ts'
import { recordingSpaceEndpoints } from './recording-space.routes.ts'

/** Parts of recordings as files, locked ranges, and the disk space that recordings have. */
export const exportsFeature = defineFeature({
  name: 'exports',
  needs: [
    'clock',
    'log',
    'site',
    'utcOffsetS',
    'gate',
    'registry',
    'visibility',
    'cuts',
    'locks',
    'retention',
    'recordingDisk',
    'streamLog',
  ],
  start(parts) {
    const { clock, log, site, utcOffsetS, gate, registry, visibility, cuts, locks, retention, streamLog } = parts
    const disk = parts.recordingDisk
    const exports = createExports({ clock, log, cuts })
    return {
      endpoints: [
        ...exportEndpoints({ clock, gate, log, exports, site, utcOffsetS, streamLog }),
        ...recordingSpaceEndpoints({ clock, locks, retention, disk, registry, visibility }),
      ],
      close: () => exports.close(),
    }
  },
})
