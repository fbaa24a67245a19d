import { AppError } from '@fleetglass/contract/errors'
import { streamRights, talkStreamSchema } from '@fleetglass/contract/streams'
import { mayBeginTalk } from '@fleetglass/contract/talk'
import type { Fleet } from '../../services/live-state/index.ts'
import type { StreamKind } from '../../services/viewers/index.ts'
import { beginTalk, type TalkDeps } from './operator-talk.ts'

/** `ws.cgi?type=talk`: speaking with the people in a vehicle. */
export function talkStream({ fleet, ...deps }: TalkDeps & { readonly fleet: Fleet }): StreamKind {
  return {
    access: streamRights.talk,
    audit: 'Spoke with device {deviceid}',
    parameters: talkStreamSchema,
    takesAudio: true,
    check: () => null,
    start(call) {
      if (mayBeginTalk({ online: fleet.get(call.device.deviceId)?.online === true })) return beginTalk(deps, call)
      call.socket.fail(new AppError('device-offline'))
      return { close: () => {} }
    },
  }
}
