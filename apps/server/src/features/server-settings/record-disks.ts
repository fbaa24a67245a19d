// Belongs here: the disks of the server on the main channel (S03). Does not: listing and formatting them (platform/host-disks), which
// are written (ingest/recorder).
import { AppError } from '@fleetglass/contract/errors'
import {
  decodeStorage,
  parseRecordDisks,
  printRecordDisks,
  RECORD_CONFIG,
  type RecordDisks,
  STORAGE,
  type StorageFunction,
  serverSettingsAccess,
} from '@fleetglass/contract/server-settings'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import { recordDiskSettings } from '../../platform/media-store/index.ts'
import type { OpenSettings } from '../../platform/settings/index.ts'
import type { Offers } from '../offers.ts'

type RecordDisksParts = Pick<Offers, 'hostDisks' | 'mediaSlots' | 'reloadRecording' | 'settings'>

export const recordDisksMessages = (parts: RecordDisksParts): ChannelMessage[] => [
  message(STORAGE, serverSettingsAccess, 'Called {F} of the disks of the server for disk {N}', async (call) => {
    const asked = decodeStorage(call.fields)
    if (asked === null) throw new AppError('unknown-message')
    await functions[asked.name](parts, asked.about, call)
  }),
]

const functions: Readonly<
  Record<StorageFunction, (parts: RecordDisksParts, about: string, call: ChannelCall) => Promise<void>>
> = {
  async lsblk({ hostDisks }, _about, { reply }) {
    reply({}, JSON.stringify({ blockdevices: await hostDisks.list() }))
  },
  async uciget({ settings }, name, { reply }) {
    const { value, revision } = configuration(settings, name)
    reply({ V: String(revision) }, printRecordDisks(value))
  },
  async uciset({ settings, mediaSlots }, name, { account, fields, payload, note, reply }) {
    const section = configuration(settings, name)
    const parsed = parseRecordDisks(new TextDecoder().decode(payload))
    if (!parsed.ok) throw new AppError('invalid-field', { field: parsed.field, reason: parsed.reason })
    const baseRevision = revisionOf(fields.V)
    const { revision, changes } = await section.save(parsed.value, { name: account.name, baseRevision })
    note({ changes })
    await mediaSlots.refresh()
    reply({ V: String(revision) })
  },
  async format({ hostDisks }, name, { reply }) {
    await hostDisks.format(name)
    reply({})
  },
  async restart({ reloadRecording }, _about, { reply }) {
    await reloadRecording()
    reply({})
  },
}

function configuration(settings: RecordDisksParts['settings'], name: string): OpenSettings<RecordDisks> {
  if (name !== RECORD_CONFIG) throw new AppError('invalid-field', { field: 'N', reason: 'is no configuration' })
  return settings.open(recordDiskSettings)
}

function revisionOf(text = ''): number | undefined {
  if (text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) throw new AppError('invalid-field', { field: 'V', reason: 'is not a revision' })
  return Number(text)
}
