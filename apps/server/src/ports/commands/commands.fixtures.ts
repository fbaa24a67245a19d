// One of each command and of each result.
import type { CommandResult, DeviceCommand } from './index.ts'

export const done: CommandResult = { kind: 'answered', answer: { name: 'done', serial: 7 } }
const span = { channel: 1, mainStream: true, fromMs: 1_700_000_000_000, toMs: 1_700_000_060_500 }

/** One of each member: the types keep this list whole. */
export const everyCommand: { readonly [Name in DeviceCommand['name']]: Extract<DeviceCommand, { name: Name }> } = {
  readAttributes: { name: 'readAttributes' },
  readAllParameters: { name: 'readAllParameters' },
  readParameters: { name: 'readParameters', ids: [1, 0xf364] },
  writeParameters: { name: 'writeParameters', parameters: [{ id: 1, value: Uint8Array.of(0, 1, 255) }] },
  control: { name: 'control', word: 4 },
  upgrade: { name: 'upgrade', url: 'http://h:1/f', user: 'u', password: 'p', version: 'M_2' },
  takePicture: { name: 'takePicture', channel: 2 },
  startLive: { name: 'startLive', channel: 1, mainStream: false },
  endLive: { name: 'endLive', channel: 1, mainStream: true },
  startTalk: { name: 'startTalk', channel: 36, kind: 'broadcast' },
  endTalk: { name: 'endTalk', channel: 36 },
  readAudioAbilities: { name: 'readAudioAbilities' },
  startPlayback: { name: 'startPlayback', channel: 1, stream: 'any', speed: 0, fromMs: span.fromMs, toMs: span.toMs },
  setPlaybackSpeed: { name: 'setPlaybackSpeed', channel: 1, speed: 8 },
  seekPlayback: { name: 'seekPlayback', channel: 1, timeMs: span.fromMs },
  endPlayback: { name: 'endPlayback', channel: 1 },
  listRecordings: { name: 'listRecordings', span },
  startUpload: { name: 'startUpload', span, user: 'u', password: 'p', directory: '/' },
  controlUpload: { name: 'controlUpload', serial: 65535, action: 'resume' },
  turnCamera: { name: 'turnCamera', channel: 1, direction: 'stop', speed: 128 },
  face: { name: 'face', request: { name: 'piece', slot: 1, offset: 5, data: Uint8Array.of(0, 255) } },
  zoomCamera: { name: 'zoomCamera', channel: 1, direction: 'out' },
}

export const everyResult: readonly CommandResult[] = [
  done,
  { kind: 'answered', answer: { name: 'other' } },
  { kind: 'answered', answer: { name: 'attributes', maker: 'm', model: '型', hardware: '', firmware: '1.2' } },
  { kind: 'answered', answer: { name: 'parameters', parameters: [{ id: 0x75, value: Uint8Array.of(9) }] } },
  { kind: 'answered', answer: { name: 'picture', jpeg: Uint8Array.from({ length: 70_000 }, (_, n) => n & 0xff) } },
  {
    kind: 'answered',
    answer: {
      name: 'recordings',
      entries: [
        {
          channel: 1,
          beginLocalS: null,
          endLocalS: 1_700_000_000,
          alarmBits: 2n ** 63n + 1n,
          resource: 0,
          stream: 1,
          storage: 1,
          sizeBytes: 4_294_967_295,
        },
      ],
    },
  },
  { kind: 'answered', answer: { name: 'face', answer: { name: 'photo', offset: 1, data: Uint8Array.of(7) } } },
  { kind: 'answered', answer: { name: 'face', answer: { name: 'summary', timesS: [0, 1_700_000_000] } } },
  { kind: 'answered', answer: { name: 'audioAbilities', codec: 8, frameBytes: 320 } },
  { kind: 'refused', result: 3 },
  { kind: 'offline' },
  { kind: 'timeout' },
  { kind: 'unreadable' },
]
