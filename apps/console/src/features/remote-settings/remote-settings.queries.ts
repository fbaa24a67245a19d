import { remoteConfirmAddress, remoteSettingsAddress } from '@fleetglass/contract/remote-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { CallRefused, callJson, type HttpResult } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { readTold, type Told, type Values } from './remote-settings.cards.ts'

/** What became of a save: set and read back, or why not. */
export type SaveOutcome =
  | { readonly kind: 'set' }
  | { readonly kind: 'refused' | 'noAnswer' | 'unreadable'; readonly reason: string }
  /** The server itself did not answer: only logged (ERR1-01). */
  | { readonly kind: 'unanswered' }

function useCall() {
  const { userName: username, passwordHash: password } = useSession()
  return (method: 'POST' | 'PUT', path: string, body: object): Promise<HttpResult> =>
    callJson(method, path, { username, password, ...body })
}

const keyOf = (deviceId: string, userName: string) => ['remote-settings', deviceId, userName]

/** The settings of a device, read from it each time the window is opened. They are not cached, because they contain passwords. */
export function useRemoteSettings(deviceId: string) {
  const call = useCall()
  const { log } = usePreferences()
  const { userName } = useSession()
  return useQuery({
    queryKey: keyOf(deviceId, userName),
    queryFn: async (): Promise<Told> => {
      const reply = await call('POST', remoteSettingsAddress(deviceId), {})
      if (reply.ok) return readTold(reply.value)
      if (reply.kind === 'refused') throw new CallRefused(reply.reason, reply.status)
      log(`settings of ${deviceId}: ${reply.reason}`)
      throw new Error(reply.reason)
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Saves a group of settings and has the server read them back (RDEV-086); the sent values then count as the device's values. */
export function useSaveSettings(deviceId: string) {
  const call = useCall()
  const { log } = usePreferences()
  const { userName } = useSession()
  const queries = useQueryClient()
  const outcomeOf = (reply: HttpResult): SaveOutcome => {
    if (reply.ok) return { kind: 'set' }
    if (reply.kind === 'refused') {
      const outcome = 'outcome' in reply.answer ? reply.answer.outcome : null
      const kind = outcome === 'noAnswer' || outcome === 'unreadable' ? outcome : 'refused'
      return { kind, reason: reply.reason }
    }
    log(`settings of ${deviceId}: ${reply.reason}`)
    return { kind: 'unanswered' }
  }
  const write = async (changes: Values, kept: Values): Promise<SaveOutcome> => {
    const deviceParams = Object.fromEntries(changes)
    const saved = outcomeOf(await call('PUT', remoteSettingsAddress(deviceId), { deviceParams }))
    if (saved.kind !== 'set') return saved
    const confirmed = outcomeOf(await call('POST', remoteConfirmAddress(deviceId), { keys: [...changes.keys()] }))
    if (confirmed.kind !== 'set') return confirmed
    queries.setQueryData<Told>(
      keyOf(deviceId, userName),
      (told) => told && { ...told, values: new Map([...told.values, ...kept]) },
    )
    return confirmed
  }
  return useMutation({
    mutationFn: ({ changes, kept }: { readonly changes: Values; readonly kept: Values }) => write(changes, kept),
  })
}
