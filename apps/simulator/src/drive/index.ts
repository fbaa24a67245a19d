export { type PathPlace, vehicleAlong } from './path.ts'
export { hashUnit, type Random, randomFrom } from './random.ts'
export { Town } from './town.ts'
export type { Vehicle, VehicleState } from './vehicle.ts'
