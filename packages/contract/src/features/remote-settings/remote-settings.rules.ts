// What both halves must decide alike: what a setting asks for, and how people read numbers.
import type { Requirement } from '../../access/index.ts'
import { type RemoteParameterName, remoteParameters, thresholdFlags } from './remote-settings.parameters.ts'
import { isThreshold, thresholdLines } from './remote-settings.values.ts'

/** RDEV-003. */
export const remoteSettingsAccess: Requirement = { anyOf: ['F_rmdvrs'] }

/** RDEV-005: the flags that reading and changing a setting need. */
export function remoteParameterAccess(name: RemoteParameterName): Requirement {
  return { anyOf: remoteParameters[name].flags }
}

/** The same for one threshold of `motovisadas`; an unknown key needs the flag of the others. */
export function thresholdAccess(key: string): Requirement {
  return isThreshold(key) ? { anyOf: [thresholdFlags[key]] } : remoteParameterAccess('motovisadas')
}

/** `motovisadas` without the thresholds that the user may not see. */
export function thresholdsFor(may: (requirement: Requirement) => boolean, text: string): string {
  return thresholdLines(text)
    .filter(({ key }) => may(thresholdAccess(key)))
    .map(({ line }) => line)
    .join('\n')
}

/** RDEV-024 … 026, RDEV-094. */
export function sensitivityOf(value: number): 'high' | 'medium' | 'low' {
  if (value <= 170) return 'high'
  return value <= 340 ? 'medium' : 'low'
}

/** RDEV-033, RDEV-097. */
export const KMH_PER_MIH = 1.6093
export const MIH_PER_KMH = 0.62137
export const kmhOfMih = (mih: number): number => Math.round(mih * KMH_PER_MIH)
export const mihOfKmh = (kmh: number): number => Math.round(kmh * MIH_PER_KMH)

/** RDEV-097: tenths of a degree of either scale, rounded to a tenth. */
export const fahrenheitTenths = (celsiusTenths: number): number => Math.round((celsiusTenths * 9) / 5) + 320
export const celsiusTenths = (fahrenheit: number): number => Math.round(((fahrenheit - 320) * 5) / 9)
