import { autoUploadFileAddress } from '@fleetglass/contract/auto-upload'
import {
  type EventFile,
  type EventQueryInput,
  eventCheckAnswerSchema,
  eventFetchAgainPath,
  eventFootageInfoPath,
  eventFootageInfoSchema,
  eventFootageName,
  eventFootagePath,
  eventMemoAnswerSchema,
  eventQueryPath,
  eventSetPath,
  type StoredEvent,
  storedEventsSchema,
} from '@fleetglass/contract/events'
import { StreamPath } from '@fleetglass/contract/streams'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useServerCall, useSession } from '../../../engines/channel/index.ts'
import { askJson } from '../../../platform/http/index.ts'

export type AskEvents = (query: EventQueryInput) => Promise<readonly StoredEvent[]>

export function useAskEvents(): AskEvents {
  const { userName: username, passwordHash: password } = useSession()
  return useCallback(
    async (query) => storedEventsSchema.parse(await askJson('POST', eventQueryPath, { username, password, ...query })),
    [username, password],
  )
}

type Change = Pick<StoredEvent, 'updatetime'> & Partial<Pick<StoredEvent, 'checkstatus' | 'memo'>>

/** What this page changed of events, and how it changes them. */
export interface EventChanges {
  /** The event with what was answered to its last changes, unless the row is newer. */
  readonly latest: (event: StoredEvent) => StoredEvent
  readonly check: (event: StoredEvent) => void
  readonly writeMemo: (event: StoredEvent, memo: string) => void
}

/** EVT-32 to EVT-34: a change is saved at once, and the row shows what was answered. */
export function useEventChanges(): EventChanges {
  const call = useServerCall()
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map())
  const changed = ({ serialno, ...change }: Change & { readonly serialno: number }): void =>
    setChanges((old) => new Map(old).set(serialno, { ...old.get(serialno), ...change }))
  const check = useMutation({
    mutationFn: async (body: object) => eventCheckAnswerSchema.parse(await call('PUT', eventSetPath, body)),
    onSuccess: changed,
  })
  const memo = useMutation({
    mutationFn: async (body: object) => eventMemoAnswerSchema.parse(await call('POST', eventSetPath, body)),
    onSuccess: changed,
  })
  return {
    latest(event) {
      const change = changes.get(event.serialno)
      return change === undefined || change.updatetime < event.updatetime ? event : { ...event, ...change }
    },
    check: ({ serialno, checkstatus }) => check.mutate({ serialno, checkstatus: checkstatus === 1 ? 0 : 1 }),
    writeMemo(event, text) {
      if (text !== event.memo) memo.mutate({ serialno: event.serialno, memo: text })
    },
  }
}

/** Requests what failed of an event once more; the list shows how that stands at its next poll. */
export function useFetchAgain() {
  const call = useServerCall()
  return useMutation({
    mutationFn: ({
      serialno,
      kind,
    }: Pick<StoredEvent, 'serialno' | 'updatetime'> & { readonly kind: 'footage' | 'snapshot' }) =>
      call('POST', eventFetchAgainPath, { serialno, kind }),
  })
}

/** Addresses of what was fetched for events. */
export function useMediaAddresses() {
  const { userName: user, passwordHash: password } = useSession()
  return {
    footage({ deviceid, eventtimeutc, serialno }: StoredEvent, channel: number): string {
      const name = encodeURIComponent(eventFootageName(deviceid, eventtimeutc, channel))
      return `${eventFootagePath}/${name}?${footageQuery(user, password, serialno, channel)}`
    },
    snapshot({ deviceid, eventtimeutc }: StoredEvent, channel: number): string {
      const of = { type: 'event', t: `${eventtimeutc}`, deviceid, ch: `${channel}`, user, password }
      return `${StreamPath.picture}?${new URLSearchParams(of)}`
    },
    file: (file: EventFile) => autoUploadFileAddress(file, { user, password }),
    /** EVT-25: without an answer there is no text. */
    async clipInfo({ serialno }: StoredEvent, channel: number) {
      const path = `${eventFootageInfoPath}?${footageQuery(user, password, serialno, channel)}`
      const answer = await fetch(path, { credentials: 'same-origin' }).catch(() => null)
      if (answer === null || !answer.ok) return null
      const read = eventFootageInfoSchema.safeParse(await answer.json())
      return read.success ? read.data : null
    },
  }
}

function footageQuery(u: string, p: string, serialno: number, channel: number): string {
  return new URLSearchParams({ u, p, s: `${serialno}`, c: `${channel}` }).toString()
}
