import {
  changedFields,
  GET_SETTINGS,
  SET_SETTINGS,
  type SettingsChange,
  settingsAnswerSchema,
} from '@fleetglass/contract/device-settings'
import { encodeDeviceId } from '@fleetglass/contract/devices'
import { useEffect, useState } from 'react'
import { type Channel, useChannel } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import type { Draft } from './device-editor.rules.ts'

/** SDEV-05: Save is not to be clicked again before. */
const SAVE_AGAIN_MS = 3_000
/** SDEV-45: from the click to what the opening screen does. */
const CALL_BACK_MS = 2_000

export type Loaded =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'here'; readonly record: SettingsChange }

/** What the server keeps of the device, as far as this account is told. */
export function useRecord(deviceId: string): Loaded {
  const channel = useChannel()
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'asking' })
  useEffect(() => {
    let isWanted = true
    void readRecord(channel, deviceId).then((record) => {
      if (isWanted) setLoaded(record)
    })
    return () => {
      isWanted = false
    }
  }, [channel, deviceId])
  return loaded
}

async function readRecord(channel: Channel, deviceId: string): Promise<Loaded> {
  const reply = await channel.request({ code: GET_SETTINGS, fields: encodeDeviceId(deviceId) })
  if (!reply.ok) return { kind: 'failed', reason: reply.reason }
  const read = settingsAnswerSchema.safeParse(readJson(reply.message.payload))
  if (!read.success) return { kind: 'failed', reason: 'the server answered in another form' }
  const { deviceid: _, ...record } = read.data
  return { kind: 'here', record }
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}

/** The draft of a record, what of it differs from what is kept, and what saves that. */
export function useDraft(deviceId: string, kept: SettingsChange, onSaved: () => void) {
  const t = useText()
  const clock = useClock()
  const channel = useChannel()
  const [loaded, setLoaded] = useState(kept)
  const [draft, setDraft] = useState<Draft>(kept)
  const [isResting, setResting] = useState(false)
  const changes = changedFields(loaded, draft)

  async function send(): Promise<boolean> {
    const payload = new TextEncoder().encode(JSON.stringify(changes))
    const reply = await channel.request({ code: SET_SETTINGS, fields: encodeDeviceId(deviceId), payload })
    if (reply.ok) {
      setLoaded(draft)
      notify.success(t('editor.saved', { device: deviceId }))
    } else notify.error(reply.reason)
    return reply.ok
  }

  return {
    draft,
    edit: (change: Draft) => setDraft((before) => ({ ...before, ...change })),
    changes,
    isResting,
    save(): void {
      setResting(true)
      clock.after(SAVE_AGAIN_MS, () => setResting(false))
      const due = new Promise<void>((resolve) => clock.after(CALL_BACK_MS, resolve))
      // It closes nothing, and is due also when the editor was closed meanwhile.
      void Promise.all([send(), due]).then(([isSaved]) => {
        if (isSaved) onSaved()
      })
    },
  }
}
