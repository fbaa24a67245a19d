import {
  changedFields,
  GET_SETTINGS,
  SET_SETTINGS,
  type SettingsChange,
  settingsAnswerSchema,
} from '@fleetglass/contract/device-settings'
import { encodeDeviceId } from '@fleetglass/contract/devices'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askChannel, type Channel, useChannel, useSession } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { refusalOfField } from '../../ui/form/index.ts'
import { notify } from '../../ui/index.ts'
import type { Draft } from './device-editor.rules.ts'

/** SDEV-05: Save is not to be clicked again before. */
const SAVE_AGAIN_MS = 3_000
/** SDEV-45: from the click to what the opening screen does. */
const CALL_BACK_MS = 2_000

/** The record of the device, as far as this account may see it. It is loaded each time the editor is opened. */
export function useRecord(deviceId: string) {
  const channel = useChannel()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['device-record', deviceId, userName],
    queryFn: () => readRecord(channel, deviceId),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    meta: { saysItself: true },
  })
}

async function readRecord(channel: Channel, deviceId: string): Promise<SettingsChange> {
  const { payload } = await askChannel(channel, { code: GET_SETTINGS, fields: encodeDeviceId(deviceId) })
  const read = settingsAnswerSchema.safeParse(readJson(payload))
  if (!read.success) throw new Error('the server answered in another form')
  const { deviceid: _, ...record } = read.data
  return record
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}

/** The draft of a record, its changes against the stored one, and the function that saves them. */
export function useDraft(deviceId: string, kept: SettingsChange, onSaved: () => void) {
  const t = useText()
  const clock = useClock()
  const channel = useChannel()
  const [loaded, setLoaded] = useState(kept)
  const [draft, setDraft] = useState<Draft>(kept)
  const [isResting, setResting] = useState(false)
  const changes = changedFields(loaded, draft)
  const write = useMutation({
    mutationFn: (change: SettingsChange) => {
      const payload = new TextEncoder().encode(JSON.stringify(change))
      return askChannel(channel, { code: SET_SETTINGS, fields: encodeDeviceId(deviceId), payload })
    },
    onSuccess: () => notify.success(t('editor.saved', { device: deviceId })),
  })

  return {
    draft,
    edit(change: Draft): void {
      write.reset()
      setDraft((before) => ({ ...before, ...change }))
    },
    changes,
    /** The field that the server refused, and why, until something is changed. */
    refused: refusalOfField(write.error?.message ?? ''),
    isResting,
    save(): void {
      setResting(true)
      clock.after(SAVE_AGAIN_MS, () => setResting(false))
      const due = new Promise<void>((resolve) => clock.after(CALL_BACK_MS, resolve))
      const saved = write.mutateAsync(changes).then(() => setLoaded(draft))
      // It closes nothing, and is due also when the editor was closed meanwhile. A failure is shown by the mutation.
      void Promise.all([saved, due]).then(onSaved, () => undefined)
    },
  }
}
