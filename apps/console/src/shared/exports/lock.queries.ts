import { can } from '@fleetglass/contract/access'
import {
  type LockRequest,
  lockAccess,
  type RecordingLock,
  recordingLocksPath,
  recordingLocksSchema,
} from '@fleetglass/contract/exports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { notify } from '../../ui/index.ts'

const noLocks: readonly RecordingLock[] = []

/** Whether ranges may be locked and unlocked. */
export function useMayLock(): boolean {
  return can(useSession().rights, lockAccess)
}

/** What is locked of a device, the first one first. */
export function useRecordingLocks(deviceid: string): readonly RecordingLock[] {
  const { userName } = useSession()
  const path = `${recordingLocksPath}?deviceid=${encodeURIComponent(deviceid)}`
  const { data } = useQuery({
    queryKey: ['recording-locks', userName, deviceid],
    queryFn: async () => recordingLocksSchema.parse(await askJson('GET', path)),
    retry: false,
  })
  return data ?? noLocks
}

type LockedRange = Pick<LockRequest, 'start' | 'end' | 'reason'>

/** Locks a range of some channels, one lock a channel. */
export function useLockRange(deviceid: string) {
  const call = useServerCall()
  return useMutation({
    mutationFn: async ({ channels, range }: { readonly channels: readonly number[]; readonly range: LockedRange }) => {
      for (const ch of channels) await call('POST', recordingLocksPath, { deviceid, ch, ...range })
    },
    ...useLockOutcome(deviceid),
  })
}

/** Ends a lock: what it covered may be deleted again. */
export function useUnlock(deviceid: string) {
  const call = useServerCall()
  return useMutation({
    mutationFn: ({ id }: RecordingLock) => call('DELETE', recordingLocksPath, { deviceid, id }),
    ...useLockOutcome(deviceid),
  })
}

/** A failure is shown whatever its cause, and the list is loaded again in any case. */
function useLockOutcome(deviceid: string) {
  const { userName: username } = useSession()
  const queries = useQueryClient()
  return {
    meta: { saysItself: true } as const,
    onError: ({ message }: Error) => notify.error(message, { id: recordingLocksPath }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['recording-locks', username, deviceid] }),
  }
}
