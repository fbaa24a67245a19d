import { expect, it } from 'vitest'
import { createDirectDeviceState } from '../../ports/device-state/index.ts'
import { feedFleet } from './feed.ts'
import type { FleetEngine } from './fleet.ts'

it('a connection that is published again does not begin anew, unless this node missed its beginning', () => {
  const state = createDirectDeviceState()
  const online = new Set<string>()
  const begun: string[] = []
  const fleet = {
    get: (id: string) => (online.has(id) ? { online: true } : undefined),
    connected(id: string) {
      online.add(id)
      begun.push(id)
    },
  } as unknown as FleetEngine
  const feed = feedFleet(fleet, state)
  const connection = { registered: true, online: true } as const
  void state.publish('van', 'connection', connection)
  void state.publish('van', 'connection', { ...connection, again: true })
  void state.publish('bus', 'connection', { ...connection, again: true })
  void state.publish('van', 'connection', connection)
  expect(begun).toEqual(['van', 'bus', 'van'])
  feed.close()
})
