import type { Clock, Timer } from '../../platform/clock/index.ts'
import { type Channel, sessionOf } from '../channel/index.ts'
import { parseExtras, parseListPart, parseServerInfo } from './device-wire.ts'
import { Roster } from './fleet.roster.ts'
import type { Fleet } from './fleet.ts'

/** SYNC-05 and SYNC-04. */
export const firstPollMs = 2_500
export const pollPeriodMs = 10_000

export interface FleetSyncDeps {
  readonly channel: Channel
  readonly fleet: Fleet
  readonly clock: Clock
  readonly log: (text: string) => void
}

/** Keeps the fleet in step with the server for as long as somebody is logged in (SYNC-01 … 22). */
export function startFleetSync(deps: FleetSyncDeps): { close(): void } {
  let link: { close(): void } | null = null
  const follow = (): void => {
    const state = deps.channel.state.getState()
    if (state.kind === 'online') {
      link ??= pollOneLink(deps)
      return
    }
    link?.close()
    link = null
    if (sessionOf(state) === null) deps.fleet.clear()
  }
  const stop = deps.channel.state.subscribe(follow)
  follow()
  return {
    close() {
      stop()
      link?.close()
      link = null
    },
  }
}

/** The polling of one link. After a reconnect everything starts afresh: its first list is a full one (SYNC-21). */
function pollOneLink({ channel, fleet, clock, log }: FleetSyncDeps): { close(): void } {
  const roster = new Roster()
  let closed = false
  let listUnderWay = false
  let fullVersion: string | null = null
  let changesSeen = -1
  let timer: Timer | null = null

  const askServer = async (): Promise<void> => {
    const reply = await channel.request({ code: 'Q01' })
    if (closed) return
    if (reply.ok) fleet.setServer(parseServerInfo(reply.message))
    else log(`server info: ${reply.reason}`)
  }

  const askExtras = async (code: 'Q11' | 'Q12'): Promise<void> => {
    const reply = await channel.request({ code })
    if (closed) return
    if (!reply.ok) return log(`device extra info: ${reply.reason}`)
    roster.extend(parseExtras(reply.message))
    if (fleet.state.getState().loaded) fleet.amend(roster.devices())
  }

  const askList = async (full: boolean): Promise<void> => {
    listUnderWay = true
    const changesAtStart = fleet.changes()
    const rows: ReturnType<typeof parseListPart>['rows'][number][] = []
    const reply = await channel.request({
      code: full ? 'Q03' : 'Q04',
      parts: {
        take: (message) => {
          const part = parseListPart(message)
          rows.push(...part.rows)
          for (const reason of part.skipped) log(`device row skipped: ${reason}`)
        },
        last: (message) => parseListPart(message).fin,
      },
    })
    listUnderWay = false
    if (closed) return
    if (!reply.ok) return log(`device list: ${reply.reason}`)
    const version = reply.message.fields.V ?? null
    roster.commit(rows, full)
    fleet.commit(roster.devices())
    if (full) {
      fullVersion = version
      changesSeen = changesAtStart
    } else if (version !== fullVersion) fleet.flagChange()
  }

  const poll = (): void => {
    if (listUnderWay) return
    const full = changesSeen !== fleet.changes()
    if (full && changesSeen >= 0) void askExtras('Q12')
    void askList(full)
  }

  void askServer()
  void askExtras('Q11')
  void askList(true)
  timer = clock.after(firstPollMs, () => {
    poll()
    timer = clock.every(pollPeriodMs, poll)
  })
  return {
    close() {
      closed = true
      timer?.cancel()
    },
  }
}
