// Belongs here: what the server measures, as the rows of the internal pages. Does not: who may see them (monitors.channel.ts).
import { printAudioMode, printVideoMode } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import { GLOBAL_PROFILE } from '@fleetglass/contract/event-profiles'
import { MONITOR_MAX_ROWS, type MonitorRow } from '@fleetglass/contract/monitors'
import type { ConnectedDevice } from '../../ports/device-state/index.ts'
import type { ChannelStatus, Streams } from '../../ports/live-media/index.ts'
import type { DeviceModels } from '../../services/device-identity/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { EventFetch, FetchTask } from '../../services/event-fetch/index.ts'
import type { EventProfiles } from '../../services/event-profiles/index.ts'
import type { Footage, FootageEngine } from '../../services/retrieval/index.ts'
import type { StreamSockets } from '../../services/viewers/index.ts'

/** Where the rows come from. */
export interface Monitored {
  readonly registry: Pick<DeviceRegistry, 'byId'>
  readonly lines: () => Iterable<ConnectedDevice>
  readonly streams: Pick<Streams, 'channels'>
  readonly viewers: Pick<StreamSockets, 'viewers'>
  readonly footage: Pick<FootageEngine, 'all'>
  readonly eventFetch: Pick<EventFetch, 'tasks' | 'uploads'>
  readonly eventProfiles: Pick<EventProfiles, 'profileOf'>
  readonly models: Pick<DeviceModels, 'of'>
}

const SOCKETS = 8

/** Of plans (`downloadtype`, `mediatype`): only what is to be downloaded becomes a task. */
const DOWNLOAD = 1
const MEDIA = { video: 1, videoWithAudio: 3, snapshot: 4 } as const

/** What is in the queue of retrieval, the newest first, then what plans still want. */
export async function coverRows(monitored: Monitored): Promise<MonitorRow<'cover'>[]> {
  const queued = monitored.footage.all().map((task) => queuedRow(monitored, task))
  const room = Math.max(0, MONITOR_MAX_ROWS - queued.length)
  const wanted = await monitored.eventFetch.tasks(room)
  return [...queued, ...wanted.map((task) => wantedRow(monitored, task))]
}

function queuedRow({ registry }: Monitored, task: Footage): MonitorRow<'cover'> {
  const isFailed = task.state === 'failed'
  return {
    taskid: task.id,
    deviceid: task.deviceId,
    appdevid: appIdOf(registry, task.deviceId),
    serialno: task.eventSerial ?? 0,
    isHandling: task.state === 'running',
    downloadDone: task.state === 'done',
    taskType: task.eventSerial === null ? 'footage' : 'default',
    tryCount: task.tries,
    recvFail: task.vainTries,
    dltype: DOWNLOAD,
    originDltype: DOWNLOAD,
    mediaType: task.audio ? MEDIA.videoWithAudio : MEDIA.video,
    streamType: streamsOf(task),
    downloadSpeed: task.bytesPerS,
    chs: task.channels.join(','),
    starttime: seconds(task.startMs),
    endtime: seconds(task.endMs),
    percent: Math.floor(task.part * 100),
    bytes: task.bytes,
    error: isFailed ? task.reason : '',
    errortime: isFailed ? seconds(task.failedMs ?? 0) : 0,
  }
}

function wantedRow({ registry }: Monitored, task: FetchTask): MonitorRow<'cover'> {
  const isSnapshot = task.kind === 'snapshot'
  return {
    taskid: task.id,
    deviceid: task.deviceId,
    appdevid: appIdOf(registry, task.deviceId),
    serialno: task.serial,
    // Footage that another process fetches is in the queue of that one.
    isHandling: task.isHeld,
    downloadDone: false,
    taskType: 'default',
    tryCount: task.tries,
    recvFail: task.tries,
    dltype: DOWNLOAD,
    originDltype: DOWNLOAD,
    mediaType: isSnapshot ? MEDIA.snapshot : task.audio ? MEDIA.videoWithAudio : MEDIA.video,
    streamType: isSnapshot ? '' : streamsOf(task),
    downloadSpeed: 0,
    chs: task.channels.join(','),
    starttime: seconds(task.startMs),
    endtime: seconds(task.endMs),
    percent: 0,
    bytes: 0,
    error: '',
    errortime: 0,
  }
}

/** What devices upload to the server, then what the server uploads for download plans, the newest first. */
export async function uploadRows(monitored: Monitored): Promise<MonitorRow<'uploads'>[]> {
  return [...deviceUploadRows(monitored), ...(await eventUploadRows(monitored))]
}

function deviceUploadRows({ footage, registry }: Monitored): MonitorRow<'uploads'>[] {
  const byFile = footage.all().filter(({ way }) => way === 'file')
  return byFile.map((task) => ({
    taskid: task.id,
    isProcessing: task.state === 'running',
    isDone: task.state === 'done',
    deviceid: task.deviceId,
    appdevid: appIdOf(registry, task.deviceId),
    eventtime: 0,
    addtime: seconds(task.createdMs),
    starttime: seconds(task.startMs),
    endtime: seconds(task.endMs),
    bytes: task.bytes,
    filePath: '',
    curl: '',
    error: task.state === 'failed' ? task.reason : '',
  }))
}

