import type { Requirement } from '@fleetglass/contract/access'
import {
  DELETE_RECORDINGS,
  deleteRecordingsAccess,
  deviceCodeAccess,
  FORMAT_CARD,
  formatCardAccess,
  REBOOT,
  RESTORE_DEFAULTS,
  rebootAccess,
  restoreDefaultsAccess,
} from '@fleetglass/contract/devices'
import type { TextKey } from '@fleetglass/texts'
import type { IconName } from '../../platform/icons/index.ts'

/** What can be done to a device from its row; each needs a confirmation (DASH-64 … 67). */
export type DeviceActionName = 'reboot' | 'restore' | 'format' | 'deleteRecords' | 'resetCode'

export interface DeviceAction {
  /** Of the main channel; null where it is a call of the web port. */
  readonly code: string | null
  readonly access: Requirement
  /** The device does it itself, so it must be online. */
  readonly needsDevice: boolean
  readonly icon: IconName
  readonly labelKey: TextKey
  readonly titleKey: TextKey
  readonly hintKey: TextKey
  readonly doneKey: TextKey
}

export const deviceActions: Readonly<Record<DeviceActionName, DeviceAction>> = {
  reboot: {
    code: REBOOT,
    access: rebootAccess,
    needsDevice: true,
    icon: 'restart',
    labelKey: 'action.reboot',
    titleKey: 'action.rebootTitle',
    hintKey: 'action.rebootHint',
    doneKey: 'action.rebootDone',
  },
  restore: {
    code: RESTORE_DEFAULTS,
    access: restoreDefaultsAccess,
    needsDevice: true,
    icon: 'back',
    labelKey: 'action.restore',
    titleKey: 'action.restoreTitle',
    hintKey: 'action.restoreHint',
    doneKey: 'action.restoreDone',
  },
  format: {
    code: FORMAT_CARD,
    access: formatCardAccess,
    needsDevice: true,
    icon: 'card',
    labelKey: 'action.format',
    titleKey: 'action.formatTitle',
    hintKey: 'action.formatHint',
    doneKey: 'action.formatDone',
  },
  deleteRecords: {
    code: DELETE_RECORDINGS,
    access: deleteRecordingsAccess,
    needsDevice: false,
    icon: 'trash',
    labelKey: 'action.deleteRecords',
    titleKey: 'action.deleteRecordsTitle',
    hintKey: 'action.deleteRecordsHint',
    doneKey: 'action.deleteRecordsDone',
  },
  resetCode: {
    code: null,
    access: deviceCodeAccess,
    needsDevice: false,
    icon: 'key',
    labelKey: 'action.resetCode',
    titleKey: 'action.resetCodeTitle',
    hintKey: 'action.resetCodeHint',
    doneKey: 'action.resetCodeDone',
  },
}

export const deviceActionNames = Object.keys(deviceActions) as readonly DeviceActionName[]
