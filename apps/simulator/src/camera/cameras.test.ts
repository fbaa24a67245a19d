import { encodePackets, LiveCommand, PayloadType } from '@fleetglass/jt1078'
import { hasChipHeader, nalUnits, parseSps, readSendTime } from '@fleetglass/media'
import { describe, expect, it } from 'vitest'
import type { MediaFrameSeen } from '../../test/platform.ts'
import { ID, useDevice } from './cameras.fixtures.ts'
import { ClipLibrary } from './clip.ts'

describe('the shipped clips', () => {
  const library = new ClipLibrary()
  const all = [1, 2, 3, 4].flatMap((channel) => [
    { name: `channel ${channel} main`, clip: library.video(channel, 'main', 'h264'), size: [640, 360] },
    { name: `channel ${channel} sub`, clip: library.video(channel, 'sub', 'h264'), size: [320, 180] },
  ])
  for (const { name, clip, size } of [
    ...all,
    { name: 'H.265', clip: library.video(1, 'main', 'h265'), size: [640, 360] },
  ]) {
    it(`${name}: 20 s at 15 frames a second, a key frame each second with its parameter sets`, () => {
      expect(clip.frames).toHaveLength(300)
      clip.frames.forEach((frame, at) => {
        expect(frame.keyFrame).toBe(at % 15 === 0)
        expect(frame.sets.length > 0).toBe(frame.keyFrame)
        expect(nalUnits(frame.picture).length).toBeGreaterThan(0)
      })
      const sps = nalUnits(clip.frames[0]!.sets)[clip.codec === 'h264' ? 0 : 1]!
      const format = parseSps(clip.codec, sps)
      expect(format.ok && [format.value.width, format.value.height]).toEqual(size)
    })
  }

  it('begins again with the first view after the fourth', () => {
    expect(library.video(5, 'main', 'h264')).toBe(library.video(1, 'main', 'h264'))
  })
})

