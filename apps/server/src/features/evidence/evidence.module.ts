import { join } from 'node:path'
import { createPdfWriter } from '../../platform/pdf/index.ts'
import { createEventStore } from '../../services/events/index.ts'
import { openEvidence } from '../../services/evidence/index.ts'
import { createTrackStore } from '../../services/tracks/index.ts'
import { defineFeature } from '../define-feature.ts'
import { evidenceEndpoints } from './evidence.routes.ts'
import { shareEndpoints } from './share.routes.ts'

/** Recordings and what belongs to them as signed packages. */
export const evidenceFeature = defineFeature({
  name: 'evidence',
  needs: [
    'authenticator',
    'clock',
    'cuts',
    'database',
    'dataFolder',
    'gate',
    'identities',
    'locks',
    'log',
    'recordings',
    'registry',
    'session',
    'site',
    'threads',
    'visibility',
  ],
  async start(parts) {
    const { clock, database, dataFolder, gate, log, site, threads } = parts
    const evidence = await openEvidence({
      ...parts,
      folder: join(dataFolder.path, 'evidence'),
      tracks: createTrackStore(database),
      events: createEventStore(database, clock),
    })
    const pdf = createPdfWriter({ log, threads })
    return {
      endpoints: [
        ...evidenceEndpoints({ clock, log, gate, evidence, pdf, site }),
        ...shareEndpoints({ clock, log, shares: evidence.shares }),
      ],
      async close() {
        await evidence.close()
        await pdf.close()
      },
    }
  },
})
