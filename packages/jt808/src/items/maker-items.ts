import { TRACKER_ITEMS } from './tracker-items.ts'
import { VEHICLE_ITEMS } from './vehicle-items.ts'

/**
 * Items of makers, as seen on real devices. None is in a standard: each is taken only by id and length (and first bytes where
 * two makers agree on both), and nothing of it is ever needed to place a vehicle on the map.
 */
export const MAKER_ITEMS = [...VEHICLE_ITEMS, ...TRACKER_ITEMS] as const
