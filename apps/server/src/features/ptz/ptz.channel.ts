import { AppError } from '@fleetglass/contract/errors'
import { decodeMoveCamera, MOVE_CAMERA, ptzAccess } from '@fleetglass/contract/ptz'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { CameraMover } from './camera-mover.ts'
import { type Cameras, moveCamera } from './move-camera.ts'

/** Moves a camera on the main channel. What a link moves stops when the link is gone. */
export const ptzMessages = (cameras: Cameras): ChannelMessage[] => [
  message(MOVE_CAMERA, ptzAccess, 'Moved the camera on channel {C} of device {A}', async (call) => {
    const move = decodeMoveCamera(call.fields)
    if (move === null) throw new AppError('unknown-camera-command')
    await moveCamera(cameras, { account: call.account, who: moverOf(call, cameras.mover) }, move)
    call.reply()
  }),
]

const movedBy = Symbol('moves cameras')

/** Who moves: one link. */
function moverOf({ connection }: ChannelCall, mover: CameraMover): symbol {
  const known = connection.memory.get(movedBy) as symbol | undefined
  if (known !== undefined) return known
  const who = Symbol('link')
  connection.memory.set(movedBy, who)
  connection.onClose(() => mover.stopAll(who))
  return who
}
