import { SESSION_COOKIE } from '@fleetglass/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Offers } from '../../../apps/server/src/features/offers.ts'
import type { Caller } from '../../../apps/server/src/platform/access-policy/index.ts'
import { systemClock } from '../../../apps/server/src/platform/clock/index.ts'
import { createWebListener, type WebListener } from '../../../apps/server/src/platform/http/index.ts'
import { createLog } from '../../../apps/server/src/platform/log/index.ts'
import { createMetrics } from '../../../apps/server/src/platform/metrics/index.ts'
import { onlineCountPath, onlineCountSchema } from '../contract/online-count.http.ts'
import { onlineCountFeature } from './online-count.module.ts'
import type { OnlineCountDeps } from './online-count.routes.ts'

const account = (permission: number): Caller => ({ id: 1, name: 'ann', permission, access: '', groupId: 1 })
const devices = ['bus', 'van', 'truck'].map((deviceId) => ({ deviceId }))
const parts = {
  visibility: { devices: () => devices },
  fleet: { get: (deviceId: string) => ({ online: deviceId !== 'van' }) },
} as unknown as OnlineCountDeps

let listener: WebListener
beforeAll(async () => {
  const log = createLog('silent')
  const metrics = createMetrics()
  listener = await createWebListener({ name: 'test', clock: systemClock, log, metrics, connectionsPerAddress: 10 })
  const { endpoints = [] } = await onlineCountFeature.start(parts as Offers)
  for (const endpoint of endpoints)
    endpoint.mount(listener.fastify, {
      verify: async () => null,
      // The cookie says which permission its account has.
      ofApiToken: async () => null,
      ofCookie: async (token) => account(Number(token.slice(1))),
      openReader: null,
      takesQueryCredentials: false,
    })
})
afterAll(() => listener.close())

const read = (permission: number) =>
  listener.fastify.inject({ url: onlineCountPath, headers: { cookie: `${SESSION_COOKIE}=A${permission}` } })

it('answers how many visible devices are online', async () => {
  const reply = await read(2)
  expect([reply.statusCode, onlineCountSchema.parse(reply.json())]).toEqual([200, { online: 2 }])
})

it('refuses accounts whose permission number is too high', async () => {
  expect((await read(3)).json()).toMatchObject({ hasError: true, code: 'permission-denied' })
})
