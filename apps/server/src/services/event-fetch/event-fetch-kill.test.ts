// SIGKILL of the server between an event and its footage: after the event was stored, in the middle of the transfer, and when the
// file has its name. The result is the same as without.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { type FtpPeer, startFtpPeer } from '../../../test/ftp-peer.ts'
import { ADMIN, until } from '../../../test/harness.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../../../test/recordings/server-child.ts'
import { BUS, eventsOf, LONG_WAY, mediaOf, readRows, STOLEN, savePlan } from './event-fetch.fixtures.ts'

/** A process that has just begun, on a machine that is busy; a lease of the one before ends meanwhile. */
const PATIENCE_MS = 120_000

const data = mkdtempSync(join(tmpdir(), 'fleetglass-fetch-'))
let server: ServerChild | null = null
let fleet: Fleet | null = null
let peer: FtpPeer | null = null
afterAll(async () => {
  await fleet?.close()
  await server?.kill()
  await peer?.close()
  rmSync(data, { recursive: true, force: true })
})

const start = (before: ServerChild | null): Promise<ServerChild> =>
  startServerChild({
    data,
    compileCache: join(tmpdir(), 'fleetglass-compiled'),
    switches: ['--local-targets'],
    // The recorder comes back to where it was.
    settings: before === null ? {} : { signalling: before.ports.signalling, media: before.ports.media },
  })

describe('footage of an event', () => {
  it('[PLAN-42] [PLAN-51] is fetched and uploaded once and whole, although the server is killed three times on the way', async () => {
    const site = { data }
    peer = await startFtpPeer('fleet', 'secret')
    let running = await start(null)
    server = running
    const again = async (): Promise<void> => {
      await running.kill()
      running = await start(running)
      server = running
    }
    const link = await ChannelClient.connect(running.ports.main)
    await link.request('Q02', { U: ADMIN, P: sha256(CHILD_PASSWORD) })
    await link.request('D01', { A: BUS, C: '1' })
    await link.close()
    const upload = `ftp://fleet:secret@127.0.0.1:${peer.port}/clips`
    // With sound a recorder plays as fast as time goes: there is time to be killed in.
    await savePlan(running, { mediatype: 3, preoffset: 10, postoffset: 4, enupload: 1, upload }, CHILD_PASSWORD)
    const there = {
      host: '127.0.0.1',
      signallingPort: running.ports.signalling,
      channels: 1,
      intervalS: 2,
      path: LONG_WAY,
    }
    fleet = await startFleet({ ...there, firstTerminalId: BUS })
    const [device] = fleet.devices
    await until('it is online', () => device?.state === 'online')
    device?.setFault('alarmBits', STOLEN.bits)
    const { id, time_s } = await until('the event is stored', () => eventsOf(site, STOLEN.code)[0], PATIENCE_MS)
    device?.setFault('alarmBits', 0)
    await again()
    await until('it is being fetched', () => mediaOf(site, id).some(({ percent }) => percent > 20), PATIENCE_MS)
    await again()
    const file = join(data, 'event-media', BUS, `${id}-ch1.mp4`)
    await until('the file is there', () => existsSync(file), PATIENCE_MS)
    await again()
    await until(
      'it is uploaded',
      () => [...(peer?.files.keys() ?? [])].some((path) => path.endsWith('.mp4')),
      PATIENCE_MS,
    )
    const media = await until(
      'it is done',
      () => {
        const rows = mediaOf(site, id)
        return rows.every(({ state }) => state === 'done') && rows
      },
      PATIENCE_MS,
    )
    expect(media).toMatchObject([{ kind: 'footage', channel: 1, reason: '', percent: 100 }])
    const mp4 = readFileSync(file)
    expect(mp4.length).toBe(media[0]?.bytes)
    expect(mp4.includes('soun')).toBe(true)
    expect((media[0]?.start_s ?? 0) - (time_s - 10)).toBeLessThanOrEqual(0)
    expect(time_s + 4 - (media[0]?.end_s ?? 0)).toBeLessThanOrEqual(1)
    await until('nothing waits', () => readRows(site, 'select id from event_fetches').length === 0, PATIENCE_MS)
    await until('nothing is left over', () => readRows(site, 'select id from footage_tasks').length === 0, PATIENCE_MS)
    expect(readdirSync(join(data, 'event-media', BUS))).toEqual([`${id}-ch1.mp4`])
    const uploaded = [...peer.files].filter(([path]) => path.endsWith('.mp4'))
    expect(uploaded.map(([path, bytes]) => [path, bytes.equals(mp4)])).toEqual([
      [`/clips/${BUS}_${time_s}_${id}-ch1.mp4`, true],
    ])
    expect(eventsOf(site, STOLEN.code)).toMatchObject([{ footage_mask: 1, completed: 1 }])
  }, 600_000)
})
