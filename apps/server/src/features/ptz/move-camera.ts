import { hasChannel } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import type { PtzWord } from '@fleetglass/contract/ptz'
import type { Account, Visibility } from '../../services/directory/index.ts'
import type { CameraMover } from './camera-mover.ts'

export interface Cameras {
  readonly visibility: Visibility
  readonly mover: CameraMover
}

export interface CameraMove {
  readonly deviceId: string
  readonly channel: number
  readonly word: PtzWord
}

/** Moves a camera that this account sees; throws why when it is not done (PTZ-14). */
export async function moveCamera(
  { visibility, mover }: Cameras,
  by: { readonly account: Account; readonly who: symbol },
  { deviceId, channel, word }: CameraMove,
): Promise<void> {
  const device = visibility.device(by.account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  if (!hasChannel(device, channel)) throw new AppError('unknown-channel')
  // A user who loses the device cannot stop it any more.
  const mayGoOn = (): boolean => visibility.device(by.account, deviceId) !== undefined
  const failure = await mover.move(by.who, device.deviceId, channel, word, mayGoOn)
  if (failure !== null) throw failure
}
