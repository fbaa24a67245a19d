// Recorders that deliver late, partly, nothing or something else, and what the event says of it.
import { digitsToBcd } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { isKeyFrame } from '@fleetglass/media'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestVideo } from '../../../test/devices/camera-device.ts'
import { clipPictures } from '../../../test/devices/clip-video.ts'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { type Recorded, RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { errorCode } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { BUS, eventsOf, hasFile, type MediaRow, mediaOf, STOLEN, savePlan } from './event-fetch.fixtures.ts'

/** Clear weather: the ignition is off, the position is valid. */
const PARKED = 0b10
const DRIVING = 0b11
const PICTURES_PER_S = 15

/** Video whose stamps are the time of the recording, as many devices send it. */
function stampedVideo(channel: number, fromMs: number, lengthS: number): TestVideo {
  const pictures = clipPictures('road-sub')
  const simRaw = digitsToBcd(BUS.padStart(12, '0'))
  let firstSerial = 0
  const packets = Array.from({ length: lengthS * PICTURES_PER_S }, (_, at) => {
    const payload = pictures[at % pictures.length] as Uint8Array
    const atMs = Math.round((at * 1000) / PICTURES_PER_S)
    const dataType: number = isKeyFrame('h264', payload) ? DataType.I : DataType.P
    const frame = { payloadType: PayloadType.h264 as number, dataType, payload }
    const cut = encodePackets({ ...frame, simRaw, channel, timestampMs: fromMs + atMs, firstSerial })
    firstSerial = (firstSerial + cut.length) & 0xffff
    return cut.map((bytes) => ({ bytes, atMs }))
  }).flat()
  return { packets, lengthMs: lengthS * 1000 }
}

describe('a recorder that is asked for footage of an event', () => {
  const opened: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  async function start(behaviour: Partial<Recorded> = {}) {
    const clock = fastClock(20, Date.now())
    const server: TestServer = await startTestServer({ clock })
    opened.push(() => server.close())
    const link = await server.login()
    await link.request('D01', { A: BUS, C: '2' })
    await link.close()
    const device: RecordedDevice = await RecordedDevice.connect(server.ports.signalling, BUS, clock, {
      list: [],
      endsByItself: true,
      answer: ({ fromLocalS, toLocalS, channel }) => [
        recording((fromLocalS ?? 0) - 8 * 3600, (toLocalS ?? 0) - 8 * 3600, { channel }),
      ],
      video: (channel) => stampedVideo(channel, askedMs(device, channel), 10),
      ...behaviour,
    })
    const beating = clock.every(20_000, () => device.signalling.send({ name: 'heartbeat', body: {} }))
    opened.push(async () => {
      beating.cancel()
      await device.close()
    })
    const nowS = () => Math.floor(clock.nowMs() / 1000)
    const reports = (timeS: number, statusBits: number, alarmBits = 0) => {
      const message = positionMessage(timeS, { statusBits })
      device.signalling.send({ ...message, body: { ...message.body, alarmBits } })
    }
    return {
      server,
      device,
      nowS,
      reports,
      async passes(seconds: number) {
        const endMs = clock.nowMs() + seconds * 1000
        await until(`${seconds} s have passed`, () => clock.nowMs() >= endMs)
      },
      /** Resolves with the number of the event. */
      async alarm(timeS = nowS(), statusBits = DRIVING): Promise<number> {
        const before = eventsOf(server, STOLEN.code).length
        reports(timeS, statusBits, STOLEN.bits)
        const event = await until('the event is stored', () => eventsOf(server, STOLEN.code)[before])
        reports(timeS + 1, statusBits)
        return event.id
      },
      over: (serial: number) =>
        until(
          'its media are over',
          () => {
            const media = mediaOf(server, serial)
            const isOver = media.length > 0 && media.every(({ state }) => state === 'done' || state === 'failed')
            return isOver && media
          },
          60_000,
        ),
    }
  }

  it('[PLAN-49] with ACC-off only the fetch waits while the ignition is on, and begins when it goes off', async () => {
    const { server, device, alarm, passes, reports, nowS, over } = await start()
    await savePlan(server, { accoffonly: 1 })
    const id = await alarm()
    await passes(20)
    expect(mediaOf(server, id).map(standing)).toEqual(['footage 1 waiting '])
    expect(device.asked).toEqual([])
    reports(nowS(), PARKED)
    expect((await over(id)).map(standing)).toEqual(['footage 1 done '])
    expect(device.asked).toHaveLength(1)
  }, 60_000)

  it('[PLAN-49] a fetch that runs when the ignition goes on is held, and goes on when it is off again', async () => {
    const line = { endsByItself: false }
    const { server, device, alarm, reports, nowS, over } = await start(line)
    await savePlan(server, { accoffonly: 1, postoffset: 60 })
    const id = await alarm(undefined, PARKED)
    await until('it is requested', () => device.asked.length === 1)
    reports(nowS(), DRIVING)
    await until('it is held', () => mediaOf(server, id).some(({ reason }) => reason === errorCode('ignition-on')))
    device.behaviour.endsByItself = true
    reports(nowS(), PARKED)
    expect((await over(id)).map(standing)).toEqual(['footage 1 done '])
    expect(device.asked.length).toBeGreaterThan(1)
  }, 60_000)

  it('[PLAN-42] a device that has nothing of the time is asked three times, then the event says so', async () => {
    const { server, device, alarm, over } = await start({ answer: () => [] })
    await savePlan(server)
    const media = await over(await alarm())
    expect(media.map(standing)).toEqual(['footage 1 failed device-recorded-nothing'])
    expect(media[0]?.tries).toBe(3)
    expect(device.asked).toHaveLength(3)
  }, 120_000)

  it('[PLAN-42] footage of another time, or of another channel, is not taken for that of the event', async () => {
    const { server, device, alarm, over } = await start()
    await savePlan(server)
    device.behaviour.video = (channel) => stampedVideo(channel, askedMs(device, channel) - 50_000, 10)
    expect((await over(await alarm())).map(standing)).toEqual([
      `footage 1 failed ${errorCode('event-footage-wrong-time')}`,
    ])
    device.behaviour.video = () => stampedVideo(2, askedMs(device, 1), 10)
    expect((await over(await alarm())).map(standing)).toEqual([`footage 1 failed ${errorCode('event-footage-failed')}`])
  }, 200_000)

  it('[PLAN-42] what is shorter than the plan wants is stored, with its own begin and end and the reason', async () => {
    const { server, device, alarm, over } = await start()
    await savePlan(server, { preoffset: 5, postoffset: 30 })
    device.behaviour.answer = ({ fromLocalS, channel }) =>
      device.asked.length > 1
        ? []
        : [recording((fromLocalS ?? 0) - 8 * 3600, (fromLocalS ?? 0) - 8 * 3600 + 10, { channel })]
    const [one] = (await over(await alarm())) as [MediaRow]
    expect(standing(one)).toBe(`footage 1 done ${errorCode('event-footage-partial')}`)
    expect((one.end_s ?? 0) - (one.start_s ?? 0)).toBeLessThan(13)
    expect(hasFile(server, one)).toBe(true)
  }, 60_000)

  it('[PLAN-45] a camera that takes no picture, or sends something else, is asked three times, then the event says so', async () => {
    const { server, device, alarm, over } = await start()
    await savePlan(server, { mediatype: 4 })
    const obeying = setInterval(() => {
      const { received } = device.signalling
      const at = received.findIndex(({ message }) => message.name === 'shot')
      const [shot] = at === -1 ? [] : received.splice(at, 1)
      if (shot === undefined) return
      const picture = { kind: 0, format: 0, event: 0, channel: 1, data: Uint8Array.of(1, 2, 3) }
      device.signalling.send({ name: 'mediaData', body: { id: 7, ...picture } })
    }, 5)
    opened.push(async () => clearInterval(obeying))
    const media = await over(await alarm())
    expect(media.map(standing)).toEqual([`snapshot 1 failed ${errorCode('event-snapshot-failed')}`])
    expect(media[0]?.tries).toBe(3)
  }, 120_000)

  it('[PLAN-42] an event of a device whose clock is ahead is fetched when its time has come', async () => {
    const { server, device, alarm, nowS, over } = await start()
    await savePlan(server)
    const eventS = nowS() + 120
    const id = await alarm(eventS)
    expect(device.asked).toEqual([])
    expect((await over(id)).map(standing)).toEqual(['footage 1 done '])
    expect(nowS()).toBeGreaterThan(eventS)
  }, 60_000)
})

const standing = ({ kind, channel, state, reason }: MediaRow): string => `${kind} ${channel} ${state} ${reason}`

/** Unix ms that the device was asked from. */
function askedMs(device: RecordedDevice, channel: number): number {
  const asked = device.asked.findLast((one) => one.channel === channel)
  return ((asked?.fromLocalS ?? 0) - 8 * 3600) * 1000
}
