import { createManualClock } from '@fleetglass/testkit'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { message } from '../channel/index.ts'
import { createWebListener, endpoint, rawEndpoint, type WebListener } from '../http/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { type AuditNames, recordRoutes } from './index.ts'

let listener: WebListener
beforeAll(async () => {
  const [clock, log, metrics] = [createManualClock(), createLog('silent'), createMetrics()]
  listener = await createWebListener({ name: 'web', clock, log, metrics, connectionsPerAddress: 10 })
})
afterAll(() => listener.close())

describe('an endpoint', () => {
  it('has an access policy and an audit description, or the server does not start', () => {
    const answer = async () => ({})
    expect(() => listener.fastify.get('/a', { config: { audit: 'Read a' } }, answer)).toThrow('no access policy')
    expect(() => listener.fastify.get('/b', { config: { access: 'login' } }, answer)).toThrow('no audit description')
  })

  it('is recorded with method, path, policy and description: each method of a route, and HEAD as the GET that answers it', () => {
    const server = fastify()
    const endpoints = recordRoutes(server)
    const handler = async () => ({})
    const config = { access: 'login', audit: 'Changed c' } as const
    server.route({ method: ['GET', 'PUT'], url: '/c', config, handler })
    server.route({ method: 'POST', url: '/d', config: { ...config, access: 'anyone' }, handler })
    // A plugin adds the files of the console, and knows of no policy.
    server.route({ method: 'GET', url: '/*', handler })
    expect(endpoints).toEqual([
      { kind: 'call', name: 'GET /c', ...config },
      { kind: 'call', name: 'PUT /c', ...config },
      { kind: 'call', name: 'POST /d', access: 'anyone', audit: 'Changed c' },
      { kind: 'call', name: 'GET /*', access: 'anyone', audit: 'Read a file of the console' },
    ])
  })

  it('does not compile without both', () => {
    const handle = () => ({})
    const body = z.object({ deviceid: z.string() })
    // @ts-expect-error no access policy
    endpoint({ method: 'GET', path: '/x', audit: 'Read x', body, handle })
    // @ts-expect-error no audit description
    endpoint({ method: 'GET', path: '/x', access: 'login', body, handle })
    // @ts-expect-error no audit description
    rawEndpoint({ path: '/x', access: 'login', listeners: 'web', handle: async () => ({}) })
    expectTypeOf<Parameters<typeof message>['length']>().toEqualTypeOf<4 | 5>()
  })

  it('names in its audit description only fields of the body and parts of the path', () => {
    const handle = () => ({})
    const body = z.object({ deviceid: z.string() })
    endpoint({ method: 'GET', path: '/x/:index', access: 'login', audit: 'Read {index} of {deviceid}', body, handle })
    // @ts-expect-error the body has no such field
    endpoint({ method: 'GET', path: '/x/:index', access: 'login', audit: 'Read {plate}', body, handle })
    expectTypeOf<AuditNames<'Moved {a} to {b}', { a: 1 } | { b: 2 }, '/x'>>().toEqualTypeOf<string>()
    expectTypeOf<AuditNames<'Moved {a} to {c}', { a: 1; b: 2 }, '/x/:d/y'>>().toEqualTypeOf<never>()
  })
})
