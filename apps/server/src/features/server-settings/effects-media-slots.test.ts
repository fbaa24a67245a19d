// The tab Record Disks: where the files of a real server go while a camera is recorded, and what is deleted for them.
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { type ClipVideoOptions, clipVideo } from '../../../test/devices/clip-video.ts'
import { failedMessage } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { DiskMachine, type DiskName, type SlotSite } from './media-slots.fixtures.ts'

const TERMINAL = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 0)
const SPEED = 8
/** Where a part of the video is played: a machine that is busy for a moment must not lose as much. */
const PLAYED_SPEED = 3
/** The next file may be the turn of another slot. */
const RESTART_MS = 2_000

describe('media slots while a camera is recorded', () => {
  let machine: DiskMachine
  beforeEach(() => {
    machine = new DiskMachine()
  })
  afterEach(() => machine.remove())

  async function site(video: ClipVideoOptions = {}, speed = SPEED) {
    const clock = fastClock(speed, START_MS)
    const started = await machine.start({ clock })
    await started.link.request('D01', { A: TERMINAL, C: '1', F: '1' })
    const videos = { 1: clipVideo(TERMINAL, 1, { lengthS: 900, ...video }) }
    const device = await CameraDevice.connect(started.server.ports.signalling, TERMINAL, clock, videos)
    machine.onEnd(() => device.close())
    return { ...started, clock }
  }

  /** A file with something in it appears that was not there. */
  async function nextFile(of: SlotSite, name: DiskName | null): Promise<void> {
    const files = () => (name === null ? machine.filesInMediaFolder() : machine.files(name))
    // Others may be deleted meanwhile.
    const before = new Set(files())
    let restartedMs = Number.NEGATIVE_INFINITY
    await until(`a file on ${name}`, async () => {
      if (performance.now() > restartedMs + RESTART_MS) {
        await of.restart()
        restartedMs = performance.now()
      }
      return files().some((path) => !before.has(path))
    })
  }

  const counts = () => (['aaaa', 'bbbb', 'cccc'] as const).map((name) => machine.files(name).length)

  /** Begins new files, a while apart, until there are as many as are wanted. */
  async function untilCounts(
    isReached: (files: readonly number[]) => boolean,
    of: SlotSite & { readonly clock: { nowMs(): number } },
  ): Promise<number[]> {
    let restartedMs = of.clock.nowMs()
    await until(
      'there are files enough',
      async () => {
        if (of.clock.nowMs() > restartedMs + 4_000) {
          await of.restart()
          restartedMs = of.clock.nowMs()
        }
        return isReached(counts())
      },
      30_000,
    )
    return counts()
  }

  async function playedTimes(of: SlotSite, spbtime: number): Promise<number[]> {
    const parameters = { type: 'lopb', deviceid: TERMINAL, channel: 1, streamid: 1, spbtime }
    const viewer = await StreamClient.open(of.server.ports.streams, parameters)
    await viewer.until(() => viewer.video.length > 5 || viewer.states.includes('end'), 'it plays')
    const times = viewer.video.map(({ timestampMs }) => timestampMs)
    await viewer.close()
    return times
  }

  it('[SET-079] [SET-080] mode 0 spreads new recordings over all writable slots in turn, from the next file on', async () => {
    const started = await site()
    await until('it is recorded', () => machine.filesInMediaFolder().length > 0)
    await started.set('media1=aaaa,0', 'media2=bbbb,0', 'media3=cccc,1', 'performance=0')
    // What is open is finished where it is.
    expect([machine.filesInMediaFolder().length, ...counts()]).toEqual([1, 0, 0, 0])
    await nextFile(started, 'aaaa')
    // Each takes a turn, also a file that begins with the turn of the minute.
    const [first, second] = await untilCounts(([aaaa = 0, bbbb = 0]) => aaaa >= 2 && bbbb >= 2, started)
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThanOrEqual(1)
    expect([machine.filesInMediaFolder().length, machine.files('cccc').length]).toEqual([1, 0])
    expect((await started.rows()).some((path) => path.startsWith('@bbbb/'))).toBe(true)
    // Nothing but our folder is made on a disk, and nothing at all on one that is read-only.
    expect(() => statSync(join(machine.mountPoint('cccc'), 'fleetglass'))).toThrow('ENOENT')
    // Without slots the media folder has them again.
    await started.set('performance=0')
    await nextFile(started, null)
  }, 60_000)

  it('[SET-079] what is on a read-only slot plays back, and nothing on it is written or deleted', async () => {
    const started = await site({}, PLAYED_SPEED)
    await started.set('media1=aaaa,0')
    await nextFile(started, 'aaaa')
    const fromS = started.clock.nowMs() / 1000
    await until('some seconds are recorded', () => started.clock.nowMs() / 1000 > fromS + 12)
    await started.set('media1=aaaa,1', 'media2=bbbb,0')
    await nextFile(started, 'bbbb')
    const before = machine.files('aaaa').map((path) => statSync(join(machine.media('aaaa'), path)).mtimeMs)
    expect((await playedTimes(started, fromS + 4))[0]).toBeLessThan((fromS + 8) * 1000)
    for (let n = 0; n < 2; n++) await nextFile(started, 'bbbb')
    const reply = await started.link.request('D15', { A: TERMINAL })
    expect(reply.fields).toMatchObject(
      failedMessage('partly-deleted', { count: Number(/\d+/.exec(reply.fields.W ?? '')) }),
    )
    expect(machine.files('aaaa').map((path) => statSync(join(machine.media('aaaa'), path)).mtimeMs)).toEqual(before)
    expect((await playedTimes(started, fromS + 4))[0]).toBeLessThan((fromS + 8) * 1000)
  }, 60_000)

  it('[SET-079] what is on a slot that is unmounted is skipped, goes on to be listed, and plays when the slot is back', async () => {
    const started = await site({}, PLAYED_SPEED)
    await started.set('media1=aaaa,0')
    await nextFile(started, 'aaaa')
    const fromS = started.clock.nowMs() / 1000
    await until('some seconds are recorded', () => started.clock.nowMs() / 1000 > fromS + 12)
    await started.set('media1=aaaa,0', 'media2=bbbb,0')
    await nextFile(started, 'bbbb')
    const rows = await started.rows()
    machine.unmount('aaaa')
    await nextFile(started, 'bbbb')
    const skipped = await playedTimes(started, fromS + 2)
    expect(skipped[0]).toBeGreaterThan((fromS + 8) * 1000)
    expect(await started.rows()).toEqual(expect.arrayContaining(rows))
    machine.mount('aaaa')
    await nextFile(started, 'bbbb')
    expect((await playedTimes(started, fromS + 2))[0]).toBeLessThan((fromS + 8) * 1000)
    await nextFile(started, 'aaaa')
  }, 60_000)

  it('[SET-079] a slot that fails is left for the next; where none can be written, that is reported as of any disk', async () => {
    const started = await site()
    await started.set('media1=aaaa,0', 'media2=bbbb,0')
    await nextFile(started, 'aaaa')
    // The server has not asked yet what is mounted.
    machine.unmount('bbbb')
    const health = async () => {
      const answer = await fetch(`${started.server.url}/healthz`)
      return [answer.status, await answer.text()] as const
    }
    const before = machine.files('aaaa').length
    await until('the next file is on the other slot', () => machine.files('aaaa').length > before)
    expect((await health())[0]).toBe(200)
    expect(machine.files('bbbb')).toEqual([])
    await started.set('media1=aaaa,1', 'media2=bbbb,0')
    await until('nothing is recorded', async () => (await health())[0] === 503)
    expect((await health())[1]).toContain('Nothing is recorded')
    const events = () =>
      started.change((file) => file.prepare<[], string>('select memo from events').pluck().all().join('\n'))
    await until('it is reported', async () => (await events()).includes('does not record'))
    const stopped = machine.files('aaaa').length
    await started.set('media1=aaaa,0')
    await until('it goes on', () => machine.files('aaaa').length > stopped)
    expect((await health())[0]).toBe(200)
  }, 90_000)

  it('[SET-080] mode 1 fills one slot before the next, and deletes the oldest recordings when all are full', async (context) => {
    for (const name of ['aaaa', 'bbbb'] as const) {
      const folder = machine.mountPoint(name)
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
      } catch {
        context.skip('a disk of its own cannot be mounted here')
      }
      machine.onEnd(() => execFileSync('umount', ['-l', folder]))
    }
    const started = await site({ clip: 'road' })
    await started.set('media1=aaaa,0', 'media2=bbbb,0', 'performance=1')
    for (let n = 0; n < 3; n++) await nextFile(started, 'aaaa')
    expect(counts().slice(1)).toEqual([0, 0])
    const fill = (name: DiskName) => {
      const { bavail, blocks, bsize } = statfsSync(machine.mountPoint(name))
      const floorBytes = (blocks * bsize) / 20
      writeFileSync(join(machine.mountPoint(name), 'filler'), Buffer.alloc(bavail * bsize - floorBytes * 0.8))
    }
    const isShort = (name: DiskName) => {
      const { bavail, blocks } = statfsSync(machine.mountPoint(name))
      return bavail < blocks / 20
    }
    fill('aaaa')
    await started.restart()
    await nextFile(started, 'bbbb')
    const [oldest = '', ...newer] = machine.files('aaaa')
    expect(newer.length).toBeGreaterThan(0)

    // One slot is full and the other one is away: that is no reason to delete.
    await started.set('media1=aaaa,0', 'media2=cccc,0', 'performance=1')
    machine.unmount('cccc')
    await started.restart()
    const afterMs = started.clock.nowMs() + 130_000
    await until('two rounds have passed', () => started.clock.nowMs() > afterMs)
    expect(machine.files('aaaa')).toEqual(expect.arrayContaining([oldest, ...newer]))

    await started.set('media1=aaaa,0', 'media2=bbbb,0', 'performance=1')
    fill('bbbb')
    const onSecond = machine.files('bbbb')
    await until('the oldest is deleted', () => !machine.files('aaaa').includes(oldest))
    await until('there is space again', () => !isShort('aaaa'))
    expect(machine.files('bbbb')).toEqual(expect.arrayContaining(onSecond))
    await until('its row is gone', async () => !(await started.rows()).includes(`@aaaa/${oldest}`))
    await nextFile(started, 'aaaa')
    rmSync(join(machine.mountPoint('aaaa'), 'filler'))
  }, 180_000)
})
