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

/** Of what keeps recorders healthy. */
export const upkeepErrors = { ...firmwareErrors, ...faceErrors, ...monitorErrors } as const
