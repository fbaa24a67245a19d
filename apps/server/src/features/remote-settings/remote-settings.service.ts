// Belongs here: who may read and change what, and in which order a device is asked. Does not: how a value looks on the wire.

import { mayCall, type Requirement } from '@fleetglass/contract/access'
import { AppError, type Failure, failure } from '@fleetglass/contract/errors'
import {
  isThreshold,
  RESOLUTION_CHOICES,
  type RemoteOutcome,
  type RemoteParameterName,
  readValue,
  remoteParameterAccess,
  remoteParameters,
  subResolutions,
  thresholdAccess,
  thresholdLines,
  thresholdsFor,
} from '@fleetglass/contract/remote-settings'
import type { DeviceFamily } from '@fleetglass/jt808'
import type { DeviceModels } from '../../services/device-identity/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { DeviceParameters, Reported } from './device-parameters.ts'
import type { DeviceQueue } from './device-queue.ts'
import type { SavedSettings } from './saved-settings.ts'
import type { Values } from './setting-items.ts'
import { createSettingWriter } from './setting-writer.ts'
import { familyOf, idsOf, type ParameterValues, supportedOf, valuesOf } from './stored-settings.ts'

export interface RemoteSettingsDeps {
  readonly visibility: Visibility
  readonly parameters: DeviceParameters
  readonly turns: DeviceQueue
  readonly saved: SavedSettings
  readonly models: DeviceModels
}

/** What became of a save or of its confirmation. */
export type RemoteAnswer = (Failure | { readonly hasError: false; readonly message: string }) & {
  readonly outcome: RemoteOutcome
}

/** Each throws for what is not to be asked of a device at all. */
export interface RemoteSettings {
  /** What the device keeps, of that which this account may see: the list `settings`, and each by its name. */
  read(account: Account, deviceId: string): Promise<Readonly<Record<string, string>>>
  save(account: Account, deviceId: string, values: Readonly<Record<string, string>>): Promise<RemoteAnswer>
  confirm(account: Account, deviceId: string, names: readonly RemoteParameterName[]): Promise<RemoteAnswer>
}

export function createRemoteSettings(deps: RemoteSettingsDeps): RemoteSettings {
  const { visibility, parameters, turns, saved, models } = deps
  const writer = createSettingWriter(parameters)
  const known = (account: Account, deviceId: string): RegisteredDevice => {
    const device = visibility.device(account, deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    return device
  }
  return {
    async read(account, asked) {
      const { deviceId, key } = known(account, asked)
      const reported = await turns.run(deviceId, () => writer.readAll(deviceId))
      if (reported.kind !== 'reported') throw reported.error
      return answerFor(account, reported.value, familyOf(models.of(key).family, reported.value))
    },
    async save(account, asked, texts) {
      const { deviceId, key } = known(account, asked)
      const values = checkedValues(account, texts)
      const reported = await turns.run(deviceId, () => writer.write(deviceId, models.of(key).family, values))
      if (reported.kind !== 'reported') return outcomeOf(reported)
      saved.remember(account.id, deviceId, values, reported.value)
      return done
    },
    async confirm(account, asked, names) {
      const { deviceId } = known(account, asked)
      for (const name of names) demand(account, name, remoteParameterAccess(name))
      const { values: wanted, family } = saved.recall(account.id, deviceId, names)
      const lost = names.filter((name) => !wanted.has(name))
      if (lost.length > 0) throw new AppError('setting-not-saved', { settings: listed(lost) })
      const reported = await turns.run(deviceId, () => parameters.read(deviceId, idsOf(names, family)))
      if (reported.kind !== 'reported') return outcomeOf(reported)
      const differing = names.filter((name) => !isStored(name, wanted, valuesOf(reported.value, family)))
      if (differing.length === 0) return done
      return failed('refused', new AppError('setting-not-kept', { settings: listed(differing) }))
    },
  }
}

function listed(names: readonly string[]): string {
  return names.join(', ')
}

const done: RemoteAnswer = { hasError: false, message: '', outcome: 'set' }

function failed(outcome: RemoteOutcome, error: AppError): RemoteAnswer {
  return { ...failure(error), outcome }
}

function outcomeOf(reported: Reported<unknown>): RemoteAnswer {
  return reported.kind === 'reported' ? done : failed(reported.kind, reported.error)
}

function answerFor(account: Account, stored: ParameterValues, family: DeviceFamily): Record<string, string> {
  const may = (requirement: Requirement): boolean => mayCall(account, requirement)
  const names = supportedOf(stored, family).filter((name) => may(remoteParameterAccess(name)))
  const values = valuesOf(stored, family)
  const reported = names.flatMap((name) => {
    const value = values.get(name)
    if (value === undefined) return []
    return [[name, name === 'motovisadas' ? thresholdsFor(may, value) : value] as const]
  })
  const sizes = subResolutions.filter((size) => family.liveSizes[size] !== undefined)
  return {
    settings: names.join(','),
    ...Object.fromEntries(reported),
    ...(names.includes('enc_sres') && { [RESOLUTION_CHOICES]: sizes.join(',') }),
  }
}

function demand(account: Account, name: string, requirement: Requirement): void {
  if (!mayCall(account, requirement)) throw new AppError('setting-denied', { setting: name })
}

/** The values in the form in which they are kept; throws for the first that cannot be saved. */
function checkedValues(account: Account, texts: Readonly<Record<string, string>>): Values {
  return new Map(Object.entries(texts).map(([name, text]) => checkedValue(account, name, text)))
}

function checkedValue(account: Account, name: string, text: string): readonly [RemoteParameterName, string] {
  if (!isParameter(name)) throw new AppError('unknown-setting', { setting: name.slice(0, 40) })
  demand(account, name, remoteParameterAccess(name))
  const read = readValue(remoteParameters[name].value, text)
  if (!read.ok) throw new AppError('invalid-setting', { setting: name, reason: read.reason })
  if (name === 'motovisadas') for (const { key } of thresholdLines(text)) demand(account, key, thresholdAccess(key))
  return [name, read.text]
}

function isParameter(name: string): name is RemoteParameterName {
  return Object.hasOwn(remoteParameters, name)
}

/** Whether the device keeps what was saved; of thresholds, each that was saved. */
function isStored(name: RemoteParameterName, wanted: Values, stored: Values): boolean {
  const value = stored.get(name)
  const text = wanted.get(name)
  if (value === undefined || text === undefined) return false
  if (name === 'motovisadas') {
    const now = new Map(thresholdLines(value).map((line) => [line.key, line.value]))
    return thresholdLines(text).every(({ key, value: saved }) => !isThreshold(key) || now.get(key) === saved)
  }
  const read = readValue(remoteParameters[name].value, value)
  return (read.ok ? read.text : value) === text
}
