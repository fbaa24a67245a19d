import { can } from '@fleetglass/contract/access'
import {
  type LockRequest,
  lockAccess,
  type RecordingLock,
  recordingLocksPath,
  recordingLocksSchema,
} from '@fleetglass/contract/exports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, callJson } from '../../platform/http/index.ts'
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

/** Each is told when the server refuses it. */
export function useLockCommands(deviceid: string) {
  const { userName: username, passwordHash: password } = useSession()
  const queries = useQueryClient()
  const call = async (method: 'POST' | 'DELETE', body: object): Promise<boolean> => {
    const reply = await callJson(method, recordingLocksPath, { username, password, deviceid, ...body })
    if (!reply.ok) notify.error(reply.reason, { id: recordingLocksPath })
    await queries.invalidateQueries({ queryKey: ['recording-locks', username, deviceid] })
    return reply.ok
  }
  return {
    /** One lock a channel; false when one was refused. */
    async lock(channels: readonly number[], range: Pick<LockRequest, 'start' | 'end' | 'reason'>): Promise<boolean> {
      for (const ch of channels) if (!(await call('POST', { ch, ...range }))) return false
      return true
    },
    async unlock({ id }: RecordingLock): Promise<void> {
      await call('DELETE', { id })
    },
  }
}
