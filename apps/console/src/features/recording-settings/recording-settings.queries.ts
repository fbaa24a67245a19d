import {
  encodeNetLimit,
  kbOfMb,
  recordSettingsListSchema,
  recordSettingsPath,
  type SetRecordSettings,
} from '@fleetglass/contract/recording-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, callJson, mayAskAgain } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { notify } from '../../ui/index.ts'

/** The traffic of the month moves on. */
const REFRESH_MS = 60_000

/** The recording settings of every device that this account sees. */
export function useRecordSettings() {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['record-settings', username],
    queryFn: async () =>
      recordSettingsListSchema.parse(await askJson('POST', recordSettingsPath, { username, password })),
    retry: mayAskAgain,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : REFRESH_MS),
  })
}

export interface LimitChoice {
  readonly isOn: boolean
  readonly megabytes: number
}

/** What sets one of them for many devices; each answers whether it was saved. */
export function useRecordSettingsCommands() {
  const { userName: username, passwordHash: password } = useSession()
  const { log } = usePreferences()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['record-settings', username] })
  const put = async (asked: SetRecordSettings): Promise<boolean> => {
    const reply = await callJson('PUT', recordSettingsPath, { username, password, ...asked })
    if (!reply.ok && reply.kind === 'refused') notify.error(reply.reason, { id: recordSettingsPath })
    else if (!reply.ok) log(`PUT ${recordSettingsPath}: ${reply.reason}`)
    if (reply.ok) await refresh()
    return reply.ok
  }
  return {
    refresh,
    setDays: (deviceids: string[], days: number) => put({ deviceids, name: 'recdays', value: days }),
    setLimit: (deviceids: string[], { isOn, megabytes }: LimitChoice) => {
      const value = encodeNetLimit({ netlimit: isOn ? 1 : 0, maxnetflow: kbOfMb(megabytes) })
      return put({ deviceids, name: 'netlimit', value })
    },
  }
}
