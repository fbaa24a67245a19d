import {
  eventDefinitionLinksPath,
  eventDefinitionLinksSchema,
  eventDefinitionsPath,
  eventDefinitionsSchema,
  eventNames,
} from '@fleetglass/contract/event-profiles'
import { eventQueryPath, storedEventsSchema } from '@fleetglass/contract/events'
import { packedTrackSchema, trackPath, unpackTrack } from '@fleetglass/contract/tracks'
import { useCallback } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useEventName } from '../../engines/events/index.ts'
import { askJson } from '../../platform/http/index.ts'
import type { TrackEvent } from './gps-result.ts'
import { type Track, TrackBuilder } from './track.ts'

/** A day is requested in parts: reading a part of 21,600 points is a moment's work, and the page goes on in between. */
const partS = 6 * 3600

export interface RangeOfDevice {
  readonly deviceId: string
  /** Unix seconds, both included. */
  readonly beginS: number
  readonly endS: number
}

/** The points of a device and range; null when there are none. Fails with the server's words. */
export type AskTrack = (of: RangeOfDevice, onShare: (share: number) => void) => Promise<Track | null>

export function useAskTrack(): AskTrack {
  const { userName: username, passwordHash: password } = useSession()
  return useCallback(
    async (of, onShare) => {
      const track = new TrackBuilder(of)
      for (let start = of.beginS; start <= of.endS; start += partS) {
        const end = Math.min(of.endS, start + partS - 1)
        const asked = { username, password, deviceid: of.deviceId, start, end, packed: true }
        track.add(unpackTrack(packedTrackSchema.parse(await askJson('POST', trackPath, asked))))
        onShare((end + 1 - of.beginS) / (of.endS + 1 - of.beginS))
      }
      return track.end()
    },
    [username, password],
  )
}

/** What happened in a range, with names. Those are to be shown that began there at a place that is known. */
export type AskEvents = (of: RangeOfDevice) => Promise<readonly TrackEvent[]>

export function useAskEvents(): AskEvents {
  const eventName = useEventName()
  const { userName: username, passwordHash: password } = useSession()
  return useCallback(
    async ({ deviceId: deviceid, beginS: afterTime, endS: beforeTime }) => {
      const asked = { username, password, deviceid, afterTime, beforeTime }
      const [events, definitions, links] = await Promise.all([
        askJson('POST', eventQueryPath, asked),
        askJson('GET', eventDefinitionsPath),
        askJson('GET', eventDefinitionLinksPath),
      ])
      const stored = storedEventsSchema.parse(events)
      const nameOf = eventNames(eventDefinitionsSchema.parse(definitions), eventDefinitionLinksSchema.parse(links))
      return stored.map(({ serialno, appdevid: code, eventname, eventtimeutc, speed, cmd, ...event }) => ({
        id: String(serialno),
        appdevid: code,
        vehiclex: event.vehiclex ?? 0,
        vehicley: event.vehicley ?? 0,
        eventtimeutc,
        speed: speed ?? 0,
        show: cmd === 'new' && isOnEarth(event.vehiclex, event.vehicley),
        isLate: event.late === 1,
        name: eventName(code, eventname || (nameOf(event.deviceid, code) ?? '')),
      }))
    },
    [username, password, eventName],
  )
}

/** What has no place, or one that is none, cannot stand on a map. */
function isOnEarth(lat: number | null, lng: number | null): boolean {
  return lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}
