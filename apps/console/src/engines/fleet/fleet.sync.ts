import {
  CHANGED_LIST,
  type ClientPorts,
  EXTRA_INFO,
  encodeFollowRows,
  FOLLOW_ROWS,
  FULL_LIST,
  PUSH_SILENCE_MS,
} from '@fleetglass/contract/devices'
import { decodeServerInfo, SERVER_INFO } from '@fleetglass/contract/session'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { type Channel, sessionOf } from '../channel/index.ts'
import { listEnd, pushEnds, type ReadRow, readExtras, readPushed, readRows } from './device-wire.ts'
import { Roster } from './fleet.roster.ts'
import type { Fleet } from './fleet.ts'

/** SYNC-05 and SYNC-04. */
export const firstPollMs = 2_500
export const pollPeriodMs = 10_000

/** After this long without a message for the list, the data on screen count as out of date. */
export const listLateMs = 5_000
/** The server has missed its word twice: what is shown is getting old. */
export const pushLateMs = 2 * PUSH_SILENCE_MS + 2_000
/** The link carries nothing any more: another one is opened. */
export const linkSilentMs = 5 * PUSH_SILENCE_MS
/** What the server says about itself is read again after this many polls; a port that moves is pushed. */
const pollsPerServerInfo = 3

export interface FleetSyncDeps {
  readonly channel: Channel
  readonly fleet: Fleet
  readonly clock: Clock
  readonly log: (text: string) => void
}

interface Link {
  close(): void
}

/** When the last complete list came, over all links; null before the first. */
interface Listed {
  atMs: number | null
}

