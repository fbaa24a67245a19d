// Belongs here: the disks of the server on the main channel (S03). Does not: listing and formatting them (platform/host-disks), which
// are written (ingest/recorder).
import { AppError } from '@fleetglass/contract/errors'
import {
  decodeStorage,
  parseRecordDisks,
  printRecordDisks,
  type RecordDisks,
  recordConfigFault,
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
  message(
    STORAGE,
    serverSettingsAccess,
    'Called {F} of the disks of the server for disk {N}',
    async (call) => {
      const asked = decodeStorage(call.fields)
      if (asked === null) throw new AppError('unknown-message')
      await functions[asked.name](parts, call, asked.about)
    },
    { audit: 'Read {F} of the disks of the server', isRead: ({ F = '' }) => F === 'lsblk' || F === 'uciget' },
  ),
]

const functions: Readonly<
  Record<StorageFunction, (parts: RecordDisksParts, call: ChannelCall, about: string) => Promise<void>>
> = {
  async lsblk({ hostDisks }, { reply }) {
    reply({}, JSON.stringify({ blockdevices: await hostDisks.list() }))
  },
  async uciget({ settings }, { fields, reply }) {
    const { value, revision } = configuration(settings, fields)
    reply({ V: String(revision) }, printRecordDisks(value))
  },
  async uciset({ settings, mediaSlots }, { account, fields, payload, note, reply }) {
    const section = configuration(settings, fields)
    const parsed = parseRecordDisks(new TextDecoder().decode(payload))
    if (!parsed.ok) throw new AppError('invalid-field', { field: parsed.field, reason: parsed.reason })
    const baseRevision = fields.V ? Number(fields.V) : undefined
    const { revision, changes } = await section.save(parsed.value, { name: account.name, baseRevision })
    note({ changes })
    await mediaSlots.refresh()
    reply({ V: String(revision) })
  },
  async format({ hostDisks }, { reply }, name) {
    await hostDisks.format(name)
    reply({})
  },
  async restart({ reloadRecording }, { reply }) {
    await reloadRecording()
    reply({})
  },
}

function configuration(
  settings: RecordDisksParts['settings'],
  fields: ChannelCall['fields'],
): OpenSettings<RecordDisks> {
  const fault = recordConfigFault(fields)
  if (fault !== null) throw new AppError('invalid-field', { ...fault })
  return settings.open(recordDiskSettings)
}
