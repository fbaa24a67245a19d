import { AppError } from '@fleetglass/contract/errors'
import {
  firmwareAccess,
  firmwareRolloutsPath,
  newRolloutSchema,
  rolloutActionSchema,
  rolloutRemovalSchema,
} from '@fleetglass/contract/firmware'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { RolloutList } from './rollout-list.ts'

const nothing = z.object({})

/** Rollouts; what each call gives is in the contract. */
export const firmwareRolloutEndpoints = (rollouts: RolloutList): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: firmwareRolloutsPath,
    access: firmwareAccess,
    audit: 'Read the firmware rollouts',
    body: nothing,
    handle: ({ account }) => rollouts.list(account),
  }),
  endpoint({
    method: 'GET',
    path: `${firmwareRolloutsPath}/:rolloutid`,
    access: firmwareAccess,
    audit: 'Read the firmware rollout {rolloutid}',
    body: nothing,
    handle({ account, params: { rolloutid = '' } }) {
      if (!/^\d{1,9}$/.test(rolloutid)) throw new AppError('unknown-firmware-rollout')
      return rollouts.one(account, Number(rolloutid))
    },
  }),
  endpoint({
    method: 'POST',
    path: firmwareRolloutsPath,
    access: firmwareAccess,
    audit: 'Started a firmware rollout of {targetfw}',
    body: newRolloutSchema,
    async handle({ account, body, note }) {
      note({ host: new URL(body.url).host })
      await rollouts.add(account, body)
      return await rollouts.list(account)
    },
  }),
  endpoint({
    method: 'PUT',
    path: firmwareRolloutsPath,
    access: firmwareAccess,
    audit: 'Changed the firmware rollout {rolloutid}: {action}',
    body: rolloutActionSchema,
    async handle({ account, body: { rolloutid, action } }) {
      await rollouts.act(account, rolloutid, action)
      return await rollouts.list(account)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: firmwareRolloutsPath,
    access: firmwareAccess,
    audit: 'Deleted the firmware rollout {rolloutid}',
    body: rolloutRemovalSchema,
    async handle({ account, body: { rolloutid }, note }) {
      note({ targetfw: await rollouts.remove(account, rolloutid) })
      return await rollouts.list(account)
    },
  }),
]
