// The tab Event Recover: what a simulated recorder recorded while it was offline, and what the server has of it afterwards.
import { eventQueryPath } from '@fleetglass/contract/events'
import { type FootageTask, footagePath } from '@fleetglass/contract/footage'
import { startFleet } from '@fleetglass/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, until } from '../../../test/harness.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const BUS = '13800138001'
/** Of the clock of server and recorder. */
const SPEED = 10
/** JT/T 808, table 24: stolen, illegal ignition, collision; with the numbers of the catalogue. */
const ALARMS = {
  stolen: { bits: 2 ** 26, code: 768 },
  ignition: { bits: 2 ** 27, code: 769 },
  movement: { bits: 2 ** 28, code: 770 },
}
/** How a recovered event says where it comes from. */
const RECOVERED = expect.stringContaining('Found in the recordings') as unknown as string
type Alarm = (typeof ALARMS)[keyof typeof ALARMS]

describe('the tab Event Recover', () => {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  async function site() {
    const clock = fastClock(SPEED, Date.now())
    const server = await startTestServer({ clock })
    opened.push(() => server.close())
    const link = await server.login()
    await link.request('D01', { A: BUS, C: '2' })
    await link.close()
    const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, channels: 2, intervalS: 5 }
    const fleet = await startFleet({ ...there, clock, firstTerminalId: BUS })
    opened.push(() => fleet.close())
    const [device] = fleet.devices
    if (device === undefined) throw new Error('no device')
    const settings = settingsOf(server)
    const passes = async (seconds: number) => {
      const endMs = clock.nowMs() + seconds * 1000
      await until(`${seconds} s have passed`, () => clock.nowMs() >= endMs)
    }
    const beginS = Math.floor(clock.nowMs() / 1000) - 60
    const nowS = () => Math.floor(clock.nowMs() / 1000)
    return {
      settings,
      device,
      passes,
      online: () => until('it is online', () => device.state === 'online'),
      async events() {
        const range = { deviceid: BUS, afterTime: beginS, beforeTime: nowS() + 60 }
        const rows = (await settings.post(eventQueryPath, range)) as unknown as {
          type: number
          appdevid: number
          late?: 1
          cmd: string
          memo: string
        }[]
        const codes = new Set(Object.values(ALARMS).map(({ code }) => code))
        return rows.filter(({ appdevid }) => codes.has(appdevid))
      },
      footage: async () => (await settings.get(footagePath)) as unknown as FootageTask[],
      /** The connection is lost, an alarm comes and goes, the connection is back. `isReported`: it also reports the alarm (0x0704). */
      async missed({ bits }: Alarm, isReported = false) {
        device.setFault('cutLink', true)
        await passes(10)
        device.setFault('alarmBits', bits)
        await passes(15)
        if (!isReported) device.setFault('alarmBits', 0)
        await passes(5)
        device.setFault('cutLink', false)
        await until('it is back', () => device.state === 'online')
        if (!isReported) return
        await passes(5)
        device.setFault('alarmBits', 0)
      },
    }
  }

  it('[SET-085] [SET-086] [SET-087] with 1 the alarm of a device that was offline is stored once as a late event, and its footage fetched; with 0 or nothing saved it is not', async () => {
    const { settings, online, missed, passes, events, footage } = await site()
    expect(await settings.get('/gkserver/cover')).toMatchObject({ enable: '' })
    await online()
    await passes(5)
    await missed(ALARMS.stolen)
    // As long as the server takes to ask, and more.
    await passes(30)
    expect(await settings.put('/gkserver/cover', { enable: '0' })).toEqual(saved)
    await missed(ALARMS.ignition)
    await passes(30)
    expect([await events(), await footage()]).toEqual([[], []])

    expect(await settings.put('/gkserver/cover', { enable: '1' })).toEqual(saved)
    await missed(ALARMS.movement)
    const [fetched] = await until('its footage is there', async () => {
      const all = await footage()
      return all.some(({ state }) => state === 'done') && all
    })
    expect(fetched).toMatchObject({ deviceid: BUS, channels: [1, 2], files: [1, 2], user: 'Event recover' })
    const recovered = [{ type: 1, appdevid: ALARMS.movement.code, late: 1, cmd: 'new', memo: RECOVERED }]
    expect(await events()).toMatchObject(recovered)

    // Offline again without an alarm: nothing is there twice.
    await missed({ bits: 0, code: 0 })
    await passes(30)
    expect(await events()).toMatchObject(recovered)
    expect(await footage()).toHaveLength(1)
  }, 120_000)

  it('[SET-086] an alarm that the device reports by itself is not stored again, and its footage is fetched', async () => {
    const { settings, online, missed, passes, events, footage } = await site()
    expect(await settings.put('/gkserver/cover', { enable: '1' })).toEqual(saved)
    await online()
    await passes(5)
    await missed(ALARMS.stolen, true)
    await until('its footage is there', async () => (await footage()).some(({ state }) => state === 'done'))
    const stored = await events()
    expect(stored.map(({ cmd }) => cmd)).toContain('new')
    expect(stored.map(({ memo }) => memo)).not.toContainEqual(RECOVERED)
    expect(await footage()).toHaveLength(1)
  }, 120_000)

  it.each(['2', 'yes', true])(
    '[SET-085] [API2-040] [API2-041] %j is refused, and what was saved stays',
    async (enable) => {
      const server = await startTestServer()
      opened.push(() => server.close())
      const settings = settingsOf(server)
      expect(await settings.put('/gkserver/cover', { enable: '0' })).toEqual(saved)
      expect(await settings.put('/gkserver/cover', { enable })).toMatchObject({ hasError: true, code: 'invalid-field' })
      expect(await settings.get('/gkserver/cover')).toMatchObject({ enable: '0' })
    },
  )
})
