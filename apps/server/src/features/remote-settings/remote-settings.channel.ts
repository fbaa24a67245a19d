import { AppError } from '@fleetglass/contract/errors'
import {
  CONFIRM_REMOTE,
  decodeConfirmRemote,
  READ_REMOTE,
  remoteSettingsAccess,
} from '@fleetglass/contract/remote-settings'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import type { RemoteSettings } from './remote-settings.service.ts'

/** The settings that a device keeps, over the main channel (VCP-114, VCP-120). */
export const remoteSettingsMessages = (remoteSettings: RemoteSettings): ChannelMessage[] => [
  message(READ_REMOTE, remoteSettingsAccess, 'Read the settings that device {A} has stored', async (call) => {
    const settings = await remoteSettings.read(call.account, call.fields.A ?? '')
    call.reply({}, JSON.stringify(settings))
  }),
  message(
    CONFIRM_REMOTE,
    remoteSettingsAccess,
    'Compared the settings {N} that device {A} has stored with what was saved',
    async (call) => {
      const read = decodeConfirmRemote(call.fields)
      if (!read.success) throw invalidRequest(read.error)
      const answer = await remoteSettings.confirm(call.account, call.fields.A ?? '', read.data.keys)
      // What the HTTP call answers, with what its text was filled with.
      if (answer.hasError)
        throw new AppError(answer.code as 'setting-not-kept', answer.parameters as { settings: string })
      call.reply()
    },
  ),
]
