import {
  clockFaultsPath,
  clockFaultsRequestSchema,
  trackAccess,
  trackExportPath,
  trackExportSchema,
  trackFileName,
  trackPath,
  trackRequestSchema,
  tripsPath,
  tripsRequestSchema,
} from '@fleetglass/contract/tracks'
import { Download, endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { StreamGate } from '../../services/viewers/index.ts'
import type { TrackFiles } from './track-files.ts'
import type { Tracks } from './tracks.service.ts'
import { whileAllowed } from './watched-answer.ts'

export interface TrackRouteDeps {
  readonly gate: Pick<StreamGate, 'keep'>
  readonly tracks: Tracks
  readonly files: TrackFiles
}

/** The recorded points of a device and range: as they are, as drives and stops, as a file, and those that had no clock. */
export const trackEndpoints = ({ gate, tracks, files }: TrackRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: trackPath,
    access: trackAccess,
    audit: 'Read the track of device {deviceid}',
    body: trackRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: trackAccess, deviceId: body.deviceid },
        () => tracks.points(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  }),
  endpoint({
    method: 'POST',
    path: tripsPath,
    access: trackAccess,
    audit: 'Read the trips of device {deviceid}',
    body: tripsRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: trackAccess, deviceId: body.deviceid },
        () => tracks.trips(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  }),
  endpoint({
    method: 'POST',
    path: clockFaultsPath,
    access: trackAccess,
    audit: 'Read the positions of device {deviceid} that came without a clock',
    body: clockFaultsRequestSchema,
    handle: ({ account, body }) => tracks.clockFaults(account, body),
  }),
  endpoint({
    method: 'GET',
    path: trackExportPath,
    access: trackAccess,
    audit: 'Downloaded the track of device {deviceid} as a file',
    body: trackExportSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: trackAccess, deviceId: body.deviceid },
        () => files.file(account, body),
        ({ chunks, type, watch }, life) => {
          const started = (cut: () => void): void => {
            watch(cut)
            life.started(cut)
          }
          return new Download({ chunks, type, name: trackFileName(body), started, ended: life.ended })
        },
      ),
  }),
]
