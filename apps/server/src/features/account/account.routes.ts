import {
  aboutUserSchema,
  ownRemovalSchema,
  ownSessionsPath,
  ownTokensPath,
  provenTokenRequestSchema,
  userRemovalSchema,
  userSessionsPath,
  userTokensPath,
} from '@fleetglass/contract/account'
import { usersAccess } from '@fleetglass/contract/users'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { AccountAccess } from './account.service.ts'

/** Of a caller to itself. */
export const ownEndpoints = (access: AccountAccess): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: ownSessionsPath,
    access: 'login',
    audit: 'Read their own open sessions',
    body: z.object({}),
    handle: async ({ account }) => ({ sessions: await access.sessions(account, account.name) }),
  }),
  endpoint({
    method: 'DELETE',
    path: ownSessionsPath,
    access: 'login',
    audit: 'Signed out their own session {id}',
    personal: true,
    body: ownRemovalSchema,
    handle: async ({ account, body }) => ({ sessions: await access.signOut(account, account.name, body.id) }),
  }),
  endpoint({
    method: 'GET',
    path: ownTokensPath,
    access: 'login',
    audit: 'Read their own API tokens',
    body: z.object({}),
    handle: async ({ account }) => ({ tokens: await access.tokens(account, account.name) }),
  }),
  endpoint({
    method: 'POST',
    path: ownTokensPath,
    access: 'login',
    audit: 'Made the API token {name} of scope {scope} for {days} days',
    personal: true,
    body: provenTokenRequestSchema,
    handle: ({ account, body, address }) => access.makeToken(account, body, address),
  }),
  endpoint({
    method: 'DELETE',
    path: ownTokensPath,
    access: 'login',
    audit: 'Revoked their own API token {id}',
    personal: true,
    body: ownRemovalSchema,
    handle: async ({ account, body }) => ({ tokens: await access.revokeToken(account, account.name, body.id) }),
  }),
]

/** Of a caller who manages users. */
export const userAccessEndpoints = (access: AccountAccess): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: userSessionsPath,
    access: usersAccess,
    audit: 'Read the open sessions of user {name}',
    body: aboutUserSchema,
    handle: async ({ account, body }) => ({ sessions: await access.sessions(account, body.name) }),
  }),
  endpoint({
    method: 'DELETE',
    path: userSessionsPath,
    access: usersAccess,
    audit: 'Signed out session {id} of user {name}',
    personal: true,
    body: userRemovalSchema,
    handle: async ({ account, body }) => ({ sessions: await access.signOut(account, body.name, body.id) }),
  }),
  endpoint({
    method: 'GET',
    path: userTokensPath,
    access: usersAccess,
    audit: 'Read the API tokens of user {name}',
    body: aboutUserSchema,
    handle: async ({ account, body }) => ({ tokens: await access.tokens(account, body.name) }),
  }),
  endpoint({
    method: 'DELETE',
    path: userTokensPath,
    access: usersAccess,
    audit: 'Revoked the API token {id} of user {name}',
    personal: true,
    body: userRemovalSchema,
    handle: async ({ account, body }) => ({ tokens: await access.revokeToken(account, body.name, body.id) }),
  }),
]
