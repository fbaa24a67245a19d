import { faceErrors } from './face-errors.ts'
import { firmwareErrors } from './firmware-errors.ts'

/** Of what keeps recorders healthy. */
export const upkeepErrors = { ...firmwareErrors, ...faceErrors } as const
