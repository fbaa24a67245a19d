// The Events tab: what is fetched from devices, in which order, and what goes when a folder is too large.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customEventPath } from '@fleetglass/contract/footage'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { RecordedDevice } from '../../../test/devices/recorded-device.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const VAN = '13812345678'
const MB = 1024 ** 2
const NOW_MS = Date.UTC(2026, 8, 30, 12)

describe('the Events tab', () => {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  async function site(options: TestServerOptions = {}) {
    const server = await startTestServer(options)
    opened.push(() => server.close())
    const link = await server.login()
    await link.request('D01', { A: VAN, C: '1' })
    await link.close()
    return { server, settings: settingsOf(server) }
  }
  type Settings = Awaited<ReturnType<typeof site>>['settings']
  const save = async (settings: Settings, eventParams: object) =>
    expect(await settings.put('/gkserver/event', { eventParams })).toEqual(saved)

  it.each([
    ['0', 'the newest'],
    ['1', 'the oldest'],
  ])(
    '[SET-047] [SET-048] [SET-050] [SET-051] nothing is fetched while videoDownload is 0; then, with downloadOldfirst %s, %s is asked for first',
    async (downloadOldfirst) => {
      const { server, settings } = await site()
      await save(settings, { videoDownload: '0', downloadOldfirst })
      const dayS = Math.floor(Date.now() / 1000) - 86_400
      const starts = [dayS, dayS - 600, dayS + 600]
      for (const start of starts) {
        const wish = { deviceid: VAN, start, end: start + 20, downloadplan: 1, streamtype: 1, audioout: 0 }
        expect(await settings.post(customEventPath, wish)).toMatchObject({ hasError: false })
      }
      const device = await RecordedDevice.connect(server.ports.signalling, VAN, systemClock, {
        list: [],
        answer: () => [],
        video: () => null,
        endsByItself: true,
      })
      opened.push(() => device.close())
      // Twice as long as the server takes to look for work.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      expect(device.asked).toEqual([])
      await save(settings, { videoDownload: '1' })
      await until('all were asked for', () => new Set(device.asked.map(({ fromLocalS }) => fromLocalS)).size === 3)
      const order = [...new Set(device.asked.map(({ fromLocalS }) => fromLocalS))]
      const byTime = order.toSorted((a, b) => Number(a) - Number(b))
      expect(order).toEqual(downloadOldfirst === '1' ? byTime : byTime.reverse())
    },
  )

  it('[SET-049] [SET-052] event footage above its size loses the oldest until it fits; what is waiting stays', async () => {
    const clock = createManualClock(NOW_MS)
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-events-'))
    opened.push(async () => rmSync(data, { recursive: true }))
    const before = await startTestServer({ clock, data })
    await before.close()
    const folder = (id: number) => join(data, 'media', VAN, 'footage', String(id))
    await changeDatabase({ data }, (file) => {
      const add = file.prepare(`insert into footage_tasks
        (id, device_key, device_id, start_ms, end_ms, channels, main_channels, audio, way, user_name, created_ms, state, reason, finished, filled, bytes)
        values (?, 1, ?, 0, 1000, 1, 0, 0, 'stream', 'admin', ?, ?, '', 1, 1, ?)`)
      for (const id of [1, 2, 3, 4]) {
        add.run(id, VAN, NOW_MS - (5 - id) * 1000, id === 4 ? 'paused' : 'done', 4 * MB)
        mkdirSync(folder(id), { recursive: true })
        writeFileSync(join(folder(id), 'x'), 'x')
      }
    })
    const server = await startTestServer({ clock, data })
    opened.push(() => server.close())
    await save(settingsOf(server), { footagesize: '9M' })
    await until('the oldest are gone', () => {
      clock.advance(10_000)
      return !existsSync(folder(2))
    })
    expect([1, 2, 3, 4].map((id) => existsSync(folder(id)))).toEqual([false, false, true, true])
  })

  it.each([
    ['snapshots', 'snapsize'],
    ['sd-backup', 'sdsize'],
    ['auto-upload', 'autouploadsize'],
  ])(
    '[SET-052] the folder %s loses its oldest files when it exceeds %s, and nothing when there is no limit',
    async (name, field) => {
      const clock = createManualClock(NOW_MS)
      const { server, settings } = await site({ clock })
      const folder = join(server.data, name)
      for (const [at, path] of ['a/old', 'a/middle', 'b/new'].entries()) {
        const file = join(folder, path)
        mkdirSync(join(file, '..'), { recursive: true })
        writeFileSync(file, Buffer.alloc(MB))
        utimesSync(file, new Date(NOW_MS + at * 1000), new Date(NOW_MS + at * 1000))
      }
      const left = () =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
          .sort()
      clock.advance(120_000)
      expect(left()).toHaveLength(3)
      await save(settings, { [field]: '2M' })
      await until('the oldest is gone', () => {
        clock.advance(60_000)
        return left().length < 3
      })
      expect(left()).toEqual(['middle', 'new'])
    },
  )

  it('[SET-049] [API2-025] [API2-026] what is saved is what the next read answers; an empty size is no limit', async () => {
    const { settings } = await site()
    const unlimited = {
      videoDownload: '1',
      downloadOldfirst: '1',
      footagesize: '',
      snapsize: '',
      sdsize: '',
      autouploadsize: '',
    }
    expect(await settings.get('/gkserver/event')).toMatchObject({ eventParams: unlimited })
    await save(settings, { ...unlimited, footagesize: '100G' })
    expect(await settings.get('/gkserver/event')).toMatchObject({ eventParams: { ...unlimited, footagesize: '100G' } })
  })

  it.each(['videoDownload', 'downloadOldfirst'])(
    '[SET-047] [SET-048] %s is saved as the text 0 or 1, and nothing else is',
    async (field) => {
      const { settings } = await site()
      for (const value of ['0', '1']) {
        await save(settings, { [field]: value })
        expect(await settings.get('/gkserver/event')).toMatchObject({ eventParams: { [field]: value } })
      }
      for (const value of ['2', '', 0, true]) {
        const refused = await settings.put('/gkserver/event', { eventParams: { [field]: value } })
        expect({ value, refused }).toMatchObject({ refused: { code: 'invalid-field', parameters: { field } } })
      }
      expect(await settings.get('/gkserver/event')).toMatchObject({ eventParams: { [field]: '1' } })
    },
  )

  it.each(['10', '1.5G', '0M', '100GB', '-1G', '10g'])(
    '[SET-053] a size of %s is refused at its field',
    async (footagesize) => {
      const { settings } = await site()
      const refused = await settings.put('/gkserver/event', { eventParams: { footagesize } })
      expect(refused).toMatchObject({ hasError: true, code: 'invalid-field' })
      expect(refused.message).toContain('footagesize')
    },
  )
})
