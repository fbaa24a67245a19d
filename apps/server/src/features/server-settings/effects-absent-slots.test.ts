// Media slots that are unmounted or read-only: what is on them is evidence, and nothing that the server does by itself forgets it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { until } from '../../../test/harness.ts'
import { DiskMachine, type DiskName, type SlotSite } from './media-slots.fixtures.ts'

const NOW_MS = Date.UTC(2026, 8, 30, 12)
const DAY_MS = 86_400_000
const VAN = 'van'
/** Each second of the clock lists the disks by a program, which takes its time on a busy machine. */
const PATIENCE_MS = 60_000

describe('media slots that are unmounted or read-only', () => {
  let machine: DiskMachine
  beforeEach(() => {
    machine = new DiskMachine()
  })
  afterEach(() => machine.remove())

  const folderOf = (place: DiskName | '') => (place === '' ? join(machine.data, 'media') : machine.media(place))
  const rowPath = (place: DiskName | '', below: string) => (place === '' ? below : `@${place}/${below}`)

  /** `van/<day>/1/<hhmm>.mp4` of some days ago. */
  function belowOf(ageDays: number): string {
    const day = new Date(NOW_MS - ageDays * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    return `${VAN}/${day}/1/1200.mp4`
  }

  /** A row, and a file where `hasFile`. */
  async function addRow(site: SlotSite, place: DiskName | '', ageDays: number, { bytes = 1, hasFile = true } = {}) {
    const below = belowOf(ageDays)
    const file = join(folderOf(place), below)
    mkdirSync(dirname(file), { recursive: true })
    if (hasFile) writeFileSync(file, 'x')
    const startMs = NOW_MS - ageDays * DAY_MS
    await site.change((database) =>
      database
        .prepare(`insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path, slot)
          select key, ?, ?, 1, ?, 0, ?, ? from devices where device_id = ?`)
        .run(startMs, startMs + 60_000, bytes, rowPath(place, below), place, VAN),
    )
    return rowPath(place, below)
  }

  async function register(site: SlotSite): Promise<void> {
    await site.link.request('D01', { A: VAN, C: '1' })
  }

  const slots = ['media1=aaaa,1', 'media2=bbbb,0', 'media3=cccc,0'] as const

  it('[SET-079] [SET-080] what is too old stays on a slot that is read-only or unmounted, row and file, and goes elsewhere', async () => {
    const clock = createManualClock(NOW_MS)
    const site = await machine.start({ clock, config: { recordingDays: 7 } })
    await register(site)
    await site.set(...slots)
    const readOnly = await addRow(site, 'aaaa', 9)
    const away = await addRow(site, 'bbbb', 10)
    const there = await addRow(site, 'cccc', 11)
    const inFolder = await addRow(site, '', 12)
    // Files without a row, of days that no device keeps.
    for (const place of ['aaaa', 'bbbb', 'cccc'] as const) {
      const file = join(folderOf(place), belowOf(20))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'x')
    }
    machine.unmount('bbbb')
    clock.advance(2 * 3_600_000)
    await until(
      'what may go is gone',
      async () => {
        clock.advance(1_000)
        const rows = await site.rows()
        return !rows.includes(there) && !rows.includes(inFolder) && machine.files('cccc').length === 0
      },
      PATIENCE_MS,
    )
    // One more, so that a whole round has passed.
    const next = await addRow(site, 'cccc', 13)
    await until(
      'the next one is gone',
      async () => {
        clock.advance(1_000)
        return !(await site.rows()).includes(next)
      },
      PATIENCE_MS,
    )
    expect(await site.rows()).toEqual([away, readOnly])
    machine.mount('bbbb')
    expect([machine.files('aaaa'), machine.files('bbbb')]).toEqual([
      [belowOf(20), belowOf(9)],
      [belowOf(20), belowOf(10)],
    ])
  }, 150_000)

  it('[SET-079] the bytes on a read-only slot cost a device none of its other recordings', async () => {
    const clock = createManualClock(NOW_MS)
    const site = await machine.start({ clock, config: { recordingDays: 0, recordingGigabytes: 2 } })
    await register(site)
    await site.set(...slots)
    const left: string[] = []
    for (const age of [6, 5]) left.push(await addRow(site, 'aaaa', age, { bytes: 5e9 }))
    const tooMuch = await addRow(site, 'cccc', 4, { bytes: 1e9 })
    for (const age of [3, 2]) left.push(await addRow(site, 'cccc', age, { bytes: 1e9 }))
    clock.advance(2 * 3_600_000)
    await until(
      'the oldest that may go is gone',
      async () => {
        clock.advance(1_000)
        return !(await site.rows()).includes(tooMuch)
      },
      PATIENCE_MS,
    )
    // One more, so that a whole round has passed.
    const next = await addRow(site, 'cccc', 4, { bytes: 1e9 })
    clock.advance(3_700_000)
    await until(
      'the next one is gone',
      async () => {
        clock.advance(1_000)
        return !(await site.rows()).includes(next)
      },
      PATIENCE_MS,
    )
    expect(await site.rows()).toEqual(left)
  }, 150_000)

  it('[SET-079] a start forgets recordings whose files are gone, but not those on slots that are read-only or unmounted', async () => {
    const first = await machine.start()
    await register(first)
    await first.set(...slots)
    const stays = [
      await addRow(first, 'aaaa', 4, { hasFile: false }),
      await addRow(first, 'bbbb', 3, { hasFile: false }),
    ]
    const lost = await addRow(first, 'cccc', 2, { hasFile: false })
    await machine.stop()
    machine.unmount('bbbb')
    const second = await machine.start({ config: { recordingDays: 29_999 } })
    await until('the lost one is forgotten', async () => !(await second.rows()).includes(lost))
    expect(await second.rows()).toEqual(stays)
  }, 60_000)

  it('[SET-079] an index that is made again has what is on the slots that are there, and keeps the rows of those that are not', async () => {
    const first = await machine.start()
    await register(first)
    await first.set(...slots)
    const config = { recordingDays: 29_999 }
    const video = (place: DiskName | '', minute: number) => {
      const startMs = NOW_MS - DAY_MS + minute * 60_000
      const path = recordVideo(folderOf(place), { deviceId: VAN, channel: 1, startMs, seconds: 3 })
      return rowPath(place, path.slice(folderOf(place).length + 1))
    }
    const away = await addRow(first, 'bbbb', 3)
    const found = [video('', 1), video('aaaa', 2), video('cccc', 3)]
    const damaged = join(folderOf('aaaa'), belowOf(2))
    mkdirSync(dirname(damaged), { recursive: true })
    writeFileSync(damaged, 'no recording')
    await machine.stop()
    machine.unmount('bbbb')
    const second = await machine.start({ config, rebuildIndex: true })
    expect(await second.rows()).toEqual([away, ...found])
    // A slot that is not set any more is none that is there.
    await second.set('media1=aaaa,1')
    await machine.stop()
    const third = await machine.start({ config, rebuildIndex: true })
    expect(await third.rows()).toEqual([away, ...found])
    expect(readFileSync(damaged, 'utf8')).toBe('no recording')
  }, 60_000)

  it('[SET-079] recordings on a disk that is set as a slot, or mounted later, are entered into the index', async () => {
    const site = await machine.start({ config: { recordingDays: 29_999 } })
    await register(site)
    const startMs = NOW_MS - DAY_MS
    for (const [place, minute] of [
      ['aaaa', 1],
      ['bbbb', 2],
    ] as const) {
      recordVideo(folderOf(place), { deviceId: VAN, channel: 1, startMs: startMs + minute * 60_000, seconds: 3 })
    }
    machine.unmount('bbbb')
    await site.set('media1=aaaa,1', 'media2=bbbb,0')
    await until('the first slot is in the index', async () => (await site.rows()).length === 1)
    machine.mount('bbbb')
    await site.restart()
    await until('the second slot is in the index', async () => (await site.rows()).length === 2)
    expect((await site.rows()).map((path) => path.slice(0, 6))).toEqual(['@aaaa/', '@bbbb/'])
  }, 60_000)

  it('[SET-079] deleting all recordings of a device leaves those on slots that are read-only or unmounted, and says so', async () => {
    const site = await machine.start({ config: { recordingDays: 29_999 } })
    await register(site)
    await site.set(...slots)
    const stays = [await addRow(site, 'aaaa', 4), await addRow(site, 'bbbb', 3)]
    await addRow(site, 'cccc', 2)
    machine.unmount('bbbb')
    await site.restart()
    const { fields } = await site.link.request('D15', { A: VAN })
    expect(fields).toMatchObject({ R: '0' })
    expect(await site.rows()).toEqual(stays)
    expect([existsSync(join(folderOf('aaaa'), belowOf(4))), machine.files('cccc')]).toEqual([true, []])
  }, 60_000)
})
