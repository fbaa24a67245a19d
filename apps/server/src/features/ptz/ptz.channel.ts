import { hasChannel } from '@fleetglass/contract/devices'
import { failureTexts } from '@fleetglass/contract/envelope'
import { decodeMoveCamera, MOVE_CAMERA, ptzAccess } from '@fleetglass/contract/ptz'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { ChannelCall, MainChannel } from '../../platform/channel/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { CameraMover } from './camera-mover.ts'

/** Moves a camera on the main channel. What a link moves stops when the link is gone. */
export function ptzMessages(
  channel: MainChannel,
  deps: { readonly visibility: Visibility; readonly mover: CameraMover },
): void {
  channel.message(MOVE_CAMERA, ptzAccess, async (call) => {
    const move = decodeMoveCamera(call.fields)
    if (move === null) throw refused('this is no command for a camera')
    const device = deps.visibility.device(call.account, move.deviceId)
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    if (!hasChannel(device, move.channel)) throw refused('the device has no such channel')
    const failure = await deps.mover.move(moverOf(call, deps.mover), device.deviceId, move.channel, move.word)
    if (failure !== null) throw refused(failure)
    call.reply()
  })
}

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
