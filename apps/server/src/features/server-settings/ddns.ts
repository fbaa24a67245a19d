// Belongs here: when the public address is reported to a DNS provider, and how. Does not: who may set it (settings-tab.ts).
import { DDNS_NOIP, DDNS_PORTAL, ddnsCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import type { ServerConfig } from '../../platform/config/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { firstAddressIn, requestOutbound } from '../../platform/outbound/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import { defineSettings, type OpenSettings, secret } from '../../platform/settings/index.ts'

/** SET-031. */
export const ddnsSettings = defineSettings({
  name: 'ddns',
  schema: z.object({ ...ddnsCall.fields.shape, pass: secret(ddnsCall.fields.shape.pass) }),
  destinations: { pass: ['type', 'server'] },
  initial: () => ({ enable: false, type: 0, server: '', user: '', pass: '' }),
})

/** How often the public address is looked at. */
const CHECK_MS = 300_000
const REQUEST_MS = 15_000
const ANSWER_BYTES_MAX = 16 * 1024

/** Answers of the update protocol that repeating does not change; providers block who goes on. */
const REFUSALS = /^(badauth|nohost|notfqdn|numhost|abuse|badagent|!donator|!yours)\b/
const DONE = /^(good|nochg)\b/

export interface Ddns {
  readonly job: Job
  close(): void
}

/** SET-034: reports the address now, when the settings change, and when the address changes. */
export function createDdns(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<ServerConfig, 'dynDns' | 'noIp' | 'publicAddress' | 'localTargets'>
  readonly section: OpenSettings<z.output<typeof ddnsSettings.schema>>
}): Ddns {
  const { clock, config, section } = deps
  const log = deps.log.child({ part: 'ddns' })
  const mutex = new Mutex()
  const closing = new AbortController()
  /** As it was reported last; `null`: not since the start or the last save. */
  let reported: string | null = null
  /** Nothing more is reported before a save. */
  let isRefused = false

  const get = (url: URL, allowLocal: boolean, headers: Readonly<Record<string, string>> = {}) =>
    requestOutbound(
      { clock, allowLocal },
      { url, headers, timeoutMs: REQUEST_MS, answerBytesMax: ANSWER_BYTES_MAX, signal: closing.signal },
    )

  /** `null`: it is not known. */
  const publicAddress = async (): Promise<string | null> => {
    try {
      const { status, text } = await get(new URL(config.publicAddress), true)
      return status === 200 ? firstAddressIn(text) : null
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Cannot find out the public address of the server')
      return null
    }
  }

  const update = async (address: string | null): Promise<void> => {
    const { type, server, user, pass } = section.value
    const { revision } = section
    const isPortal = type === DDNS_PORTAL
    const url = endpointOf(isPortal ? server : type === DDNS_NOIP ? config.noIp : config.dynDns)
    if (!isPortal) url.searchParams.set('hostname', server)
    // Without it the provider takes the address that the request comes from.
    if (address !== null) url.searchParams.set('myip', address)
    const authorization = `Basic ${Buffer.from(`${user}:${pass.reveal()}`).toString('base64')}`
    const { status, text } = await get(url, !isPortal || config.localTargets, { authorization })
    // The answer to what was corrected meanwhile says nothing of the present settings.
    if (section.revision !== revision) return
    const answer = text.trim().slice(0, 100)
    const about = { server, address, status, answer }
    if (status === 401 || status === 403 || REFUSALS.test(answer)) {
      isRefused = true
      log.error(about, 'The DNS provider refuses the update; correct the DDNS settings and save them')
    } else if (status >= 200 && status < 300 && (isPortal || DONE.test(answer))) {
      reported = address
      log.info(about, 'The DNS provider has the public address')
    } else log.warn(about, 'The DNS provider did not take the public address; it is sent again later')
  }

  const look = (isWanted: (address: string | null) => boolean): Promise<void> =>
    mutex.run(async () => {
      const { enable, server } = section.value
      if (!enable || server === '' || isRefused || closing.signal.aborted) return
      try {
        const address = await publicAddress()
        if (isWanted(address)) await update(address)
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ server, reason: reasonOf(error) }, 'Cannot reach the DNS provider')
      }
    })

  const subscription = section.subscribe(() => {
    isRefused = false
    reported = null
    void look(() => true)
  })
  void look(() => true)
  return {
    job: {
      name: 'ddns',
      schedule: { everyMs: CHECK_MS },
      run: () => look((address) => address !== null && address !== reported),
    },
    close() {
      subscription.close()
      closing.abort()
    },
  }
}

/** The update protocol of DynDNS, which No-IP and most portals speak. */
function endpointOf(provider: string): URL {
  return new URL('nic/update', provider.endsWith('/') ? provider : `${provider}/`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
