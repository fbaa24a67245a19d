import { defineFeature } from '../define-feature.ts'
import { createDeviceParameters } from './device-parameters.ts'
import { createDeviceQueue } from './device-queue.ts'
import { remoteSettingsMessages } from './remote-settings.channel.ts'
import { remoteSettingsEndpoints } from './remote-settings.routes.ts'
import { createRemoteSettings } from './remote-settings.service.ts'
import { createSavedSettings } from './saved-settings.ts'

/** Settings that devices have stored themselves. */
export const remoteSettingsFeature = defineFeature({
  name: 'remote-settings',
  needs: ['clock', 'visibility', 'commands', 'models'],
  start({ clock, visibility, commands, models }) {
    const turns = createDeviceQueue({ clock })
    const parameters = createDeviceParameters({ commands })
    const saved = createSavedSettings({ clock })
    const settings = createRemoteSettings({ visibility, parameters, turns, saved, models })
    return {
      endpoints: remoteSettingsEndpoints(settings),
      messages: remoteSettingsMessages(settings),
      close: () => turns.close(),
    }
  },
})