async function eventUploadRows({ eventFetch, registry }: Monitored): Promise<MonitorRow<'uploads'>[]> {
  const uploads = await eventFetch.uploads.newest(MONITOR_MAX_ROWS)
  return uploads.map((upload) => ({
    taskid: upload.id,
    isProcessing: upload.isRunning,
    isDone: upload.state === 'done',
    deviceid: upload.deviceId,
    appdevid: appIdOf(registry, upload.deviceId),
    eventtime: upload.timeS,
    addtime: seconds(upload.addedMs),
    starttime: upload.startS,
    endtime: upload.endS,
    bytes: upload.bytes,
    filePath: upload.path,
    curl: upload.address,
    error: upload.reason === null ? '' : new AppError(upload.reason as 'upload-failed').message,
  }))
}

export function requestRows({ viewers, streams }: Monitored): MonitorRow<'requests'>[] {
  const states = new Map([...streams.channels()].map((status) => [channelKey(status), status.state.kind]))
  return [...viewers.viewers()].map(({ deviceId, channel, type, user, address, sinceMs }, n) => ({
    taskid: n + 1,
    deviceid: deviceId,
    channel,
    type,
    user,
    ip: address,
    asktime: seconds(sinceMs),
    state: type === 'live' ? (states.get(channelKey({ deviceId, channel })) ?? 'idle') : 'open',
  }))
}

export function heartbeatRows({ lines, streams }: Monitored): MonitorRow<'heartbeats'>[] {
  const running = new Map<string, number>()
  for (const { deviceId, state } of streams.channels()) {
    if (state.kind === 'playing') running.set(deviceId, (running.get(deviceId) ?? 0) + 1)
  }
  return [...lines()].map(({ deviceId, heartbeats: hb, positions: re, alarms: ev, others: el, commandsWaiting }) => ({
    deviceid: deviceId,
    all: hb + re + ev + el,
    hb,
    re,
    ev,
    el,
    wait: commandsWaiting,
    run: running.get(deviceId) ?? 0,
  }))
}

export function connectionRows({ lines, streams, registry }: Monitored): MonitorRow<'connections'>[] {
  const states = new Map([...streams.channels()].map((status) => [channelKey(status), status.state.kind]))
  return [...lines()].map((line) => {
    const device = registry.byId(line.deviceId)
    const socket = (n: number): string => states.get(channelKey({ deviceId: line.deviceId, channel: n })) ?? 'idle'
    return {
      deviceid: line.deviceId,
      ArrivedTime: seconds(line.beganAtMs),
      LastRecvTime: seconds(line.receivedAtMs),
      LastSentTime: line.sentAtMs === null ? 0 : seconds(line.sentAtMs),
      ChCount: device?.channels.length ?? 0,
      EnableSave: device ? printVideoMode(device.video) : 0,
      RecAudio: device ? printAudioMode(device.audio) : 0,
      ...socketColumns((n) => (device && n <= device.channels.length ? socket(n) : '')),
    }
  })
}

export function deviceRows({ lines, registry, eventProfiles, models }: Monitored): MonitorRow<'devices'>[] {
  return [...lines()].map(({ deviceId, registered, receivedAtMs, address, port, edition }) => {
    const device = registry.byId(deviceId)
    return {
      deviceid: deviceId,
      isVcp: registered,
      ChCount: device?.channels.length ?? 0,
      eventGroup: device === undefined ? '' : (eventProfiles.profileOf(device.key) ?? GLOBAL_PROFILE),
      modelName: device === undefined ? '' : models.of(device.key).model,
      bindTime: seconds(receivedAtMs),
      IP: address,
      port,
      version: edition,
    }
  })
}

function socketColumns(state: (channel: number) => string): Pick<MonitorRow<'connections'>, `Sock${SocketNumber}`> {
  const columns = Array.from({ length: SOCKETS }, (_, n) => [`Sock${n + 1}`, state(n + 1)])
  return Object.fromEntries(columns) as Record<`Sock${SocketNumber}`, string>
}

type SocketNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Main and sub stream of a channel are one row: what plays counts. */
function channelKey({ deviceId, channel }: Pick<ChannelStatus, 'deviceId' | 'channel'>): string {
  return `${deviceId}/${channel}`
}

function streamsOf({ channels, mainChannels }: Pick<Footage, 'channels' | 'mainChannels'>): string {
  return channels.map((channel) => (mainChannels.includes(channel) ? 'main' : 'sub')).join(',')
}

/** The id that another system knows the device by, where it has one. */
function appIdOf(registry: Monitored['registry'], deviceId: string): string {
  return registry.byId(deviceId)?.externalId ?? ''
}

function seconds(unixMs: number): number {
  return Math.floor(unixMs / 1000)
}
