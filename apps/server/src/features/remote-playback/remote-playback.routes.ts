import { recordListAccess, recordListPath, recordListRequestSchema } from '@fleetglass/contract/remote-playback'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { RecordLists } from './record-lists.ts'

/** `POST /gkdevice/recordlist`: what a device has recorded itself. */
export function recordListRoutes(
  fastify: FastifyInstance,
  { authenticator, recordLists }: { readonly authenticator: Authenticator; readonly recordLists: RecordLists },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: recordListPath,
    access: recordListAccess,
    body: recordListRequestSchema,
    handle: ({ account, body }) => recordLists.of(account, body.deviceid),
  })
}
