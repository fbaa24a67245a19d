import { PlaybackCommand, PlaybackWay } from '@fleetglass/jt1078'
import { nalUnits } from '@fleetglass/media'
import { describe, expect, it } from 'vitest'
import type { MediaFrameSeen } from '../../test/platform.ts'
import { ID, useDevice } from './cameras.fixtures.ts'

const OFFSET_S = 8 * 3600

describe('recordings of the device', () => {
  const { start, platform, fleet } = useDevice()

  async function list(
    query: Partial<{
      channel: number
      fromLocalS: number | null
      toLocalS: number | null
      stream: number
      alarmBits: bigint
    }> = {},
  ) {
    const before = platform().signalling('recordingList').length
    const body = {
      channel: 1,
      fromLocalS: null,
      toLocalS: null,
      alarmBits: 0n,
      resource: 0,
      stream: 0,
      storage: 0,
      ...query,
    }
    const serial = platform().sendSignalling(ID, { name: 'listRecordings', body })
    const lists = await platform().until('a list came', () => {
      const all = platform().signalling('recordingList')
      return all.length > before && all
    })
    expect(lists.at(-1)!.replySerial).toBe(serial)
    return lists.at(-1)!.entries
  }

  const nowLocalS = (): number => Math.floor(Date.now() / 1000) + OFFSET_S

  function play(
    request: Partial<{
      channel: number
      fromLocalS: number | null
      toLocalS: number | null
      way: number
      speedCode: number
      resource: number
    }> = {},
  ) {
    const body = {
      host: '127.0.0.1',
      tcpPort: platform().mediaPort,
      udpPort: 0,
      channel: 1,
      resource: 0,
      stream: 0,
      storage: 0,
      way: PlaybackWay.normal as number,
      speedCode: 0,
      fromLocalS: nowLocalS() - 600,
      toLocalS: nowLocalS() - 590,
      ...request,
    }
    platform().sendSignalling(ID, { name: 'playbackRequest', body })
    return { fromS: body.fromLocalS! - OFFSET_S, toS: body.toLocalS! - OFFSET_S }
  }

  const video = (): MediaFrameSeen[] =>
    platform().frames.filter((frame) => frame.kind === 'video' && frame.channel === 1)

  it('marks the recordings of an alarm with its bits, and lists them alone when they are asked for', async () => {
    await start()
    const [device] = fleet().devices
    device?.setFault('alarmBits', 4)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    device?.setFault('alarmBits', 0)
    const entries = await list({ fromLocalS: nowLocalS() - 600 })
    const marked = entries.filter(({ alarmBits }) => alarmBits === 4n)
    expect(marked).toHaveLength(1)
    expect(entries.length).toBeGreaterThan(1)
    expect(await list({ alarmBits: 6n })).toEqual(marked)
    expect(await list({ alarmBits: 1n })).toEqual([])
  })

  it('are gone when the disk was formatted (0x8105, word 0xA1)', async () => {
    await start({ recordedHours: 6 })
    expect((await list()).length).toBeGreaterThan(0)
    platform().send(ID, { name: 'terminalControl', body: { command: 0xa1, parameters: '' } })
    await platform().until('it confirmed', () => platform().results(0x8105).length === 1)
    expect(platform().results(0x8105)).toEqual([0])
    expect(await list()).toEqual([])
  })

  it('are listed for the times the engine ran, in order, without overlap, up to now', async () => {
    // The second vehicle delivers and parks.
    await start({ vehicles: 2, recordedHours: 6 })
    const device = fleet().devices[1]!
    const body = { channel: 1, fromLocalS: null, toLocalS: null, alarmBits: 0n, resource: 0, stream: 0, storage: 0 }
    await platform().until('the second is online', () => device.state === 'online')
    platform().sendSignalling(device.terminalId, { name: 'listRecordings', body })
    const [{ entries } = { entries: [] }] = await platform().until('a list came', () => {
      const all = platform().signalling('recordingList')
      return all.length > 0 && all
    })
    expect(entries.length).toBeGreaterThan(36)
    let lastEnd = 0
    for (const entry of entries) {
      expect(entry.beginLocalS!).toBeGreaterThanOrEqual(lastEnd)
      expect(entry.endLocalS!).toBeGreaterThan(entry.beginLocalS!)
      expect(entry.endLocalS! - entry.beginLocalS!).toBeLessThanOrEqual(600)
      lastEnd = entry.endLocalS!
      const middleMs = ((entry.beginLocalS! + entry.endLocalS!) / 2 - OFFSET_S) * 1000
      expect(device.positionAt(middleMs).accOn).toBe(true)
    }
    for (let at = 1; at < entries.length; at++) {
      const gapS = entries[at]!.beginLocalS! - entries[at - 1]!.endLocalS!
      const middleMs = ((entries[at]!.beginLocalS! + entries[at - 1]!.endLocalS!) / 2 - OFFSET_S) * 1000
      if (gapS > 10) expect(device.positionAt(middleMs).accOn).toBe(false)
    }
  })

  it('can be asked by time, channel and stream', async () => {
    await start({ recordedHours: 2 })
    const all = await list({ channel: 0 })
    expect(new Set(all.map((entry) => entry.channel))).toEqual(new Set([1, 2, 3, 4]))
    const now = nowLocalS()
    const hour = await list({ fromLocalS: now - 3600, toLocalS: now - 1800 })
    expect(hour.length).toBeGreaterThanOrEqual(3)
    for (const entry of hour) expect(entry.endLocalS! > now - 3600 && entry.beginLocalS! < now - 1800).toBe(true)
    expect(await list({ stream: 2 })).toEqual([])
    expect(await list({ fromLocalS: now - 86_400, toLocalS: now - 40_000 })).toEqual([])
  })

  it('play with the times of the recording and end by themselves', async () => {
    await start()
    const askedMs = Date.now()
    const { fromS } = play({ fromLocalS: nowLocalS() - 600, toLocalS: nowLocalS() - 598 })
    await platform().until('it ended', () => platform().mediaEnded === 1)
    const frames = video()
    expect(frames[0]).toMatchObject({ keyFrame: true, timestampMs: fromS * 1000 })
    expect(frames).toHaveLength(30)
    expect(frames.at(-1)!.timestampMs).toBeLessThan((fromS + 2) * 1000)
    expect(platform().signalling('recordingList')[0]!.entries.length).toBeGreaterThan(0)
    // In the pace of the recording: the last of two seconds is not sent at once.
    expect(frames.at(-1)!.atMs - askedMs).toBeGreaterThan(1900)
    expect(platform().frames.some((frame) => frame.kind === 'audio')).toBe(true)
    expect(fleet().devices[0]!.playbackChannels).toEqual([])
  })

  it('play the same pictures for the same time each time', async () => {
    await start()
    const at = nowLocalS() - 300
    play({ fromLocalS: at, toLocalS: at + 1 })
    await platform().until('it ended', () => platform().mediaEnded === 1)
    play({ fromLocalS: at, toLocalS: at + 1 })
    await platform().until('it ended again', () => platform().mediaEnded === 2)
    const pictures = video().map((frame) => Buffer.from(nalUnits(frame.payload).at(-1)!).toString('base64'))
    expect(pictures.slice(0, 15)).toEqual(pictures.slice(15))
  })

  it('play faster, jump, and go backwards in key frames', async () => {
    await start()
    const from = nowLocalS() - 1200
    play({ fromLocalS: from, toLocalS: null, channel: 2 })
    await platform().until('the other channel plays', () => platform().frames.length > 0)
    play({ fromLocalS: from, toLocalS: null, way: PlaybackWay.fast, speedCode: 3 })
    await platform().until('frames came', () => video().length >= 60)
    // Four times as far as the channel beside it came since then.
    const fast = video()
    const beside = platform().frames.filter(({ channel, atMs }) => channel === 2 && atMs >= fast[0]!.atMs)
    const far = (frames: readonly MediaFrameSeen[]) => frames.at(-1)!.timestampMs - frames[0]!.timestampMs
    const rate = far(fast) / far(beside)
    expect(rate).toBeGreaterThan(2.5)
    expect(rate).toBeLessThan(6)
    control({ command: PlaybackCommand.goTo, positionLocalS: from + 600 })
    await platform().until('it jumped', () =>
      video().some((frame) => frame.timestampMs >= (from + 600 - OFFSET_S) * 1000),
    )
    const before = video().length
    control({ command: PlaybackCommand.keyFramesBackwards, speedCode: 4 })
    await platform().until('it answered', () => platform().results(0x9202).length === 2)
    await platform().until('it goes back', () => {
      const last = video()
        .slice(before)
        .filter((frame) => frame.keyFrame)
        .slice(-4)
      return (
        last.length === 4 &&
        last.every((frame, at) => at === 0 || frame.timestampMs === last[at - 1]!.timestampMs - 1000)
      )
    })
    control({ command: PlaybackCommand.end })
    await platform().until('it ended', () => platform().mediaEnded === 1)
    expect(platform().results(0x9202)).toEqual([0, 0, 0])
  })

  it('send key frames only at eight times, all at sixteen, and one frame when one is asked', async () => {
    await start()
    play({ fromLocalS: nowLocalS() - 900, toLocalS: nowLocalS() - 890, way: PlaybackWay.fast, speedCode: 4 })
    await platform().until('it ended', () => platform().mediaEnded === 1)
    expect(video()).toHaveLength(10)
    expect(video().every((frame) => frame.keyFrame)).toBe(true)
    play({ fromLocalS: nowLocalS() - 900, toLocalS: nowLocalS() - 890, way: PlaybackWay.fast, speedCode: 5 })
    await platform().until('it ended', () => platform().mediaEnded === 2)
    expect(video()).toHaveLength(10 + 10 * 15)
    play({ fromLocalS: nowLocalS() - 900, way: PlaybackWay.oneFrame })
    await platform().until('it ended', () => platform().mediaEnded === 3)
    expect(video()).toHaveLength(11 + 10 * 15)
  })

  it('answer an empty list and connect nowhere for a time without recordings', async () => {
    await start({ recordedHours: 1 })
    play({ fromLocalS: nowLocalS() - 7200, toLocalS: nowLocalS() - 7100 })
    const [answer] = await platform().until('it answered', () => {
      const lists = platform().signalling('recordingList')
      return lists.length > 0 && lists
    })
    expect(answer!.entries).toEqual([])
    expect(platform().mediaConnections).toBe(0)
  })

  function control(change: { command: number; speedCode?: number; positionLocalS?: number | null }): void {
    const body = { channel: 1, speedCode: 0, positionLocalS: null, ...change }
    platform().sendSignalling(ID, { name: 'playbackControl', body })
  }
})
