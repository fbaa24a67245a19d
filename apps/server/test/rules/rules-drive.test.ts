// A simulated vehicle on the path of a scenario: what it does is seen once each on the socket that consoles listen to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { fencePath } from '@fleetglass/contract/fences'
import { ROUTE_ACCURACY, routePath } from '@fleetglass/contract/routes'
import { drawCorridor, placeFrom } from '@fleetglass/geo'
import { startFleet } from '@fleetglass/simulator'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { readScenario } from '../../../simulator/src/scenarios/read-scenario.ts'
import { sha256 } from '../channel-client.ts'
import { EventClient } from '../event-client.ts'
import { ADMIN_PASSWORD, startTestServer } from '../harness.ts'
import { callHttp } from '../http-client.ts'

const VAN = '13800138001'
const RULED = [51, 52, 15, 16]

it('a vehicle driven through a fence, off its route, too fast and into a stop raises each event exactly once', async () => {
  const file = join(import.meta.dirname, '../../../simulator/scenarios/rules-drive.json')
  const read = readScenario(readFileSync(file, 'utf8'))
  if (!read.ok) throw new Error(read.reason)
  const [begin, ...rest] = read.scenario.path ?? []
  const end = rest.at(-1)
  if (!begin || !end) throw new Error('the scenario has a path')
  const clock = createManualClock(Date.now())
  const server = await startTestServer({ clock, config: { overspeedKmh: 65, idleMinutes: 1 } })
  const admin = await server.login()
  await admin.request('D01', { A: VAN, C: '1' })
  await admin.close()
  const { grid, bytes } = drawCorridor([begin, end], ROUTE_ACCURACY)
  const who = { username: 'admin', password: sha256(ADMIN_PASSWORD), enable: 1, devices: [VAN] }
  const circle = { ...placeFrom(begin, 90, 150), radius: 60, trigger_in: 1, trigger_out: 1 }
  const latlngs = [begin, end].map(({ lat, lng }) => ({ lat, lng }))
  const data = Buffer.from(bytes).toString('base64')
  const saved = [
    await callHttp(server, 'PUT', fencePath(0), { body: { ...who, ...circle, title: 'depot' } }),
    await callHttp(server, 'PUT', routePath(0), { body: { ...who, ...grid, title: 'way', latlngs, data } }),
  ]
  expect(saved.map(({ body }) => body.hasError)).toEqual([false, false])
  const events = await EventClient.login(server.ports.main)
  const fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: server.ports.signalling,
    scenario: read.scenario,
    clock,
    positionsOnly: true,
  })
  // Each point is taken before the next one is due, however busy the machine is.
  const isReported = () => events.events.some(({ eventid }) => eventid === 16)
  for (const endMs = performance.now() + 150_000; !isReported() && performance.now() < endMs; ) {
    const waits = fleet.stats().online === 0 || fleet.stats().positionsWaiting > 0
    // While a point waits, time goes on only as far as the timers need that its answer depends on.
    clock.advance(waits ? 1 : 100)
    await loopTurn()
  }
  await fleet.close()
  const received = events.events.filter(({ eventid }) => RULED.includes(eventid))
  expect(received.map(({ cmd, eventid, eventname }) => `${cmd} ${eventid} ${eventname}`.trim())).toEqual([
    ...['new 51 depot', 'new 52 depot', 'new 52 way', 'new 51 way', 'new 15', 'cover 15', 'new 16 Idle'],
  ])
  events.close()
  await server.close()
}, 180_000)
