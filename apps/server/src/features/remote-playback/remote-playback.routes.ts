import { recordListAccess, recordListPath, recordListRequestSchema } from '@fleetglass/contract/remote-playback'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { RecordLists } from './record-lists.ts'

/** `POST /gkdevice/recordlist`: what a device has recorded itself. */
export const recordListEndpoints = (recordLists: RecordLists): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: recordListPath,
    access: recordListAccess,
    audit: 'Read what device {deviceid} has recorded itself',
    body: recordListRequestSchema,
    handle: ({ account, body }) => recordLists.of(account, body.deviceid),
  }),
]
