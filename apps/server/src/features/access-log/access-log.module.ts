import { auditedAction, createAuditQueries } from '../../platform/audit/index.ts'
import { defineFeature } from '../define-feature.ts'
import { accessLogEndpoints } from './access-log.routes.ts'
import { serverActions } from './action-keys.ts'

/** What users and programs called, and when the server itself started and stopped (ACCLOG-11). */
export const accessLogFeature = defineFeature({
  name: 'access-log',
  needs: ['audit', 'database', 'endpoints', 'visibility'],
  async start({ audit, database, endpoints, visibility }) {
    const note = (key: keyof typeof serverActions) =>
      audit.record({
        action: auditedAction('server', key, serverActions[key]),
        caller: null,
        address: '',
        result: 'ok',
        parameters: {},
      })
    await note('start')
    return {
      endpoints: accessLogEndpoints({ queries: createAuditQueries(database), visibility, endpoints }),
      close: () => note('stop'),
    }
  },
})
