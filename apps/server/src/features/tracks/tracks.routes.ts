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
import type { TrackFiles } from './track-files.ts'
import type { Tracks } from './tracks.service.ts'

export interface TrackRouteDeps {
  readonly authenticator: Authenticator
  readonly tracks: Tracks
  readonly files: TrackFiles
}

/** The recorded points of a device and range: as they are, as drives and stops, as a file, and those that had no clock. */
export function trackRoutes(fastify: FastifyInstance, { authenticator, tracks, files }: TrackRouteDeps): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: trackPath,
    access: trackAccess,
    body: trackRequestSchema,
    async handle({ account, body }) {
      const { pages, close } = await tracks.points(account, body)
      return new JsonArray(pages, close)
    },
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: tripsPath,
    access: trackAccess,
    body: tripsRequestSchema,
    async handle({ account, body }) {
      const { pages, close } = await tracks.trips(account, body)
      return new JsonArray(pages, close)
    },
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
    async handle({ account, body }) {
      const { chunks, type, watch, close } = await files.file(account, body)
      return new Download({ chunks, type, name: trackFileName(body), started: watch, ended: close })
    },
  })
}
