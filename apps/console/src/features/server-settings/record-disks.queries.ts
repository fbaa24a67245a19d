import {
  type BlockDevice,
  blockDevicesSchema,
  encodeStorage,
  FORMAT_WAIT_MS,
  type MediaSlot,
  parseRecordDisks,
  printRecordDisks,
  RECORD_CONFIG,
  type RecordDisks,
  STORAGE,
  slotRecordingsAnswerSchema,
  slotRecordingsPath,
} from '@fleetglass/contract/server-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { askChannel, useChannel, useServerCall, useSession } from '../../engines/channel/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

const disksKey = (userName: string) => ['record-disks', userName] as const

/** SET-075, SET-076. */
export function useDisks() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  return useQuery({
    queryKey: disksKey(userName),
    queryFn: async (): Promise<readonly BlockDevice[]> => {
      const { payload } = await askChannel(channel, { code: STORAGE, fields: encodeStorage('lsblk') })
      const { blockdevices } = blockDevicesSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
      notify.success(t('serverSettings.recordDisks.listLoaded'))
      return blockdevices
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What was typed is sent: the server compares it with the disks that there are. */
export function useFormat() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      askChannel(channel, {
        code: STORAGE,
        fields: encodeStorage('format', name),
        waitMs: FORMAT_WAIT_MS,
        pausesPolling: true,
      }),
    onSuccess: (_reply, name) => notify.success(t('serverSettings.recordDisks.formatted', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: disksKey(userName) }),
  })
}

export interface ReadRecordDisks {
  readonly value: RecordDisks
  /** A save that is based on an older one is refused. */
  readonly revision: number
}

const configurationKey = (userName: string) => ['record-disks', 'configuration', userName] as const

/** SET-075, SET-077. */
export function useRecordDisks() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  return useQuery({
    queryKey: configurationKey(userName),
    queryFn: async (): Promise<ReadRecordDisks> => {
      const request = { code: STORAGE, fields: encodeStorage('uciget', RECORD_CONFIG) }
      const { fields, payload } = await askChannel(channel, request)
      const parsed = parseRecordDisks(new TextDecoder().decode(payload))
      if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`)
      notify.success(t('serverSettings.recordDisks.settingLoaded'))
      return { value: parsed.value, revision: Number(fields.V ?? 0) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** SET-075, SET-078. */
export function useSaveRecordDisks() {
  const t = useText()
  const channel = useChannel()
  const { userName } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ value, revision }: ReadRecordDisks) =>
      askChannel(channel, {
        code: STORAGE,
        fields: { ...encodeStorage('uciset', RECORD_CONFIG), V: String(revision) },
        payload: new TextEncoder().encode(printRecordDisks(value)),
      }),
    onSuccess({ fields }, { value }) {
      queries.setQueryData<ReadRecordDisks>(configurationKey(userName), { value, revision: Number(fields.V ?? 0) })
      notify.success(t('serverSettings.recordDisks.settingSaved'))
    },
  })
}

export type SlotRecordings = z.output<typeof slotRecordingsAnswerSchema>['slots'][number]

/** How many recordings lie on some slots; those without any are left out. */
export function useSlotRecordings() {
  const call = useServerCall()
  return useMutation({
    mutationFn: async (slots: readonly MediaSlot[]): Promise<readonly SlotRecordings[]> => {
      if (slots.length === 0) return []
      const answer = await call('POST', slotRecordingsPath, { slots: slots.map(({ uuid }) => uuid) })
      return slotRecordingsAnswerSchema.parse(answer).slots
    },
  })
}

/** SET-081: the recording service is reloaded. */
export function useRestartRecording() {
  const t = useText()
  const channel = useChannel()
  return useMutation({
    mutationFn: () => askChannel(channel, { code: STORAGE, fields: encodeStorage('restart') }),
    onSuccess: () => notify.success(t('serverSettings.recordDisks.restarted')),
  })
}
