import type { ServerInfo } from '@fleetglass/contract/session'
import { useMemo } from 'react'
import { zoneLabel } from '../../platform/time/index.ts'
import { type ChannelState, sessionOf, useChannelState } from '../channel/index.ts'
import { useFleetState } from '../fleet/index.ts'

/** The server of the login (ENT-048 … 055): what it reported about itself, how it was reached, and the user. */
export interface KnownServer {
  readonly version: string
  /** The first number of the version; null when it begins with none. */
  readonly mainVersion: number | null
  readonly maxLicence: number
  /** Unix seconds; null when the licence does not end. */
  readonly expiresS: number | null
  readonly serverAddress: string
  readonly timeZoneHours: number
  /** `UTC+05:30` and the like. */
  readonly timeZoneText: string
  readonly userName: string
}

/** `link` is the main channel over which the server reported about itself: it has the address and the user. */
export function knownServer(info: ServerInfo, link: ChannelState): KnownServer {
  const { version, maxLicence, expiresS, timeZoneHours } = info
  const major = /^\d+/.exec(version)?.[0]
  return {
    version,
    mainVersion: major === undefined ? null : Number(major),
    maxLicence,
    expiresS: expiresS === 0 ? null : expiresS,
    serverAddress: 'target' in link ? link.target.host : '',
    timeZoneHours,
    timeZoneText: zoneLabel(timeZoneHours),
    userName: sessionOf(link)?.userName ?? '',
  }
}

/** Null until the server has reported about itself. */
export function useKnownServer(): KnownServer | null {
  const info = useFleetState((state) => state.server)
  const link = useChannelState((state) => state)
  return useMemo(() => info && knownServer(info, link), [info, link])
}
