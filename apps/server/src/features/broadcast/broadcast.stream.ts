import { MAX_BROADCAST_START_BYTES, parseBroadcastCommand } from '@fleetglass/contract/broadcast'
import { AppError } from '@fleetglass/contract/errors'
import { broadcastStreamSchema, streamRights } from '@fleetglass/contract/streams'
import { TALK_SAMPLE_RATE } from '@fleetglass/contract/talk'
import type { FleetStreamKind } from '../../services/viewers/index.ts'
import { type BroadcastDeps, BroadcastSession } from './broadcast-session.ts'

/** `ws.cgi?deviceid=broadcast`: speaking to many vehicles. `enabled` is the site's option (BCST-09). */
export function broadcastStream({ enabled, ...deps }: BroadcastDeps & { readonly enabled: boolean }): FleetStreamKind {
  return {
    access: streamRights.broadcast,
    audit: 'Spoke to several devices',
    parameters: broadcastStreamSchema,
    takesAudio: true,
    maxTextBytes: MAX_BROADCAST_START_BYTES,
    check: () => null,
    startFleet(call) {
      if (!enabled) {
        call.socket.fail(new AppError('broadcast-off'))
        return { close: () => {} }
      }
      const nothing = { channels: [], video: 0, audio: 0 }
      call.socket.info({ deviceid: 'broadcast', ...nothing, sampleRate: TALK_SAMPLE_RATE })
      const session = new BroadcastSession(deps, call)
      call.onText((text) => {
        const command = parseBroadcastCommand(text)
        if (command !== null) session.take(command)
      })
      call.onAudio((message) => session.speak(message))
      return session
    },
  }
}
