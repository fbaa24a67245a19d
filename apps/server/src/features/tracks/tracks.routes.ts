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
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, Download, JsonArray } from '../../platform/http/index.ts'
import type { StreamGate } from '../../services/viewers/index.ts'
import { whileAllowed } from './kept-track.ts'
import type { TrackFiles } from './track-files.ts'
import type { Tracks } from './tracks.service.ts'

export interface TrackRouteDeps {
  readonly authenticator: Authenticator
  readonly gate: Pick<StreamGate, 'keep'>
  readonly tracks: Tracks
  readonly files: TrackFiles
}

/** The recorded points of a device and range: as they are, as drives and stops, as a file, and those that had no clock. */
export function trackRoutes(fastify: FastifyInstance, { authenticator, gate, tracks, files }: TrackRouteDeps): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: trackPath,
    access: trackAccess,
    body: trackRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: trackAccess, deviceId: body.deviceid },
        () => tracks.points(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: tripsPath,
    access: trackAccess,
    body: tripsRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: trackAccess, deviceId: body.deviceid },
        () => tracks.trips(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: clockFaultsPath,
    access: trackAccess,
    body: clockFaultsRequestSchema,
    handle: ({ account, body }) => tracks.clockFaults(account, body),
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: trackExportPath,
    access: trackAccess,
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
  })
}
