import { administratorOnly } from '@fleetglass/contract/access'
import {
  CHANGED_EXTRA_INFO,
  CHANGED_LIST,
  CHANNELS_MAX,
  DELETE_RECORDINGS,
  decodeControl,
  decodeDeleteRecordings,
  decodeFollowRows,
  decodeRecordingCoverage,
  decodeRegister,
  deleteRecordingsAccess,
  deviceIdSchema,
  EXTRA_INFO,
  encodePushState,
  FOLLOW_ROWS,
  FORMAT_CARD,
  FULL_LIST,
  formatCardAccess,
  LAST_FIX,
  LIST_END,
  type PushState,
  positionAccess,
  REBOOT,
  RECORDING_COVERAGE,
  REGISTER,
  REMOVE,
  RESTORE_DEFAULTS,
  ROWS_PER_MESSAGE,
  rebootAccess,
  registrationAccess,
  restoreDefaultsAccess,
  SERVER_STATUS,
  SINGLE_ROW,
  writeRecordedMinutes,
} from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { DeviceList, Devices, ListMark } from '../../services/device-list/index.ts'
import type { DeviceControl } from './device-control.ts'
import type { DeviceRegistration } from './device-registration.ts'
import type { RecordingCoverage } from './recording-coverage.ts'
import type { RowPush } from './row-push.ts'
import type { ServerStatusReader } from './server-status.ts'

export interface DeviceMessageDeps {
  readonly devices: Devices
  readonly registration: DeviceRegistration
  readonly push: RowPush
  readonly control: DeviceControl
  readonly status: ServerStatusReader
  readonly coverage: RecordingCoverage
}

/** The device list, registration, and what is done to a device, on the main channel. */
export const deviceMessages = (deps: DeviceMessageDeps): ChannelMessage[] => [
  ...listMessages(deps),
  ...registrationMessages(deps),
  ...controlMessages(deps.control),
  ...serverMessages(deps),
]

const listMessages = ({ devices, push }: DeviceMessageDeps): ChannelMessage[] => [
  message(FULL_LIST, 'login', 'Read the list of devices', (call) => sendList(call, devices.fullList(call.account))),
  message(CHANGED_LIST, 'login', 'Read the changes of the device list', (call) =>
    sendList(call, devices.changedList(call.account, markOf(call))),
  ),
  message(SINGLE_ROW, 'login', 'Read device {A}', (call) => {
    const row = devices.row(call.account, call.fields.A ?? '')
    if (row === undefined) throw new AppError('unknown-device')
    call.reply({}, row)
  }),
  message(EXTRA_INFO, 'login', 'Read the display settings of devices', (call) => sendExtraInfo(call, devices, -1)),
  message(CHANGED_EXTRA_INFO, 'login', 'Read the changed display settings of devices', (call) => {
    sendExtraInfo(call, devices, (call.connection.memory.get(extraInfoMark) as number | undefined) ?? -1)
  }),
  message(FOLLOW_ROWS, 'login', 'Followed the changes of the device list', (call) => followRows(call, push)),
  message(LAST_FIX, positionAccess, 'Read the last position of device {A}', (call) => {
    const fix = devices.lastFix(call.account, call.fields.A ?? '')
    if (fix === undefined) throw new AppError('unknown-device')
    call.reply({}, JSON.stringify(fix))
  }),
]

const registrationMessages = ({ registration }: DeviceMessageDeps): ChannelMessage[] => [
  message(REGISTER, registrationAccess, 'Added device {A}', (call) => register(call, registration)),
  message(REMOVE, registrationAccess, 'Removed device {A}', async (call) => {
    await registration.remove(call.fields.A ?? '')
    call.reply()
  }),
]

const serverMessages = ({ status, coverage }: DeviceMessageDeps): ChannelMessage[] => [
  message(SERVER_STATUS, administratorOnly, 'Read the status of the server', (call) =>
    call.reply({}, JSON.stringify(status.read())),
  ),
  message(RECORDING_COVERAGE, 'login', 'Read how much of the day is recorded', async (call) => {
    const dayStartS = decodeRecordingCoverage(call.fields)
    if (dayStartS === false) throw new AppError('invalid-day')
    call.reply({}, writeRecordedMinutes(await coverage.minutes(call.account, dayStartS)))
  }),
]