describe('live pictures', () => {
  const { start, platform, fleet } = useDevice()

  const video = (channel = 1): MediaFrameSeen[] =>
    platform().frames.filter((frame) => frame.kind === 'video' && frame.channel === channel)
  const audio = (): MediaFrameSeen[] => platform().frames.filter((frame) => frame.kind === 'audio')

  function live(
    request: Partial<{ channel: number; dataType: number; stream: number; udp: boolean; port: number }> = {},
  ) {
    const { channel = 1, dataType = 0, stream = 0, udp = false } = request
    const port = request.port ?? (udp ? platform().mediaUdpPort : platform().mediaPort)
    const ports = { tcpPort: udp ? 0 : port, udpPort: udp ? port : 0 }
    const body = { host: '127.0.0.1', ...ports, channel, dataType, stream }
    return platform().sendSignalling(ID, { name: 'liveRequest', body })
  }

  for (const udp of [false, true]) {
    it(`come at once over ${udp ? 'UDP' : 'TCP'}, from a key frame on, with sound, in the pace of a camera`, async () => {
      await start()
      live({ udp })
      await platform().until('twenty frames came', () => video().length >= 20 && audio().length >= 20)
      expect(platform().results(0x9101)).toEqual([0])
      const frames = video()
      expect(frames[0]).toMatchObject({ keyFrame: true, codec: PayloadType.h264, simRaw: '013800138001' })
      expect(frames.filter((frame) => frame.keyFrame).length).toBeGreaterThanOrEqual(2)
      expect(frames.some((frame) => frame.afterGap)).toBe(false)
      frames.slice(1).forEach((frame, at) => {
        expect(Math.abs(frame.timestampMs - frames[at]!.timestampMs - 1000 / 15)).toBeLessThanOrEqual(1)
      })
      expect(audio()[0]).toMatchObject({ codec: PayloadType.g711a })
      expect(audio()[0]!.payload).toHaveLength(320)
      expect(platform().mediaSkipped).toBe(0)
    })
  }

  it('carry the moment they were sent', async () => {
    await start()
    const askedMs = Date.now()
    live()
    await platform().until('frames came', () => video().length >= 10)
    const sentMs = video().map((frame) => readSendTime('h264', frame.payload) ?? 0)
    expect(sentMs[0]).toBeGreaterThanOrEqual(askedMs)
    expect(sentMs).toEqual(sentMs.toSorted((a, b) => a - b))
    // The tenth is due nine frames after the first, however late the first one was.
    expect(sentMs[9]! - askedMs).toBeGreaterThanOrEqual(590)
    for (const [at, frame] of video().entries()) expect(frame.atMs).toBeGreaterThanOrEqual(sentMs[at] ?? 0)
  })

  it('change between main and sub stream on one connection, from a key frame on', async () => {
    await start()
    live()
    await platform().until('the main stream came', () => video().length >= 5)
    control({ command: LiveCommand.changeStream, stream: 1 })
    const width = (frame: MediaFrameSeen): number => {
      const sps = parseSps('h264', nalUnits(frame.payload)[0]!)
      return sps.ok ? sps.value.width : 0
    }
    const small = await platform().until('a small key frame came', () =>
      video().find((frame) => frame.keyFrame && width(frame) === 320),
    )
    expect(video()[video().indexOf(small) - 1]!.timestampMs).toBeLessThan(small.timestampMs)
    expect(platform().mediaConnections).toBe(1)
  })

  it('pause, resume, lose their sound, and end on request', async () => {
    await start()
    live()
    await platform().until('frames came', () => video().length >= 3)
    control({ command: LiveCommand.pause })
    await platform().until('it answered', () => platform().results(0x9102).length === 1)
    const paused = platform().frames.length
    control({ command: LiveCommand.resume })
    await platform().until('frames come again', () => platform().frames.length > paused + 5)
    control({ command: LiveCommand.close, closes: 1 })
    await platform().until('it answered', () => platform().results(0x9102).length === 3)
    // A sound comes with every second or third picture.
    await platform().until('pictures go on without a sound', () => {
      const last = platform().frames.slice(-20)
      return last.length === 20 && last.every((frame) => frame.kind === 'video')
    })
    control({ command: LiveCommand.close, closes: 0 })
    await platform().until('the connection ended', () => platform().mediaEnded === 1)
    expect(fleet().devices[0]!.liveChannels).toEqual([])
    expect(platform().results(0x9102)).toEqual([0, 0, 0, 0])
  })

  it('several channels have a connection each; a second request replaces the first', async () => {
    await start()
    live({ channel: 1 })
    live({ channel: 2 })
    await platform().until('both came', () => video(1).length > 2 && video(2).length > 2)
    expect(fleet().devices[0]!.liveChannels).toEqual([1, 2])
    live({ channel: 2 })
    await platform().until(
      'the older connection ended',
      () => platform().mediaConnections === 3 && platform().mediaEnded === 1,
    )
    expect(fleet().devices[0]!.liveChannels).toEqual([1, 2])
  })

  it('main and sub stream run side by side, and 0x9102 ends the one it names', async () => {
    await start()
    live({ stream: 0 })
    await platform().until('the main stream came', () => video().length > 2)
    live({ stream: 1 })
    await platform().until('the sub stream came beside it', () => platform().mediaConnections === 2)
    expect(platform().mediaEnded).toBe(0)
    control({ command: LiveCommand.close, stream: 1 })
    await platform().until('one connection ended', () => platform().mediaEnded === 1)
    const before = video().length
    await platform().until('the main stream goes on', () => video().length > before + 5)
    // The only one left is meant, whatever the message names.
    control({ command: LiveCommand.close, stream: 1 })
    await platform().until('the other one ended too', () => platform().mediaEnded === 2)
    expect(fleet().devices[0]!.liveChannels).toEqual([])
  })

  it('are refused for a channel that is not there', async () => {
    await start()
    live({ channel: 5 })
    await platform().until('it answered', () => platform().results(0x9101).length === 1)
    expect(platform().results(0x9101)).toEqual([1])
  })

  it('are not supported by a device without cameras', async () => {
    await start({ positionsOnly: true })
    live()
    platform().sendSignalling(ID, { name: 'askCodecAbilities', body: {} })
    await platform().until('it answered', () => platform().results(0x9003).length === 1)
    expect(platform().results(0x9101)).toEqual([3])
    expect(platform().results(0x9003)).toEqual([3])
  })

  it('end when the platform closes the connection', async () => {
    const device = await start()
    live()
    await platform().until('frames came', () => video().length >= 3)
    platform().hangUpMedia()
    await platform().until('the channel ended', () => device.liveChannels.length === 0)
    expect(platform().mediaConnections).toBe(1)
  })

  it('are given up after three tries where nobody listens', async () => {
    const device = await start()
    live({ port: 1 })
    await platform().until('it began', () => device.liveChannels.length === 1)
    await platform().until('it gave up', () => device.liveChannels.length === 0)
  })

  it('talk goes both ways', async () => {
    const device = await start()
    live({ dataType: 2 })
    await platform().until('the sound of the driver arrives', () => audio().length >= 5)
    expect(video()).toEqual([])
    const payload = new Uint8Array(320)
    const simRaw = Buffer.from('013800138001', 'hex')
    const frame = { simRaw, channel: 1, payloadType: PayloadType.g711a, dataType: 3, timestampMs: 0, payload }
    for (const packet of encodePackets({ ...frame, firstSerial: 0 })) platform().sendMedia(packet)
    await platform().until('the device received it', () => device.media.received === 1)
    expect(device.speaker).toMatchObject({ packets: 1, codec: PayloadType.g711a })
    control({ command: LiveCommand.closeTalk })
    await platform().until('it ended', () => platform().mediaEnded === 1)
    expect(device.streams).toBe(0)
  })

  it('a talk is a line of its own beside the camera of its channel; in a broadcast the device says nothing', async () => {
    const device = await start()
    live()
    await platform().until('frames came', () => video().length >= 3)
    live({ dataType: 4 })
    await platform().until('there are two lines', () => device.streams === 2 && platform().mediaConnections === 2)
    control({ command: LiveCommand.closeTalk })
    await platform().until('one ended', () => platform().mediaEnded === 1)
    const pictures = video().length
    await platform().until('pictures go on', () => video().length > pictures)
    device.setFault('refusesTalk', true)
    live({ dataType: 2 })
    await platform().until('it answered', () => platform().results(0x9101).length === 3)
    expect(platform().results(0x9101)).toEqual([0, 0, 1])
  })

  it('name the codecs they use', async () => {
    await start({ audio: 'g726', video: 'h265' })
    platform().sendSignalling(ID, { name: 'askCodecAbilities', body: {} })
    const [abilities] = await platform().until('it answered', () => {
      const answers = platform().signalling('codecAbilities')
      return answers.length > 0 && answers
    })
    expect(abilities).toMatchObject({ audioCodec: 8, audioFrameBytes: 160, videoCodec: 99, maxVideoChannels: 4 })
    live()
    await platform().until('both codecs came', () => audio().length > 0 && video().length > 0)
    expect(video()[0]!.codec).toBe(PayloadType.h265)
    expect(audio()[0]!.codec).toBe(PayloadType.g726)
  })

  it('show the faults of real recorders: H.265, long SIM, chip header, sets only once, lost packets', async () => {
    const device = await start()
    device.setFault('sim10', true)
    device.setFault('chipHeader', true)
    device.setFault('setsOnce', true)
    device.setFault('h265', true)
    live()
    await platform().until('two key frames came', () => video().filter((frame) => frame.keyFrame).length >= 2)
    const keys = video().filter((frame) => frame.keyFrame)
    expect(keys[0]!.codec).toBe(PayloadType.h265)
    expect(nalUnits(keys[0]!.payload).length).toBeGreaterThan(nalUnits(keys[1]!.payload).length)
    expect(keys[0]!.simRaw).toBe('00000000013800138001')
    expect(hasChipHeader(audio()[0]!.payload)).toBe(true)
    device.setFault('lostPackets', 0.3)
    await platform().until('gaps show', () => platform().frames.some((frame) => frame.afterGap))
  })

  it('carry the SIM of ten bytes of a 2019 terminal', async () => {
    await start({ generation: '2019' })
    live()
    await platform().until('frames came', () => video().length > 2)
    expect(video()[0]!.simRaw).toBe('00000000013800138001')
  })

  it('cameras obey their commands', async () => {
    await start()
    platform().sendSignalling(ID, { name: 'cameraTurn', body: { channel: 1, direction: 1, speed: 9 } })
    platform().sendSignalling(ID, { name: 'cameraZoom', body: { channel: 7, direction: 1 } })
    await platform().until('both were answered', () => platform().results(0x9306).length === 1)
    expect([platform().results(0x9301), platform().results(0x9306)]).toEqual([[0], [1]])
    // What was refused moved nothing.
    expect(fleet().devices[0]?.cameraOrders).toEqual([
      { name: 'cameraTurn', body: { channel: 1, direction: 1, speed: 9 } },
    ])
  })

  function control(change: { command: number; closes?: number; stream?: number }): void {
    const body = { channel: 1, closes: 0, stream: 0, ...change }
    platform().sendSignalling(ID, { name: 'liveControl', body })
  }
})
