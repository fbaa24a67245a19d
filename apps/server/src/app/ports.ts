import {
  createBusDevicePlaybacks,
  createDirectDevicePlaybacks,
  serveDevicePlaybacks,
} from '../ports/device-playback/index.ts'
import { createBusFiles, createDirectFiles, serveFiles } from '../ports/files/index.ts'
import { createBusLiveMedia, createDirectLiveMedia, serveLiveMedia } from '../ports/live-media/index.ts'
import { createBusTrackMarks, createDirectTrackMarks, serveTrackMarks } from '../ports/position-log/index.ts'
import {
  createBusGapFills,
  createBusRecordings,
  type GapFills,
  type RunningRecordings,
  serveGapFills,
  serveRecordings,
} from '../ports/recordings/index.ts'
import { createBusTalk, createDirectTalk, serveTalks } from '../ports/talk/index.ts'
import type { DeviceRegistry } from '../services/directory/index.ts'
import type { Ingest } from './ingest.ts'
import type { Platform } from './platform.ts'
import { isOverBus, type SharedPorts } from './shared-ports.ts'
import type { StoredState } from './stored-state.ts'

/** The ports to ingest, by the same choice. Clips, the disk and the stream hubs are those of this node (ADR 0027, Open). */
export function bindPorts(
  platform: Platform,
  sharedPorts: SharedPorts,
  ingest: Ingest,
  { registry, traffic }: StoredState,
) {
  const { streams, talkSessions, playbackSessions, recorder, uploads, positions } = ingest
  const trackMarks = createDirectTrackMarks(positions, (deviceId) => registry.byId(deviceId)?.key)
  const { footageFiles, disk: recordingDisk } = recorder
  const ofThisNode = { streams, footageFiles, recordingDisk }
  const files = createDirectFiles({
    clock: platform.clock,
    uploads,
    folderOf: ({ deviceId, footageId: id, channel }) => footageFiles.uploadFolder({ deviceId, id }, channel),
    onBytes(deviceId, bytes) {
      const device = registry.byId(deviceId)
      if (device !== undefined) traffic.count(device.key, bytes, 0)
    },
  })
  if (!isOverBus(platform)) {
    const running: RunningRecordings = recorder
    const gapFills: GapFills = recorder
    return {
      ...ofThisNode,
      liveMedia: createDirectLiveMedia(streams),
      playbacks: createDirectDevicePlaybacks(playbackSessions),
      talkSessions: createDirectTalk(talkSessions),
      running,
      gapFills,
      trackMarks,
      files,
    }
  }
  const deps = { bus: platform.portBus, clock: platform.clock }
  sharedPorts.deviceHosts.push(
    { serve: (deviceId) => serveLiveMedia(deps, deviceId, streams) },
    { serve: (deviceId) => serveDevicePlaybacks(deps, deviceId, playbackSessions) },
    { serve: (deviceId) => serveTalks(deps, deviceId, talkSessions) },
    { serve: (deviceId) => serveGapFills(deps, deviceId, recorder) },
    { serve: (deviceId) => serveTrackMarks(deps, deviceId, trackMarks) },
    { serve: (deviceId) => serveFiles(deps, deviceId, files) },
  )
  sharedPorts.fileHosts.push({ serve: (deviceId) => serveRecordings(deps, deviceId, recorder) })
  return {
    ...ofThisNode,
    liveMedia: createBusLiveMedia(deps),
    playbacks: createBusDevicePlaybacks(deps),
    talkSessions: createBusTalk(deps),
    running: createBusRecordings({ bus: platform.portBus, deviceIds: () => idsOf(registry) }),
    gapFills: createBusGapFills(deps),
    trackMarks: createBusTrackMarks(deps),
    files: createBusFiles(deps),
  }
}

export type Ports = ReturnType<typeof bindPorts>

function* idsOf(registry: DeviceRegistry): Generator<string> {
  for (const { deviceId } of registry.all()) yield deviceId
}
