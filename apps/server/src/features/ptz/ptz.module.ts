import { createShutdown } from '../../platform/shutdown/index.ts'
import { defineFeature } from '../define-feature.ts'
import { createCameraMover } from './camera-mover.ts'
import { ptzMessages } from './ptz.channel.ts'
import { createCallers, ptzEndpoints } from './ptz.routes.ts'

export const ptzFeature = defineFeature({
  name: 'ptz',
  needs: ['clock', 'log', 'commands', 'visibility', 'authenticator'],
  start({ clock, log, commands, visibility, authenticator }) {
    const running = createShutdown(log)
    const mover = running.own('cameras', createCameraMover({ clock, commands }))
    running.own(
      'moved cameras',
      visibility.onChange(() => mover.checkAll()),
    )
    const cameras = { visibility, mover }
    const callers = createCallers({ clock, mover, authenticator })
    return {
      endpoints: ptzEndpoints(cameras, callers),
      messages: ptzMessages(cameras),
      async beforeDisconnect() {
        callers.close()
        await mover.close()
      },
      close: () => running.close(),
    }
  },
})
