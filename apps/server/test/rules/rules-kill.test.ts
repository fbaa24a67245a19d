// SIGKILL between the positions of a vehicle that drives through a fence, off its route, too fast, and stands: whatever was
// acknowledged, judged or on its way when the server died, each event is reported once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fencePath } from '@fleetglass/contract/fences'
import { ROUTE_ACCURACY, routePath } from '@fleetglass/contract/routes'
import { drawCorridor, type Place, placeFrom } from '@fleetglass/geo'
import { until } from '@fleetglass/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelClient, sha256 } from '../channel-client.ts'
import { DrivenDevice, type Driving, eastOf, reportedOf, TOWN } from '../devices/driven-device.ts'
import { callHttp } from '../http-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../recordings/server-child.ts'

const VAN = '13900000001'

type Step = readonly [place: Place, driving?: Driving]
const along = (metres: number): Step => [eastOf(metres)]
const ROUND: readonly Step[] = [
  ...[along(-800), along(-400), along(0), along(400)],
  // Off its route, and on it again.
  ...[[placeFrom(eastOf(800), 0, 400)] as const, along(800)],
  [eastOf(1_200), { speedKmh: 130 }],
  [eastOf(1_100), { speedKmh: 60 }],
  ...Array.from({ length: 8 }, (): Step => [eastOf(1_100), { speedKmh: 0 }]),
  ...[along(400), along(-400)],
]
const STEP_S = 10
/** A process that has just begun, on a machine that is busy. */
const PATIENCE_MS = 60_000
const way = [...ROUND, ...ROUND, along(-800)]
/** It dies while most is on its way to the disk and some was judged and acknowledged. */
const PARTS = [
  { to: 24, acknowledged: 2, dies: true },
  { to: way.length, acknowledged: 'all', dies: false },
] as const
const expected = (round: number): string[] => {
  const at = round * ROUND.length * STEP_S
  return [
    ...[`51 depot @${at + 12}`, `52 depot @${at + 28}`, `52 way @${at + 31}`, `51 way @${at + 49}`],
    ...[`15 @${at + 60}`, `cover 15 @${at + 70}`, `16 Idle @${at + 140}`, `cover 16 Idle @${at + 160}`],
    ...[`51 depot @${at + 161}`, `52 depot @${at + 169}`],
  ]
}

const data = mkdtempSync(join(tmpdir(), 'fleetglass-rules-'))
let server: ServerChild | null = null
afterAll(async () => {
  await server?.kill()
  rmSync(data, { recursive: true, force: true })
})

describe('rules', () => {
  it('raise each event exactly once, also when the server is killed between the positions', async () => {
    server = await start()
    await prepare(server)
    const beginS = Math.floor(Date.now() / 1000)
    let next = 0
    for (const part of PARTS) {
      const van = await DrivenDevice.connect(server, VAN)
      const stepOf = new Map<number, number>()
      // What was not acknowledged comes again, as a recorder does it.
      for (; next < part.to; next++) stepOf.set(van.say(beginS + next * STEP_S, ...(way[next] as Step)), next)
      await until(
        'enough are acknowledged',
        () => {
          const taken = [...stepOf.keys()].filter((serial) => van.acknowledged().has(serial)).length
          return taken >= (part.acknowledged === 'all' ? stepOf.size : part.acknowledged)
        },
        PATIENCE_MS,
      )
      if (part.dies) {
        await server.kill()
        const taken = van.acknowledged()
        next = Math.min(part.to, ...[...stepOf].filter(([serial]) => !taken.has(serial)).map(([, step]) => step))
        await van.close()
        server = await start()
      } else await van.close()
    }
    const received = await reportedOf(server, VAN, { password: CHILD_PASSWORD, sinceS: beginS })
    expect(received).toEqual([...expected(0), ...expected(1)])
  }, 120_000)
})

function start(): Promise<ServerChild> {
  return startServerChild({
    data,
    compileCache: join(tmpdir(), 'fleetglass-compiled'),
    settings: { 'idle-minutes': 1 },
  })
}

async function prepare({ ports }: ServerChild): Promise<void> {
  const channel = await ChannelClient.connect(ports.main)
  await channel.login('admin', CHILD_PASSWORD)
  await channel.request('D01', { A: VAN, C: '1' })
  await channel.close()
  const latlngs = [eastOf(-1_000), eastOf(1_500)]
  const { grid, bytes } = drawCorridor(latlngs, ROUTE_ACCURACY)
  const who = { username: 'admin', password: sha256(CHILD_PASSWORD), enable: 1, devices: [VAN] }
  const circle = { ...TOWN, radius: 320, trigger_in: 1, trigger_out: 1 }
  const saved = await Promise.all([
    callHttp({ ports }, 'PUT', fencePath(0), { body: { ...who, ...circle, title: 'depot' } }),
    callHttp({ ports }, 'PUT', routePath(0), {
      body: { ...who, ...grid, title: 'way', latlngs, data: Buffer.from(bytes).toString('base64') },
    }),
  ])
  expect(saved.map(({ body }) => body.hasError)).toEqual([false, false])
}
