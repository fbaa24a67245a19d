import type { Requirement } from '../../access/index.ts'

/** Points of a device and range, by time. */
export const trackPath = '/api/gps'

export const trackAccess: Requirement = { anyOf: ['F_gps', 'P_gppb'] }

/** Why a track is not answered. */
export const trackTexts = {
  tooManyPoints: 'the range holds more than 100 000 points, ask for a shorter one',
} as const
