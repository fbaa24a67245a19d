// How the server stores a point, for the store that is made beside it.
export { COLUMNS, WIDTH, writePoint } from '../../apps/server/src/engines/position-log/point-format.ts'
export { SLOT_S } from '../../apps/server/src/engines/position-log/slot-marks.ts'
