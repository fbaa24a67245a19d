export const ID = '13800138001'
export const HOUR_OFFSET_S = 8 * 3600
/** A second of a device is a third of one here; what is answered late, or is to be, has the time of the machine. */
export const PACE = 3
