import {
  deviceCodePath,
  encodeControl,
  encodeDeviceId,
  encodeRegister,
  REGISTER,
  REMOVE,
} from '@fleetglass/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { askChannel, useChannel, useServerCall } from '../../engines/channel/index.ts'
import { useFleet } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { type DeviceActionName, deviceActions } from './device-actions.ts'

export interface NewDevice {
  readonly deviceId: string
  readonly channels: number
  readonly recording: boolean
}

/** Registers a device; the list is requested again (SYNC-07). The place that does it shows why the server refuses. */
export function useRegisterDevice() {
  const t = useText()
  const channel = useChannel()
  const fleet = useFleet()
  return useMutation({
    mutationFn: (device: NewDevice) => askChannel(channel, { code: REGISTER, fields: encodeRegister(device) }),
    onSuccess: (_, { deviceId }) => {
      fleet.flagChange()
      notify.success(t('dashboard.added', { device: deviceId }))
    },
    meta: { saysItself: true },
  })
}

/** Removes a device; the list is requested again (SYNC-21). */
export function useRemoveDevice() {
  const t = useText()
  const channel = useChannel()
  const fleet = useFleet()
  return useMutation({
    mutationFn: (deviceId: string) => askChannel(channel, { code: REMOVE, fields: encodeDeviceId(deviceId) }),
    onSuccess: (_, deviceId) => {
      fleet.flagChange()
      notify.success(t('dashboard.removed', { device: deviceId }))
    },
  })
}

interface DeviceOrder {
  readonly name: DeviceActionName
  readonly deviceId: string
  /** The command word that the user confirmed, where it was named. */
  readonly word?: number
}

/** What is done to a device. It is done when the device has confirmed it, where the device does it itself. */
export function useDeviceAction() {
  const t = useText()
  const channel = useChannel()
  const call = useServerCall()
  return useMutation({
    mutationFn: ({ name, deviceId, word }: DeviceOrder): Promise<unknown> => {
      const { code } = deviceActions[name]
      if (code === null) return call('DELETE', deviceCodePath, { deviceid: deviceId })
      return askChannel(channel, { code, fields: encodeControl(deviceId, word ?? null) })
    },
    onSuccess: (_, { name, deviceId }) => notify.success(t(deviceActions[name].doneKey, { device: deviceId })),
  })
}
