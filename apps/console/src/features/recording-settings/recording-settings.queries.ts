import {
  encodeNetLimit,
  kbOfMb,
  recordSettingsListSchema,
  recordSettingsPath,
  type SetRecordSettings,
} from '@fleetglass/contract/recording-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
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

/** Sets the days or the limit for many devices. */
export function useSetRecordSettings() {
  const t = useText()
  const call = useServerCall()
  const refresh = useRefreshRecordSettings()
  return useMutation({
    mutationFn: (asked: SetRecordSettings) => call('PUT', recordSettingsPath, asked),
    onSuccess: async (_, { deviceids }) => {
      notify.success(t('recset.saved', { count: deviceids.length }))
      await refresh()
    },
  })
}

export function useRefreshRecordSettings(): () => Promise<void> {
  const { userName: username } = useSession()
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: ['record-settings', username] }), [queries, username])
}

export function setDays(deviceids: string[], days: number): SetRecordSettings {
  return { deviceids, name: 'recdays', value: days }
}

export function setLimit(deviceids: string[], { isOn, megabytes }: LimitChoice): SetRecordSettings {
  const value = encodeNetLimit({ netlimit: isOn ? 1 : 0, maxnetflow: kbOfMb(megabytes) })
  return { deviceids, name: 'netlimit', value }
}
