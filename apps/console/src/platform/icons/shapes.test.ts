import { expect, it } from 'vitest'
import { vehiclePath, vehicleTypes } from './shapes.ts'

it('[ENT-046] [ENT-047] the icons are nine types by their place in the list, each drawn differently; an unknown one is the car', () => {
  const [first, second] = [
    ['car', 'arrow', 'truck', 'cargoTruck', 'individual'],
    ['motorcycler', 'train', 'ship', 'airplane'],
  ]
  expect(vehicleTypes).toEqual([...first, ...second])
  const drawings = vehicleTypes.map((_, icon) => vehiclePath(icon))
  expect(new Set(drawings).size).toBe(9)
  for (const unknown of [9, -1, 255, 1.5, Number.NaN]) expect(vehiclePath(unknown)).toBe(drawings[0])
})
