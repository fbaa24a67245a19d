// Belongs here: the messages that read and set the limits of monitors. Does not: what is limited (the services that open the settings).
import {
  decodeMonitorLimits,
  encodeMonitorLimits,
  type LimitedMonitor,
  monitorAccess,
  monitorLimitCodes,
  monitorLimitSections,
  storedMonitorLimitsSchema,
} from '@fleetglass/contract/monitors'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** API2-186: each sets the fields that it carries and answers with all of them. */
export function limitMessages(settings: Pick<Settings, 'named'>): ChannelMessage[] {
  return Object.entries(monitorLimitCodes).map(([monitor, code]) =>
    message(
      code,
      monitorAccess,
      `Set the limits of the ${monitor} monitor: {N} at once, {L} bytes per second, {W} waiting`,
      async (call) => {
        const stored = settings.named(monitorLimitSections[monitor as LimitedMonitor])
        const given = decodeMonitorLimits(call.fields)
        if (Object.keys(given).length > 0) {
          const isRateSet = given.limitRate === undefined ? {} : { isRateSet: true }
          const { changes } = await stored.save({ ...given, ...isRateSet }, { name: call.account.name })
          call.note({ changes })
        }
        call.reply(encodeMonitorLimits(storedMonitorLimitsSchema.parse(stored.value)))
      },
      {
        audit: `Read the limits of the ${monitor} monitor`,
        isRead: (fields) => Object.keys(decodeMonitorLimits(fields)).length === 0,
      },
    ),
  )
}
