import type { CataloguedError } from './error-kinds.ts'
import { faceErrors } from './face-errors.ts'
import { firmwareErrors } from './firmware-errors.ts'

const monitorErrors = {
  'telematics-unavailable': {
    kind: 'unavailable',
    advice:
      'Check the address, the database, the user and the password of the telematics service in the configuration of the server.',
  },
} as const satisfies Readonly<Record<string, CataloguedError>>

const busErrors = {
  'bus-unavailable': {
    kind: 'unavailable',
    advice:
      'Try again in a moment. If it stays, check that the NATS server of the setting `bus` runs and can be reached; `/healthz` shows since when it cannot.',
  },
} as const satisfies Readonly<Record<string, CataloguedError>>

/** Of what keeps recorders and the servers of a site healthy. */
export const upkeepErrors = { ...firmwareErrors, ...faceErrors, ...monitorErrors, ...busErrors } as const
