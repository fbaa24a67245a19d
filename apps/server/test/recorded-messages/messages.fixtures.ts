// Every kind of message of the ports, with values that show each of its members. What is recorded is made of these.
import type { StartupTrace } from '@fleetglass/contract/streams'
import type { PayloadCodec } from '../../src/platform/bus/index.ts'
import { commandReplyCodec, commandRequestCodec } from '../../src/ports/commands/command-codecs.ts'
import { everyCommand, everyResult } from '../../src/ports/commands/commands.fixtures.ts'
import {
  playbackControlCodec,
  playbackOrderCodec,
  playbackStateCodec,
} from '../../src/ports/device-playback/device-playback-codecs.ts'
import {
  changeBatchCodec,
  deviceListCodec,
  identityCodec,
  storedReplyCodec,
  upgradeCodec,
} from '../../src/ports/device-state/device-state-codecs.ts'
import { eventBatchCodec } from '../../src/ports/events/event-codec.ts'
import {
  fileOpenedCodec,
  fileOrderCodec,
  fileRangeCodec,
  uploadReplyCodec,
  uploadRequestCodec,
} from '../../src/ports/files/file-codecs.ts'
import { mediaFrameCodec } from '../../src/ports/live-media/index.ts'
import {
  liveChoiceCodec,
  liveOrderCodec,
  liveStateCodec,
  traceReplyCodec,
} from '../../src/ports/live-media/live-media-codecs.ts'
import { marksReplyCodec } from '../../src/ports/position-log/track-marks-codec.ts'
import {
  gapFillControlCodec,
  gapFillOrderCodec,
  rangeRequestCodec,
  recordingReplyCodec,
  recordingRequestCodec,
} from '../../src/ports/recordings/recording-codecs.ts'
import { deviceSoundCodec, talkOrderCodec, talkStateCodec } from '../../src/ports/talk/talk-codecs.ts'

export interface MessageKind {
  readonly codec: PayloadCodec<unknown>
  readonly values: readonly unknown[]
}

function of<T>(codec: PayloadCodec<T>, ...values: readonly T[]): MessageKind {
  return { codec: codec as unknown as PayloadCodec<unknown>, values }
}

const TIME_MS = 1_790_000_000_000
const TIME_S = TIME_MS / 1000
const trace: StartupTrace = {
  type: 'ladder',
  deviceid: 'van',
  channel: 1,
  main: 1,
  attempt: 2,
  steps: [],
  waitsFor: null,
  failed: null,
  evidence: [],
}
const fix = { timeS: TIME_S, latE6: 24_078_611, lngE6: -120_528_522, speedKmh: 45.6, headingDeg: 91 }
const report = {
  fix,
  accOn: true,
  voltageDecivolt: 126,
  voltagePercent: 80,
  signalPercent: null,
  satellites: 11,
  temperaturesDecidegree: [215, -50],
  health: 'Fault: GNSS',
  hasCameraFault: true,
  smart: [100, -1] as const,
  videoLoss: { channelBits: 5, atS: TIME_S },
  clockOffsetS: -7,
}
const named = { maker: 'K', model: '型', terminalId: 'T' }
const event = {
  serial: 9,
  change: 'new' as const,
  deviceKey: 1,
  deviceId: 'van',
  timeS: TIME_S,
  code: 51,
  name: 'Dépôt',
  memo: '',
  call: false,
  place: { latE6: -24_078_611, lngE6: 120_528_522, speedKmh: 33.4 },
  late: true,
}
const frame = {
  kind: 'video' as const,
  codec: 98,
  keyFrame: true,
  mainStream: true,
  timestampMs: TIME_MS,
  discontinuity: true,
  payload: Uint8Array.of(0, 0, 0, 1, 0x65),
}
const segment = {
  deviceKey: 1,
  channel: 1,
  startMs: TIME_MS,
  endMs: TIME_MS + 4_000,
  bytes: 99,
  firstKeyFrameOffset: 24,
  path: 'van/20260901/1/1000.mp4',
}
const order = { deviceId: 'van', channel: 2, owner: 'one', fromMs: TIME_MS, toMs: TIME_MS + 500, mainStream: true }
const status = { bytes: 5, isReceiving: true, completed: 1, isFull: false, diskError: null, silentMs: 3, over: null }
const id = '0b5f6c0e-3a53-4b5e-9b0e-2f4a4d3c2b1a'

