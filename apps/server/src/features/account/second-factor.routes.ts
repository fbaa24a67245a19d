import {
  aboutUserSchema,
  ownSecondFactorPath,
  secondFactorProofSchema,
  secondFactorRemovalSchema,
  secondFactorRuleSchema,
  secondFactorSetupSchema,
  userSecondFactorPath,
} from '@fleetglass/contract/account'
import { usersAccess } from '@fleetglass/contract/users'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, openEndpoint } from '../../platform/http/index.ts'
import type { SecondFactors } from '../../services/authentication/index.ts'
import type { UserSecondFactors } from './user-second-factors.ts'

/** Of a caller to itself. A change takes the password: a session that somebody else got hold of is not enough. */
export const ownSecondFactorEndpoints = (secondFactors: SecondFactors, ofUsers: UserSecondFactors): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: ownSecondFactorPath,
    access: 'login',
    audit: 'Read whether their own second factor is on',
    body: z.object({}),
    handle: ({ account }) => ofUsers.state(account, account.name),
  }),
  openEndpoint({
    method: 'POST',
    path: ownSecondFactorPath,
    access: 'credentials',
    audit: 'Started to set up a second factor of user {username}',
    body: secondFactorSetupSchema,
    handle: ({ body: { username, password }, address }) =>
      secondFactors.begin({ user: username, passwordHash: password }, address),
  }),
  openEndpoint({
    method: 'PUT',
    path: ownSecondFactorPath,
    access: 'credentials',
    audit: 'Turned on the second factor of user {username}',
    body: secondFactorProofSchema,
    async handle({ body: { username, password, code }, address }) {
      await secondFactors.turnOn({ user: username, passwordHash: password }, code, address)
      return { hasError: false }
    },
  }),
  openEndpoint({
    method: 'DELETE',
    path: ownSecondFactorPath,
    access: 'credentials',
    audit: 'Turned off the second factor of user {username}',
    body: secondFactorProofSchema,
    async handle({ body: { username, password, code }, address }) {
      await secondFactors.turnOff({ user: username, passwordHash: password }, code, address)
      return { hasError: false }
    },
  }),
]

/** Of a caller who manages users. */
export const userSecondFactorEndpoints = (ofUsers: UserSecondFactors): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: userSecondFactorPath,
    access: usersAccess,
    audit: 'Read whether the second factor of user {name} is on',
    body: aboutUserSchema,
    handle: ({ account, body }) => ofUsers.state(account, body.name),
  }),
  endpoint({
    method: 'PUT',
    path: userSecondFactorPath,
    access: usersAccess,
    audit: 'Changed whether user {name} must have a second factor: {required}',
    personal: true,
    body: secondFactorRuleSchema,
    handle: ({ account, body }) => ofUsers.require(account, body.name, body.required),
  }),
  endpoint({
    method: 'DELETE',
    path: userSecondFactorPath,
    access: usersAccess,
    audit: 'Removed the second factor of user {name}',
    personal: true,
    body: secondFactorRemovalSchema,
    handle: ({ account, body: { name, ...proof }, address }) => ofUsers.remove(account, name, proof, address),
  }),
]
