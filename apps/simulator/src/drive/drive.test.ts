import { bearingDeg, distanceM, placeFrom } from '@fleetglass/geo'
import { describe, expect, it } from 'vitest'
import { vehicleAlong } from './path.ts'
import { Town } from './town.ts'
import type { Vehicle, VehicleState } from './vehicle.ts'

const CENTRE = { lat: 24.0786, lng: 120.5285 }
const START_S = 1_792_540_800
const HOUR_S = 3600

describe('vehicles in a town', () => {
  const town = new Town(1, CENTRE)
  const vehicles = Array.from({ length: 24 }, (_, index) => town.vehicle(index))

  function eachSecond(vehicle: Vehicle, see: (now: VehicleState, before: VehicleState, timeS: number) => void): void {
    let before = vehicle.at(START_S)
    for (let timeS = START_S + 1; timeS < START_S + HOUR_S; timeS++) {
      const now = vehicle.at(timeS)
      see(now, before, timeS)
      before = now
    }
  }

  it('never jump: the way between two seconds is what the speed allows', () => {
    const worst = new Worst()
    for (const vehicle of vehicles) {
      eachSecond(vehicle, (now, before) => {
        const wayM = distanceM(placeOf(before), placeOf(now))
        const byOdometerM = now.odometerM - before.odometerM
        worst.note('faster than its speed', wayM - Math.max(now.speedKmh, before.speedKmh) / 3.6)
        worst.note('odometer back', -byOdometerM)
        worst.note('odometer wrong', Math.abs(byOdometerM - wayM))
      })
    }
    expect(worst.of('faster than its speed')).toBeLessThan(2.5)
    expect(worst.of('odometer back')).toBeLessThanOrEqual(0)
    expect(worst.of('odometer wrong')).toBeLessThan(2)
  })

  it('speed up and brake like vehicles with passengers', () => {
    const worst = new Worst()
    for (const vehicle of vehicles) {
      eachSecond(vehicle, (now, before) => {
        worst.note('speeding up', (now.speedKmh - before.speedKmh) / 3.6)
        worst.note('braking', (before.speedKmh - now.speedKmh) / 3.6)
      })
    }
    expect(worst.of('speeding up')).toBeLessThan(2.2)
    expect(worst.of('braking')).toBeLessThan(3.6)
  })

  it('head where they move, and turn in bends instead of snapping round', () => {
    const worst = new Worst()
    for (const vehicle of vehicles) {
      eachSecond(vehicle, (now, before) => {
        worst.note('turn in a second', angle(now.headingDeg, before.headingDeg))
        if (before.speedKmh < 15 || now.speedKmh < 15) return
        const moved = bearingDeg(placeOf(before), placeOf(now))
        worst.note('off its heading', Math.min(angle(moved, now.headingDeg), angle(moved, before.headingDeg)))
      })
    }
    expect(worst.of('turn in a second')).toBeLessThan(65)
    expect(worst.of('off its heading')).toBeLessThan(25)
  })

  it('stay near the centre', () => {
    const worst = new Worst()
    for (const vehicle of vehicles) eachSecond(vehicle, (now) => worst.note('away', distanceM(placeOf(now), CENTRE)))
    expect(worst.of('away')).toBeLessThan(8000)
  })

  it('stand at lights and stops, drive at town speeds, and are too fast now and then', () => {
    let standing = 0
    let speeding = 0
    let seconds = 0
    for (const vehicle of vehicles) {
      let fastest = 0
      eachSecond(vehicle, (now) => {
        seconds += 1
        if (now.speedKmh < 0.5) standing += 1
        if (now.speedKmh > 80) speeding += 1
        fastest = Math.max(fastest, now.speedKmh)
      })
      expect(fastest).toBeGreaterThan(45)
      expect(fastest).toBeLessThan(125)
    }
    expect(standing / seconds).toBeGreaterThan(0.1)
    expect(standing / seconds).toBeLessThan(0.6)
    expect(speeding).toBeGreaterThan(0)
    expect(speeding / seconds).toBeLessThan(0.05)
  })

  it('every third is a bus that never parks; the others do, with the engine off and without moving', () => {
    const worst = new Worst()
    vehicles.forEach((vehicle, index) => {
      let off = 0
      eachSecond(vehicle, (now) => {
        if (now.accOn) return
        off += 1
        worst.note('moves', now.speedKmh)
      })
      expect(off > 0).toBe(index % 3 !== 0)
    })
    expect(worst.of('moves')).toBe(0)
  })

  it('report the times the engine ran as their states do', () => {
    for (const vehicle of vehicles.slice(0, 6)) {
      const times = vehicle.onTimes(START_S, START_S + HOUR_S)
      for (let timeS = START_S; timeS < START_S + HOUR_S; timeS++) {
        expect(times.some(({ fromS, toS }) => timeS >= fromS && timeS < toS)).toBe(vehicle.at(timeS).accOn)
      }
    }
  })

  it('are the same for the same seed and time, and others for another seed', () => {
    const again = new Town(1, CENTRE)
    const other = new Town(2, CENTRE)
    for (let index = 0; index < 8; index++) {
      expect(again.vehicle(index).at(START_S + 77.5)).toEqual(town.vehicle(index).at(START_S + 77.5))
    }
    expect(other.vehicle(0).at(START_S)).not.toEqual(town.vehicle(0).at(START_S))
  })

  it('have plausible gauges', () => {
    const worst = new Worst()
    for (const vehicle of vehicles) {
      eachSecond(vehicle, (now) => {
        worst.between('fuel', now.fuelDl, 50, 700)
        worst.between('satellites', now.satellites, 8, 24)
        worst.between('signal', now.signal, 0, 31)
        worst.between('voltage', now.voltageCentivolt, 2400, 2900)
        worst.between('heading', now.headingDeg, 0, 359)
      })
    }
    for (const gauge of ['fuel', 'satellites', 'signal', 'voltage', 'heading']) expect(worst.of(gauge)).toBe(0)
  })
})

