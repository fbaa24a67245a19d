import {
  bufferPath,
  bufferSchema,
  permissionIdSchema,
  permissionListPath,
  permissionPath,
  permissionSaveSchema,
  permissionsAccess,
} from '@fleetglass/contract/permissions'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { PermissionSettings } from './permissions.service.ts'

/** `/gkserver/permission`: what each permission group may do. */
export const permissionEndpoints = (settings: PermissionSettings): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: permissionListPath,
    access: permissionsAccess,
    audit: 'Read the permission groups',
    body: z.object({}),
    handle: () => settings.list(),
  }),
  endpoint({
    method: 'PUT',
    path: permissionPath,
    access: permissionsAccess,
    audit: 'Changed the flags {permissions} or the name {name} of permission groups',
    body: permissionSaveSchema,
    handle: ({ body }) => settings.save(body),
  }),
  endpoint({
    method: 'POST',
    path: permissionPath,
    access: permissionsAccess,
    audit: 'Copied permission group {id}',
    body: permissionIdSchema,
    handle: ({ body }) => settings.copy(body.id),
  }),
  endpoint({
    method: 'DELETE',
    path: permissionPath,
    access: permissionsAccess,
    audit: 'Deleted permission group {id}',
    body: permissionIdSchema,
    handle: ({ body }) => settings.remove(body.id),
  }),
  endpoint({
    method: 'DELETE',
    path: bufferPath,
    access: permissionsAccess,
    audit: 'Made the server read all rights again',
    body: bufferSchema,
    handle() {
      settings.readRightsAgain()
      return { hasError: false, message: '' }
    },
  }),
]
