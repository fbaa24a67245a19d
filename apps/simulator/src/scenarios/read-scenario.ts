import { distanceM } from '@fleetglass/geo'
import type { PathPlace } from '../drive/index.ts'
import { type FaultName, noFaults } from './faults.ts'
import type { Scenario, ScenarioEvent } from './scenario.ts'

export type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** A sentence that names the field. */
  | { readonly ok: false; readonly reason: string }

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  generation: ['2011', '2013', '2019', 'mixed'],
  transport: ['tcp', 'udp'],
  video: ['h264', 'h265'],
  audio: ['g711a', 'g726', 'none'],
}
const NUMBERS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  vehicles: [1, 20_000],
  channels: [1, 16],
  seed: [0, 0xffff_ffff],
  intervalS: [0.05, 86_400],
}
const TEXTS: readonly string[] = ['name', 'description']

/** Reads a scenario file; an unknown field is an error, since it is most likely misspelt. */
export function readScenario(text: string): ReadScenario {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return unreadable(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isRecord(value)) return unreadable('it is not a JSON object')
  for (const [key, field] of Object.entries(value)) {
    const check = LISTS[key]
    const problem = check ? check(field) : checkField(key, field)
    if (problem) return unreadable(problem)
  }
  if (typeof value.name !== 'string') return unreadable('"name" is missing')
  return { ok: true, scenario: { events: [], ...value } as unknown as Scenario }
}

function unreadable(reason: string): ReadScenario {
  return { ok: false, reason }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkField(key: string, value: unknown): string | null {
  if (TEXTS.includes(key)) return typeof value === 'string' ? null : `"${key}" is not a text`
  const choices = CHOICES[key]
  if (choices) return choices.includes(value as string) ? null : `"${key}" is none of ${choices.join(', ')}`
  const range = NUMBERS[key]
  if (!range) return `"${key}" is not a field of a scenario`
  return isBetween(value, range[0], range[1]) ? null : `"${key}" is not a number from ${range[0]} to ${range[1]}`
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function checkEvents(value: unknown): string | null {
  if (!Array.isArray(value)) return '"events" is not a list'
  for (const [at, event] of value.entries()) {
    const problem = isRecord(event) ? checkEvent(event) : 'is not an object'
    if (problem) return `event ${at}: ${problem}`
  }
  return null
}

function checkEvent(event: Record<string, unknown>): string | null {
  const healthy = noFaults()
  const { atS, forS, everyS, vehicles, fault, value } = event as Partial<Record<keyof ScenarioEvent, unknown>>
  if (!isBetween(atS, 0, 1e9)) return '"atS" is not a number of seconds'
  if (forS !== undefined && !isBetween(forS, 0, 1e9)) return '"forS" is not a number of seconds'
  if (everyS !== undefined && !isBetween(everyS, 1, 1e9)) return '"everyS" is not a number of seconds'
  if (typeof fault !== 'string' || !(fault in healthy)) {
    return `"fault" is none of ${Object.keys(healthy).join(', ')}`
  }
  const wanted = typeof healthy[fault as FaultName]
  if (typeof value !== wanted) return `"value" of ${fault} is not a ${wanted}`
  const isList = Array.isArray(vehicles) && vehicles.every((one) => isBetween(one, 0, 20_000))
  if (vehicles !== undefined && !isList) return '"vehicles" is not a list of numbers from 0'
  const unknown = Object.keys(event).find((key) => !EVENT_FIELDS.includes(key))
  return unknown === undefined ? null : `"${unknown}" is not a field of an event`
}

/** A path that goes around a country is a mistake. */
const PATH = { mostPlaces: 500, longestM: 200_000 }

function checkPath(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 2) return '"path" is not a list of two places or more'
  if (value.length > PATH.mostPlaces) return `"path" has more than ${PATH.mostPlaces} places`
  for (const [at, place] of value.entries()) {
    const problem = isRecord(place) ? checkPlace(place) : 'is not an object'
    if (problem) return `place ${at}: ${problem}`
  }
  const places = value as PathPlace[]
  const lengthM = places.slice(1).reduce((sum, place, n) => sum + distanceM(places[n]!, place), 0)
  return lengthM > PATH.longestM ? `"path" is longer than ${PATH.longestM / 1000} km` : null
}

function checkPlace(place: Record<string, unknown>): string | null {
  for (const key of Object.keys(place)) if (!(key in PLACE)) return `"${key}" is not a field of a place`
  for (const [key, { least, most, isNeeded }] of Object.entries(PLACE)) {
    if (place[key] === undefined && !isNeeded) continue
    if (!isBetween(place[key], least, most)) return `"${key}" is not a number from ${least} to ${most}`
  }
  return null
}

const PLACE: Readonly<Record<string, { least: number; most: number; isNeeded: boolean }>> = {
  lat: { least: -85, most: 85, isNeeded: true },
  lng: { least: -180, most: 180, isNeeded: true },
  kmh: { least: 1, most: 250, isNeeded: false },
  standS: { least: 0, most: 86_400, isNeeded: false },
}

const LISTS: Readonly<Record<string, (value: unknown) => string | null>> = { events: checkEvents, path: checkPath }

const EVENT_FIELDS: readonly string[] = ['atS', 'forS', 'everyS', 'vehicles', 'fault', 'value']