/** The worst of many values: a million of `expect` would take half a minute. */
class Worst {
  readonly #values = new Map<string, number>()

  note(name: string, value: number): void {
    this.#values.set(name, Math.max(this.#values.get(name) ?? -Infinity, value))
  }

  /** Notes how far a value lies outside of a span. */
  between(name: string, value: number, least: number, most: number): void {
    this.note(name, Math.max(0, least - value, value - most))
  }

  of(name: string): number | undefined {
    return this.#values.get(name)
  }
}

function placeOf(state: VehicleState) {
  return { lat: state.latE6 / 1e6, lng: state.lngE6 / 1e6 }
}

function angle(a: number, b: number): number {
  return Math.abs(((a - b + 540) % 360) - 180)
}

describe('a drawn path', () => {
  const north = (metres: number) => placeFrom(CENTRE, 0, metres)
  const path = [CENTRE, { ...north(500), kmh: 40, standS: 30 }, { ...north(1_500), kmh: 120 }]
  const vehicle = vehicleAlong(path, START_S)
  const states = Array.from({ length: 400 }, (_, second) => vehicle.at(START_S + second))

  it('is driven from its first place at the speeds that it says, and stands where it says so with the engine on', () => {
    expect(placeOf(states[0]!)).toEqual(CENTRE)
    expect(states.every(({ accOn }) => accOn)).toBe(true)
    const legs = { slow: [] as number[], fast: [] as number[] }
    for (const state of states) {
      const wayM = distanceM(CENTRE, placeOf(state))
      if (state.headingDeg < 10 || state.headingDeg > 350) (wayM < 499 ? legs.slow : legs.fast).push(state.speedKmh)
    }
    expect(Math.max(...legs.slow)).toBeCloseTo(40, 0)
    expect(Math.max(...legs.fast)).toBeGreaterThan(100)
    expect(Math.max(...legs.fast)).toBeLessThanOrEqual(120.01)
    const stands = states
      .slice(0, 200)
      .filter((state) => state.speedKmh === 0 && distanceM(placeOf(state), north(500)) < 1)
    expect(stands.length).toBeGreaterThanOrEqual(29)
    expect(stands.length).toBeLessThanOrEqual(32)
  })

  it('goes back to its begin, and is driven again without a jump', () => {
    const jumps = states.slice(1).map((state, n) => distanceM(placeOf(state), placeOf(states[n]!)))
    expect(Math.max(...jumps)).toBeLessThan(35)
    const backAt = states.findIndex((state, second) => second > 100 && distanceM(placeOf(state), CENTRE) < 1)
    expect(backAt).toBeGreaterThan(100)
  })
})
