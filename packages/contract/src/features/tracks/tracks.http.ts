import type { Requirement } from '../../access/index.ts'

/** Points of a device and range, by time. */
export const trackPath = '/api/gps'

/** RIGHT-083: positions are for `F_gps`; the page right `P_gppb` alone shows none. */
export const trackAccess: Requirement = { anyOf: ['F_gps'] }
