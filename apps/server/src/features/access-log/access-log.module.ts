import { ACCESS_LOG_ARCHIVE } from '@fleetglass/contract/access-log'
import { auditedAction, createAuditQueries } from '../../platform/audit/index.ts'
import { isDiskFull } from '../../ports/recordings/index.ts'
import { createLogExports } from '../../services/log-export/index.ts'
import { defineFeature } from '../define-feature.ts'
import { accessLogEndpoints } from './access-log.routes.ts'
import { serverActions } from './action-keys.ts'

/** What users and programs called, and when the server itself started and stopped (ACCLOG-11). */
export const accessLogFeature = defineFeature({
  name: 'access-log',
  needs: ['audit', 'clock', 'database', 'dataFolder', 'endpoints', 'gate', 'log', 'recordingDisk', 'visibility'],
  async start({ audit, clock, database, dataFolder, endpoints, gate, log, recordingDisk, visibility }) {
    const note = (key: keyof typeof serverActions) =>
      audit.record({
        action: auditedAction('server', key, serverActions[key]),
        caller: null,
        address: '',
        result: 'ok',
        parameters: {},
      })
    const exports = await createLogExports({
      clock,
      log,
      gate,
      isDiskFull: () => isDiskFull(recordingDisk),
      dataFolder,
      name: ACCESS_LOG_ARCHIVE,
    })
    await note('start')
    return {
      endpoints: accessLogEndpoints({ queries: createAuditQueries(database), visibility, endpoints, exports }),
      close: () => note('stop'),
    }
  },
})
