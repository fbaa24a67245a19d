import { groupDevicesPath, groupDevicesRequestSchema, userGroupPath, userInfoPath } from '@fleetglass/contract/groups'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Groups } from '../../services/directory/index.ts'

/** The groups below one's own, and which devices they hold. */
export const groupEndpoints = (groups: Groups): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: userInfoPath,
    access: 'login',
    audit: 'Read their own groups',
    body: z.unknown(),
    handle: ({ account }) => groups.userInfo(account),
  }),
  endpoint({
    method: 'POST',
    path: groupDevicesPath,
    access: 'login',
    audit: 'Read the devices of group {groupid}',
    body: groupDevicesRequestSchema,
    handle: ({ account, body }) => groups.devicesOf(account, body.groupid),
  }),
  endpoint({
    method: 'GET',
    path: userGroupPath,
    access: 'login',
    audit: 'Read the list of groups',
    body: z.unknown(),
    handle: ({ account }) => groups.list(account),
  }),
]
