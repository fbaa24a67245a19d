import {
  accountPath,
  userAddSchema,
  userListPath,
  userRemovalSchema,
  userSaveSchema,
  usersAccess,
} from '@fleetglass/contract/users'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Users } from './users.service.ts'

/** `/gkserver/account`: the accounts of the site (API2-063 … API2-070). */
export const userEndpoints = (users: Users): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: userListPath,
    access: usersAccess,
    audit: 'Read the list of users',
    body: z.object({}),
    handle: ({ account }) => users.list(account),
  }),
  endpoint({
    method: 'POST',
    path: accountPath,
    access: usersAccess,
    // An API token that leaked cannot make itself permanent by a password of its own.
    personal: true,
    audit: 'Added user {editingName}',
    body: userAddSchema,
    handle: ({ account, body, address }) => users.add(account, body, address),
  }),
  endpoint({
    method: 'PUT',
    path: accountPath,
    access: usersAccess,
    personal: true,
    audit: 'Changed user {editingName}',
    body: userSaveSchema,
    handle: ({ account, body, address }) => users.save(account, body, address),
  }),
  endpoint({
    method: 'DELETE',
    path: accountPath,
    access: usersAccess,
    audit: 'Deleted user {editingName}',
    body: userRemovalSchema,
    handle: ({ account, body }) => users.remove(account, body.editingName),
  }),
]