export const messages: readonly MessageKind[] = [
  of(commandRequestCodec, ...Object.values(everyCommand).map((command) => ({ command, timeoutMs: 10_000 }))),
  of(
    commandReplyCodec,
    ...everyResult.filter((result) => !isLarge(result)).map((result) => ({ ok: true as const, result })),
    { ok: false, reason: 'the line broke' },
  ),
  of(playbackOrderCodec, { ...order, speed: 1 }, { ...order, yieldsToOthers: true, speed: 4 }),
  of(
    playbackControlCodec,
    { kind: 'speed', speed: 4 },
    { kind: 'seek', timeMs: TIME_MS },
    { kind: 'hold', held: true },
  ),
  of(playbackStateCodec, { kind: 'playing' }, { kind: 'failed', reason: 'busy', detail: 'channel 2' }),
  of(changeBatchCodec, [
    { deviceId: 'van', kind: 'connection', change: { registered: true, online: true } },
    { deviceId: 'van', kind: 'connection', change: { registered: true, online: true, again: true } },
    { deviceId: 'van', kind: 'report', change: report },
    { deviceId: 'a.bus', kind: 'report', change: { fix: null } },
    { deviceId: 'van', kind: 'recording', change: { recording: true } },
  ]),
  of(deviceListCodec, [], ['van', 'a.bus']),
  of(
    identityCodec,
    { deviceId: 'van', change: { source: 'registration', ...named, plate: 'ABC-1' } },
    { deviceId: 'van', change: { source: 'attributes', ...named, iccid: '898', hardware: 'H', firmware: 'V1' } },
    { deviceId: 'van', change: { source: 'driverCard', driver: 'D', licence: 'L' } },
  ),
  of(upgradeCodec, { deviceId: 'van', change: { result: 'failed' } }),
  of(storedReplyCodec, { stored: true }, { stored: false, reason: 'the disk is full' }),
  of(eventBatchCodec, [
    event,
    { ...event, change: 'cover', place: null, hidden: true, byServer: true, fenceName: 'F', alarm: '01' },
  ]),
  of(fileOrderCodec, { deviceId: 'van', footageId: 4, channel: 2, mostBytes: 3_000_000, bytesPerS: 65_536 }),
  of(
    fileOpenedCodec,
    { kind: 'opened', id, user: 'u', password: 'p', directory: '/' },
    { kind: 'failed', reason: 'no disk' },
  ),
  of(
    uploadRequestCodec,
    { kind: 'status' },
    { kind: 'asked', serial: 9 },
    { kind: 'close', files: 'keep' },
    { kind: 'size', file: 0 },
  ),
  of(
    uploadReplyCodec,
    { kind: 'status', status },
    { kind: 'status', status: { ...status, diskError: 'full', over: { replySerial: 9, result: 1 } } },
    { kind: 'number', value: 7 },
    { kind: 'done' },
    { kind: 'failed', reason: 'gone' },
  ),
  of(fileRangeCodec, { file: 0, position: 10, length: 1024 * 1024 }),
  of(
    mediaFrameCodec,
    frame,
    { ...frame, keyFrame: false, discontinuity: false, transcodedFrom: 99 },
    { ...frame, kind: 'audio', codec: 6, keyFrame: false, mainStream: false, discontinuity: false },
  ),
  of(liveOrderCodec, { channel: 1, main: null }, { channel: 2, main: false }),
  of(liveChoiceCodec, { main: true }),
  of(
    liveStateCodec,
    { kind: 'state', state: { kind: 'idle' } },
    { kind: 'state', state: { kind: 'asking', sinceMs: 4 } },
    { kind: 'state', state: { kind: 'connected', sinceMs: 5, peer: '10.0.0.1:7' } },
    { kind: 'state', state: { kind: 'playing', sinceMs: 6, codec: 6, isSoundAlone: true } },
    { kind: 'state', state: { kind: 'failed', sinceMs: 7, reason: 'no-media', detail: 'nothing came' } },
    { kind: 'trace', trace },
  ),
  of(traceReplyCodec, { trace: null }, { trace }),
  of(marksReplyCodec, { freed: true }, { freed: false, reason: 'the disk is full' }),
  of(gapFillControlCodec, { kind: 'begin' }, { kind: 'closed' }),
  of(gapFillOrderCodec, { channel: 1, startMs: TIME_MS, endMs: TIME_MS + 9_000 }),
  of(rangeRequestCodec, { path: segment.path, position: 1, length: 2 }),
  of(
    recordingReplyCodec,
    { kind: 'running', segments: [segment] },
    { kind: 'is-writing', isWriting: true },
    { kind: 'closed' },
    { kind: 'size', bytes: null },
    { kind: 'failed', reason: 'gone' },
  ),
  of(
    recordingRequestCodec,
    { kind: 'running' },
    { kind: 'is-writing', path: segment.path },
    { kind: 'close' },
    { kind: 'size', path: segment.path },
  ),
  of(talkOrderCodec, { channel: 36, kind: 'broadcast', speaker: 'one' }),
  of(
    talkStateCodec,
    { kind: 'open' },
    { kind: 'mute', codec: 19 },
    { kind: 'ended', reason: 'closed-by-device', detail: 'the device hung up' },
  ),
  of(deviceSoundCodec, { codec: 8, g726Bits: 5, timestampMs: TIME_MS, payload: Uint8Array.of(1, 2, 3) }),
]

/** A picture of 70 kB adds nothing that a short one does not. */
function isLarge(result: (typeof everyResult)[number]): boolean {
  return result.kind === 'answered' && result.answer.name === 'picture' && result.answer.jpeg.length > 1_000
}
