import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createDeviceLog, MAX_DAYS, MAX_DEVICE_DAY_BYTES } from './device-log.ts'
import type { DeviceLog } from './device-log.types.ts'

const DAY_MS = 86_400_000

describe('the log of a device', () => {
  let folder: string
  let clock: ManualClock
  let log: DeviceLog

  let skippedMs = 0
  /** A month in which nothing has to tick. */
  const skipping = () => ({ ...clock, nowMs: () => clock.nowMs() + skippedMs })
  const open = () => createDeviceLog({ clock: skipping(), log: createLog('silent'), metrics: createMetrics(), folder })
  const all = (deviceId: string) => log.read(deviceId, clock.nowMs() - DAY_MS, clock.nowMs() + 1)

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'fleetglass-device-log-')), 'log')
    clock = createManualClock()
    skippedMs = 0
    log = open()
  })
  afterEach(async () => {
    await log.close()
    rmSync(join(folder, '..'), { recursive: true, force: true })
  })

  it('is read as it was written, each device its own, also after a restart and a torn line', async () => {
    log.write('one', 'first')
    log.write('two', 'of another')
    clock.advance(10)
    log.write('one', 'second\nline\u0000')
    await log.close()
    const [day = ''] = readdirSync(folder)
    appendFileSync(join(folder, day, 'one.log'), '17900')
    log = open()
    expect((await all('one')).map(({ text }) => text)).toEqual(['first', 'second line '])
    expect((await all('two')).map(({ text }) => text)).toEqual(['of another'])
    expect(await all('three')).toEqual([])
  })

  it('a range takes what lies in it, over midnight too', async () => {
    const midnight = Math.ceil(clock.nowMs() / DAY_MS) * DAY_MS
    clock.advance(midnight - clock.nowMs() - 1)
    log.write('one', 'before')
    clock.advance(1)
    log.write('one', 'at')
    clock.advance(1)
    log.write('one', 'after')
    const texts = async (from: number, to: number) =>
      (await log.read('one', midnight + from, midnight + to)).map(({ text }) => text)
    expect(await texts(-1, 1)).toEqual(['before', 'at'])
    expect(await texts(0, 2)).toEqual(['at', 'after'])
    expect(await texts(-DAY_MS, 0)).toEqual(['before'])
  })

  it('a device that has much to say fills its day and not the disk', async () => {
    for (let n = 0; n < 20; n++) {
      for (let line = 0; line < 100; line++) log.write('loud', 'x'.repeat(1000))
      await log.read('loud', 0, 1)
    }
    log.write('quiet', 'still here')
    const bytes = JSON.stringify(await all('loud')).length
    expect(bytes).toBeGreaterThan(MAX_DEVICE_DAY_BYTES / 2)
    expect(bytes).toBeLessThan(MAX_DEVICE_DAY_BYTES * 1.1)
    expect(await all('quiet')).toHaveLength(1)
  })

  it('days older than a month are removed, other files are left alone', async () => {
    for (let day = 0; day < MAX_DAYS + 3; day++) {
      log.write('one', `day ${day}`)
      await log.read('one', 0, 1)
      if (day === 0) writeFileSync(join(folder, 'notes.txt'), 'mine')
      for (const job of log.jobs) await job.run(new AbortController().signal)
      skippedMs += DAY_MS
    }
    expect(readdirSync(folder)).toHaveLength(MAX_DAYS + 1)
    expect(readdirSync(folder)).toContain('notes.txt')
  })

  it('a disk that refuses costs the lines and nothing else', async () => {
    writeFileSync(folder, 'a file where the folder should be')
    log.write('one', 'lost')
    await log.read('one', 0, 1).catch(() => undefined)
    rmSync(folder)
    log.write('one', 'kept')
    expect((await all('one')).map(({ text }) => text)).toEqual(['kept'])
  })
})