const commands = [
  [REBOOT, rebootAccess, 'reboot', 'Rebooted device {A}'],
  [RESTORE_DEFAULTS, restoreDefaultsAccess, 'restore', 'Restored the factory settings of device {A}'],
  [FORMAT_CARD, formatCardAccess, 'format', 'Formatted the storage of device {A}'],
] as const

const controlMessages = (control: DeviceControl): ChannelMessage[] => [
  ...commands.map(([code, access, command, audit]) =>
    message(code, access, audit, async (call) => {
      const asked = decodeControl(call.fields)
      if (asked === null) throw new AppError('invalid-command-word')
      await control.command(call.account, asked.deviceId, command, asked.word)
      call.reply()
    }),
  ),
  message(DELETE_RECORDINGS, deleteRecordingsAccess, 'Deleted recordings of device {A}', async (call) => {
    const asked = decodeDeleteRecordings(call.fields)
    if (asked === null) throw new AppError('invalid-range')
    await control.deleteRecordings(call.account, asked.deviceId, asked.range)
    call.reply()
  }),
]

const followed = Symbol('followed rows')

/** What a link follows: one thing at a time, which another one, its end and the end of the link end. */
interface Following {
  now: { close(): void; end(): void } | null
}

function followingOf({ connection }: ChannelCall): Following {
  const known = connection.memory.get(followed) as Following | undefined
  if (known !== undefined) return known
  const following: Following = { now: null }
  connection.memory.set(followed, following)
  connection.onClose(() => following.now?.close())
  return following
}

function followRows(call: ChannelCall, push: RowPush): void {
  const { account, connection, fields } = call
  const follow = decodeFollowRows(fields)
  if (follow === null) throw new AppError('invalid-follow')
  const following = followingOf(call)
  following.now?.end()
  following.now = null
  if (!follow) {
    call.reply()
    return
  }
  const mark = connection.memory.get(listMark) as ListMark | undefined
  const send = (rows: Uint8Array | null, state: PushState): void =>
    call.reply(encodePushState(state), rows ?? undefined)
  // The first reply confirms the request; rows that are missing from the link's last list come with the next round.
  send(null, push.state)
  const receiver = { account, unreadBytes: () => connection.unreadBytes, send }
  const subscription = push.follow(receiver, mark?.fleetRevision ?? null)
  following.now = {
    close: () => subscription.close(),
    end() {
      subscription.close()
      call.reply({}, LIST_END)
    },
  }
}

const listMark = Symbol('list mark')

/** A link that has not received a list yet receives every device. */
function markOf({ connection }: ChannelCall): ListMark {
  const mark = connection.memory.get(listMark) as ListMark | undefined
  return mark ?? { fleetRevision: -1, listVersion: -1 }
}

/** Rows in messages of at most 200, then the end with the version. Other work gets its turn between two messages. */
async function sendList(call: ChannelCall, { rows, mark }: DeviceList): Promise<void> {
  let batch: string[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_PER_MESSAGE) continue
    call.reply({}, batch.join('\n'))
    batch = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (batch.length > 0) call.reply({}, batch.join('\n'))
  call.connection.memory.set(listMark, mark)
  call.reply({ V: String(mark.listVersion) }, LIST_END)
}

const extraInfoMark = Symbol('extra info mark')

function sendExtraInfo(call: ChannelCall, devices: Devices, sinceVersion: number): void {
  const { infos, listVersion } = devices.extraInfo(call.account, sinceVersion)
  call.connection.memory.set(extraInfoMark, listVersion)
  call.reply({}, JSON.stringify(infos))
}

async function register(call: ChannelCall, registration: DeviceRegistration): Promise<void> {
  const asked = decodeRegister(call.fields)
  if (asked === null || asked.channels < 1 || asked.channels > CHANNELS_MAX) {
    throw new AppError('invalid-channel-count', { most: CHANNELS_MAX })
  }
  const id = deviceIdSchema.safeParse(asked.deviceId)
  if (!id.success) throw new AppError('invalid-device-id', { reason: id.error.issues[0]?.message ?? '' })
  await registration.add(call.account, asked)
  call.reply()
}