/** Keeps the fleet in step with the server for as long as a user is logged in (SYNC-01 … 22). */
export function startFleetSync(deps: FleetSyncDeps): { close(): void } {
  const listed: Listed = { atMs: null }
  let link: Link | null = null
  const follow = (): void => {
    const state = deps.channel.state.getState()
    if (state.kind === 'online') {
      link ??= pollOneLink(deps, listed)
      return
    }
    link?.close()
    link = null
    if (sessionOf(state) !== null && listed.atMs !== null) deps.fleet.setStale(listed.atMs)
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
function pollOneLink({ channel, fleet, clock, log }: FleetSyncDeps, listed: Listed): Link {
  const roster = new Roster()
  let closed = false
  /** Rows of the list that is under way, by device: what comes last on the link is the newest, pushed or listed. */
  let listRows: Map<string, ReadRow> | null = null
  let pushedVersion: number | null = null
  let following: 'no' | 'yes' | 'refused' = 'no'
  let fullVersion: number | null = null
  let changesSeen = -1
  /** As the server said last on this link. */
  let ports: ClientPorts | null = null
  let timer: Timer | null = null

  const askServer = async (): Promise<void> => {
    const reply = await channel.request({ code: SERVER_INFO })
    if (closed) return
    const info = reply.ok ? decodeServerInfo(reply.message) : null
    if (info) fleet.setServer(info)
    else log(`server info: ${reply.ok ? 'cannot be read' : reply.reason}`)
  }

  const askExtras = async (): Promise<void> => {
    const reply = await channel.request({ code: EXTRA_INFO })
    if (closed) return
    if (!reply.ok) return log(`device extra info: ${reply.reason}`)
    const extras = readExtras(reply.message)
    if (!extras) return log('device extra info: cannot be read')
    roster.extend(extras)
    if (fleet.state.getState().loaded) fleet.amend(roster.devices())
  }

  /** Nothing newer can be had for now. */
  const setStale = (): void => {
    if (listed.atMs !== null) fleet.setStale(listed.atMs)
  }

  const skip = (reasons: readonly string[]): void => {
    for (const reason of reasons) log(`device row skipped: ${reason}`)
  }

  const askList = async (full: boolean): Promise<void> => {
    const changesAtStart = fleet.state.getState().changes
    const rows = new Map<string, ReadRow>()
    listRows = rows
    pushedVersion = null
    const reply = await channel.request({
      code: full ? FULL_LIST : CHANGED_LIST,
      parts: {
        take: (message) => {
          const part = readRows(message, roster.known)
          for (const row of part.rows) rows.set(row.row.deviceId, row)
          skip(part.skipped)
        },
        last: (message) => listEnd(message) !== null,
        silences: [{ afterMs: listLateMs, notify: setStale }],
      },
    })
    listRows = null
    if (closed) return
    if (!reply.ok) {
      setStale()
      return log(`device list: ${reply.reason}`)
    }
    const version = listEnd(reply.message)
    roster.commit([...rows.values()], full)
    listed.atMs = clock.nowMs()
    fleet.commit(roster.devices())
    if (full) {
      fullVersion = version
      changesSeen = changesAtStart
    }
    // A row that was pushed before a change may have restored what the change removed.
    if (version !== fullVersion || (pushedVersion !== null && pushedVersion !== version)) fleet.flagChange()
  }

  /** An administrator has moved them: streams open at the new port, and a link that is lost comes back there. */
  const takePorts = (now: ClientPorts | null): void => {
    const before = ports
    ports = now ?? before
    if (now === null || before === null) return
    if (now.streams !== before.streams) void askServer()
    if (now.main !== before.main) channel.moved(before.main, now.main)
  }

  const takePushed = (part: NonNullable<ReturnType<typeof readPushed>>): void => {
    skip(part.skipped)
    fleet.setRecordingFault(part.recordingFault)
    fleet.setEventProfiles(part.eventProfiles)
    takePorts(part.ports)
    if (listRows !== null) {
      pushedVersion = part.version
      for (const row of part.rows) listRows.set(row.row.deviceId, row)
    }
    if (!fleet.state.getState().loaded || part.rows.length === 0) return
    roster.update(part.rows)
    fleet.amend(roster.devices())
  }

  /** The server sends again after a silence: a whole list has what was missed. */
  const catchUp = (): void => {
    if (fleet.state.getState().staleSinceMs !== null && changesSeen >= 0) poll()
  }

  /** Changed rows come by themselves between the polls, which go on: whatever is missed is there 10 s later. */
  const followRows = async (): Promise<void> => {
    following = 'yes'
    const reply = await channel.request({
      code: FOLLOW_ROWS,
      fields: encodeFollowRows(true),
      parts: {
        endless: true,
        take: (message) => {
          const part = closed ? null : readPushed(message, roster.known)
          if (part === null) return
          takePushed(part)
          catchUp()
        },
        last: pushEnds,
        silences: [
          { afterMs: pushLateMs, notify: setStale },
          { afterMs: linkSilentMs, notify: () => channel.giveUp(`nothing received for ${linkSilentMs / 1000} s`) },
        ],
      },
    })
    if (closed) return
    log(`pushed device rows: ${reply.ok ? 'ended by the server' : reply.reason}`)
    // A server that does not know the request does not get it again on this link.
    following = !reply.ok && reply.kind === 'refused' ? 'refused' : 'no'
  }

  const poll = (): void => {
    // SYNC-15: the next one comes when the format is over.
    if (channel.isPollingPaused) return
    if (following === 'no') void followRows()
    if (listRows !== null) return
    const full = changesSeen !== fleet.state.getState().changes
    if (full && changesSeen >= 0) void askExtras()
    void askList(full)
  }

  void askServer()
  void askExtras()
  void askList(true)
  void followRows()
  // What was changed here is seen at once, and not only at the next poll.
  const stopFollowing = fleet.state.subscribe((state, old) => {
    if (state.changes !== old.changes && changesSeen >= 0) poll()
  })
  timer = clock.after(firstPollMs, () => {
    poll()
    let polls = 0
    timer = clock.every(pollPeriodMs, () => {
      polls += 1
      if (polls % pollsPerServerInfo === 0 && !channel.isPollingPaused) void askServer()
      poll()
    })
  })
  return {
    close() {
      closed = true
      stopFollowing()
      timer?.cancel()
    },
  }
}
