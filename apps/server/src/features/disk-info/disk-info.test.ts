import { mkdirSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DiskInfo, diskInfoPath, diskInfoSchema } from '@fleetglass/contract/disk-info'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { DiskMachine } from '../server-settings/media-slots.fixtures.ts'
import { saved, settingsOf } from '../server-settings/settings-caller.fixtures.ts'

const START_MS = Date.UTC(2026, 8, 1, 10, 0, 0)
const VAN = '12345678999'
const MB = 1024 ** 2

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

function basic(user: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}` }
}
const ask = (server: TestServer, user = ADMIN) => callHttp(server, 'GET', diskInfoPath, { headers: basic(user) })
const read = async (server: TestServer): Promise<DiskInfo> => diskInfoSchema.parse(JSON.parse((await ask(server)).text))

function write(server: TestServer, path: string, bytes: number): void {
  const file = join(server.data, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.alloc(bytes))
}

it('[DISK-09] [DISK-10] [API2-138] used sizes are those of the folders, full sizes those of the Events tab', async () => {
  const clock = createManualClock(START_MS)
  const server = await startTestServer({ clock })
  opened.push(() => server.close())
  write(server, 'event-media/a/b/1', 3_000)
  write(server, 'event-media/2', 4_000)
  write(server, 'snapshots/a/1', 500)
  const whole = async (isReached: (info: DiskInfo) => boolean) =>
    await until('the folders are counted', async () => {
      clock.advance(1_000)
      const info = await read(server)
      return isReached(info) && info
    })
  expect(
    await whole(({ sdUsedSize, footageUsedSize }) => sdUsedSize !== null && footageUsedSize !== null),
  ).toMatchObject({
    footageUsedSize: 7_000,
    footageFullSize: null,
    snapshotUsedSize: 500,
    snapshotFullSize: null,
    sdUsedSize: 0,
  })
  const sizes = { videoDownload: '1', downloadOldfirst: '1', autouploadsize: '' }
  const settings = settingsOf(server)
  const eventParams = { ...sizes, footagesize: '100G', snapsize: '20M', sdsize: '1T' }
  expect(await settings.put('/gkserver/event', { eventParams })).toMatchObject(saved)
  // A new file is counted at the next count, which is some seconds later.
  write(server, 'sd-backup/1', 11)
  expect(await whole(({ sdUsedSize }) => sdUsedSize === 11)).toMatchObject({
    footageFullSize: 100 * 1024 * MB,
    snapshotFullSize: 20 * MB,
    sdFullSize: 1024 * 1024 * MB,
  })
  const { blocks, bsize } = statfsSync(server.data)
  const { rootUsableSize } = await read(server)
  expect(rootUsableSize).toBeGreaterThan(0)
  expect(rootUsableSize).toBeLessThanOrEqual(blocks * bsize)
})

it('[DISK-08] the media folder and each media slot is a disk, also one that is read-only or not mounted', async () => {
  const machine = new DiskMachine()
  opened.push(() => machine.remove())
  mkdirSync(machine.media('cccc'), { recursive: true })
  const site = await machine.start()
  const { bavail, bfree, blocks, bsize } = statfsSync(machine.data)
  const [only, ...others] = (await read(site.server)).disks
  expect(others).toEqual([])
  expect(only).toMatchObject({
    path: join(machine.data, 'media'),
    status: 'writing',
    full_size: blocks * bsize,
    reserve: Math.round(Math.min(1024 * MB, (blocks * bsize) / 20)),
    minMB: 0,
  })
  // Others write to this disk too.
  const isNear = (size: unknown, wanted: number) => Math.abs(Number(size) - wanted) < (blocks * bsize) / 100
  expect([isNear(only?.free_size, bavail * bsize), isNear(only?.used, (blocks - bfree) * bsize)]).toEqual([true, true])
  machine.unmount('bbbb')
  await site.set('media1=aaaa,0', 'media2=bbbb,0', 'media3=cccc,1', 'performance=0')
  const disks = await until('the slots are taken over', async () => {
    const found = (await read(site.server)).disks
    return found[1]?.status === 'writing' && found
  })
  expect(disks.map(({ path, status, full_size }) => [path, status, full_size])).toEqual([
    [join(machine.data, 'media'), 'unused', blocks * bsize],
    [machine.media('aaaa'), 'writing', blocks * bsize],
    ['bbbb', 'missing', null],
    [machine.media('cccc'), 'readonly', blocks * bsize],
  ])
})

it('[DISK-11] minMB grows while the recorder writes to the disk', async () => {
  const clock = fastClock(8, START_MS)
  const server = await startTestServer({ clock })
  opened.push(() => server.close())
  const link = await server.login()
  opened.push(() => link.close())
  await link.request('D01', { A: VAN, C: '1', F: '1' })
  const video = clipVideo(VAN, 1, { lengthS: 900 })
  const device = await CameraDevice.connect(server.ports.signalling, VAN, clock, { 1: video })
  opened.push(() => device.close())
  await until('it is recorded', async () => ((await read(server)).disks[0]?.minMB ?? 0) > 0)
})

it('[API2-141] [RIGHT2-30] every account may read the disks, and nobody without one', async () => {
  const server = await startTestServer()
  opened.push(() => server.close())
  await addUsers(server, { name: 'viewer', permission: 4 })
  expect((await ask(server, 'viewer')).status).toBe(200)
  expect((await callHttp(server, 'GET', diskInfoPath)).status).toBe(401)
})
