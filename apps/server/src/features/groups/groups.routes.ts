import { groupDevicesPath, groupDevicesRequestSchema, userGroupPath, userInfoPath } from '@fleetglass/contract/groups'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { Groups } from './groups.service.ts'

/** The groups below one's own, and which devices they hold. */
export function groupRoutes(
  fastify: FastifyInstance,
  deps: { readonly authenticator: Authenticator; readonly groups: Groups },
): void {
  const { authenticator, groups } = deps
  addCall(fastify, authenticator, {
    method: 'POST',
    path: userInfoPath,
    access: 'login',
    body: z.unknown(),
    handle: ({ account }) => groups.userInfo(account),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: groupDevicesPath,
    access: 'login',
    body: groupDevicesRequestSchema,
    handle: ({ account, body }) => groups.devicesOf(account, body.groupid),
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: userGroupPath,
    access: 'login',
    body: z.unknown(),
    handle: ({ account }) => groups.list(account),
  })
}
