// Belongs here: which devices are sent to another server, and when. Does not: the message (ports/commands).
import { deviceRedirectCall } from '@fleetglass/contract/server-settings'
import { writeParameter } from '@fleetglass/jt808'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { defineSettings, type Settings } from '../../platform/settings/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'

/** SET-054 to SET-056. */
const deviceRedirectSettings = defineSettings({
  name: 'deviceredirect',
  schema: deviceRedirectCall.fields,
  initial: () => ({ prefix: '', new_server: '', new_port: 7808 }),
})

/** JT/T 808-2013, table 12: address of the main server, and its TCP port. */
const MAIN_SERVER = 0x0013
const TCP_PORT = 0x0018

/** A redirect to this very server would make a device come back at once, again and again. */
const AGAIN_MS = 60_000

export interface DeviceRedirect {
  /** Sends a registered device that comes online to the other server, where that is set for its id. Nothing waits for it. */
  connected(deviceId: string, edition: string): void
}

export function createDeviceRedirect(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<Settings, 'open'>
  readonly commands: DeviceCommands
}): DeviceRedirect {
  const { clock, settings, commands } = deps
  const log = deps.log.child({ part: 'device redirect' })
  const section = settings.open(deviceRedirectSettings)
  /** When a device was redirected; bounded by the registered devices. */
  const redirectedMs = new Map<string, number>()

  const redirect = async (deviceId: string, edition: string): Promise<void> => {
    const { new_server: server, new_port: port } = section.value
    // The 2019 edition has the port behind the address; recorders that read 0x0018 instead are served by the same message.
    const address = edition === '2019' ? `${hostInAddress(server)}:${port}` : server
    const { kind } = await commands.send(deviceId, {
      name: 'writeParameters',
      parameters: [writeParameter(MAIN_SERVER, address), writeParameter(TCP_PORT, port)],
    })
    const target = { deviceId, server, port }
    if (kind === 'answered') log.info(target, 'A device was redirected to another server')
    else log.warn({ ...target, outcome: kind }, 'Cannot redirect a device; the next attempt is made when it reconnects')
  }

  return {
    connected(deviceId, edition) {
      const { prefix, new_server: server } = section.value
      if (prefix === '' || server === '' || !deviceId.startsWith(prefix)) return
      const nowMs = clock.monotonicMs()
      if (nowMs - (redirectedMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
      redirectedMs.set(deviceId, nowMs)
      redirect(deviceId, edition).catch((error: unknown) =>
        log.error({ err: error, deviceId }, 'Cannot redirect a device'),
      )
    },
  }
}

/** An IPv6 address has colons of its own. */
function hostInAddress(server: string): string {
  return server.includes(':') && !server.startsWith('[') ? `[${server}]` : server
}
