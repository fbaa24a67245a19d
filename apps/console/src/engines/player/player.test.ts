// @vitest-environment happy-dom
import { MediaCodec, type StartupTrace } from '@fleetglass/contract/streams'
import { until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { mostCanvases } from './picture/canvas-places.ts'
import {
  bytes,
  clock,
  hash,
  host,
  keyFrame,
  live,
  media,
  otherFrame,
  places,
  play,
  playback,
  player,
  playing,
  server,
  setUpPlayer,
  sockets,
  startCode,
  video,
} from './player.fixtures.ts'

setUpPlayer()

const fromHex = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
// Main profile, 640 by 360.
const h265Sets = [
  '40010c01ffff01600000030090000003000003003f928090',
  '42010101600000030090000003000003003fa0050201696592a4932b9a020000030002000003001e10',
  '4401c172b46240',
].map(fromHex)
const h265KeyFrame = bytes(...h265Sets.flatMap((set) => [...startCode, ...set]), ...startCode, 0x28, 0x01, 0xaf, 0x15)

describe('the address of a stream', () => {
  it('[STRM-02] [STRM-03] a live stream carries device, channel, user and the hash', () => {
    const url = new URL(play(live).url)
    expect(url.origin + url.pathname).toBe('ws://recorder.test:8900/ws.cgi')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      deviceid: 'V1',
      channel: '2',
      main: '1',
      user: 'anna',
      password: hash,
    })
  })

  it('[ERR0-05] is not written to the log by a browser that closes while it connects: the socket is closed once it is open', () => {
    const socket = play(live)
    socket.readyState = 0
    player.close()
    expect(socket.closed).toBe(false)
    socket.readyState = 1
    socket.open()
    expect([socket.closed, sockets.length]).toEqual([true, 1])
  })

  it('[STRM-40] a stream of a page on https is requested by wss', () => {
    const socket = play(live, 'main', { ...server, secure: true })
    expect(new URL(socket.url).origin).toBe('wss://recorder.test:8900')
  })

  it('[STRM-07] a playback carries type, stream id and begin beside them', () => {
    const { searchParams } = new URL(play(playback).url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      type: 'lopb',
      streamid: '77',
      spbtime: '5000',
      channel: '2',
    })
  })
})

describe('a live tile', () => {
  it('waits for a key frame, then plays and shows how old its picture is', async () => {
    const socket = play(live)
    socket.open()
    socket.receive(media(otherFrame))
    expect(player.view().state.kind).toBe('waiting')
    socket.receive(media(keyFrame, { timestampMs: clock.nowMs() - 40 }))
    await until('it plays', () => player.view().state.kind === 'playing')
    clock.advance(500)
    expect(player.view().statistics).toMatchObject({
      codec: 'H.264 avc1.42000A',
      width: 352,
      delayMs: 40,
      way: 'decoder',
    })
  })

  it('[STRM-21] drops a message that is too short or begins wrong', async () => {
    const socket = await playing()
    const wrong = new Uint8Array(media(otherFrame))
    wrong[0] = 0x55
    const before = video.decoded.length
    socket.receive(wrong.buffer)
    socket.receive(new Uint8Array(23).buffer)
    socket.receive('{"type":"unheard of"}')
    expect(video.decoded.length).toBe(before)
    socket.receive(media(otherFrame))
    expect(video.decoded.length).toBe(before + 1)
  })

  it('[LIVE-35] [LIVE-36] [LIVE-37] [LIVE-52] a silent stream no longer plays after 5 s, and is then reconnected: the old socket is closed, the last picture stays', async () => {
    const socket = await playing()
    const picture = host.querySelector('canvas')
    expect(picture).not.toBeNull()
    clock.advance(5_000)
    expect(player.view().state.kind).toBe('playing')
    clock.advance(500)
    expect(player.view().state.kind).toBe('stalled')
    clock.advance(5_000)
    expect(sockets).toHaveLength(1)
    clock.advance(5_000)
    expect(sockets).toHaveLength(2)
    expect(socket.closed).toBe(true)
    expect(player.view().state.kind).toBe('connecting')
    expect(player.view().statistics.way).toBe('decoder')
    expect(host.querySelector('canvas')).toBe(picture)
    clock.advance(14_000)
    expect(sockets).toHaveLength(2)
  })

  it('[STRM-26] [STRM-27] stays with the answer of the server when another request would not help', async () => {
    const socket = play(live)
    socket.open()
    socket.say({ type: 'error', code: 4403, message: 'permission denied' })
    socket.drop(4403)
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    expect(player.view().state).toEqual({ kind: 'not-allowed', reason: 'permission denied' })
  })

  it('[LIVE-40] gets a new picture when drawing fails, and goes on with the next key frame', async () => {
    const socket = await playing()
    video.breakDrawing = true
    socket.receive(media(otherFrame))
    expect(video.decoders).toBe(1)
    socket.receive(media(keyFrame))
    await until('another decoder draws', () => video.decoders === 2)
    clock.advance(500)
    expect(player.view().state.kind).toBe('playing')
  })

  it('decodes nothing while it is hidden, and goes on from the last key frame when it is shown', async () => {
    const socket = await playing()
    player.setVisible(false)
    const before = video.decoded.length
    for (const frame of [otherFrame, keyFrame, otherFrame, otherFrame]) socket.receive(media(frame))
    expect(video.decoded.length).toBe(before)
    player.setVisible(true)
    expect(video.decoded.slice(before).map(({ type }) => type)).toEqual(['key', 'delta', 'delta'])
  })

  it('drops to the next key frame when it falls behind, and shows it', async () => {
    const socket = await playing()
    video.stuck = true
    for (let frame = 0; frame < 200; frame += 1) socket.receive(media(otherFrame))
    const given = video.decoded.length
    expect(given).toBeLessThan(100)
    clock.advance(500)
    expect(player.view().catchingUp).toBe(true)
    expect(player.view().statistics.skippedFrames).toBeGreaterThan(100)
    video.stuck = false
    socket.receive(media(keyFrame))
    socket.receive(media(otherFrame))
    expect(video.decoded.slice(given).map(({ type }) => type)).toEqual(['key', 'delta'])
  })

  it('shows that the browser cannot play a codec, and requests no more of it', async () => {
    video.unsupported = /^avc1[.]42/
    const socket = play(live)
    socket.open()
    socket.receive(media(bytes(...startCode, 0x67, 0x42, 0x00, 0x0b, 0xf8, 0x41, 0xa2, ...keyFrame.slice(11))))
    await until('it is told', () => player.view().state.kind === 'undecodable')
    expect(socket.closed).toBe(true)
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('what a browser cannot do', () => {
  it('requests H.264 where it has no decoder for H.265, and names what it shows', async () => {
    video.unsupported = /^h(vc|ev)1/
    const socket = play(live)
    socket.open()
    socket.receive(media(h265KeyFrame, { codec: MediaCodec.h265 }))
    await until('it asks again', () => sockets.length === 2)
    expect([socket.closed, new URL(sockets[1]!.url).searchParams.get('codec')]).toEqual([true, 'h264'])
    sockets[1]!.open()
    const info = { type: 'info', deviceid: 'V1', channels: [2], video: 98, audio: 0, sampleRate: 8000 }
    sockets[1]!.say({ ...info, transcodedFrom: MediaCodec.h265 })
    sockets[1]!.receive(media(keyFrame))
    await until('it plays', () => player.view().state.kind === 'playing')
    expect(player.view()).toMatchObject({ transcoded: true, deviceId: 'V1' })
    // A server that sends H.265 all the same is not asked for ever.
    sockets[1]!.receive(media(h265KeyFrame, { codec: MediaCodec.h265 }))
    await until('it is told', () => player.view().state.kind === 'undecodable')
    expect(sockets).toHaveLength(2)
  })

  it('shows that the server is busy, and why, and tries again', () => {
    const socket = play(live)
    socket.open()
    socket.say({ type: 'error', code: 4429, message: 'four streams are converted already' })
    socket.drop(4429)
    expect(player.view().state).toMatchObject({ kind: 'busy', reason: 'four streams are converted already' })
    clock.advance(15_500)
    expect(sockets).toHaveLength(2)
  })

  it('a stream of damaged pictures is decoded anew at each key frame, for as long as it takes', async () => {
    const socket = await playing()
    for (let time = 1; time <= 5; time += 1) {
      video.breakDrawing = true
      socket.receive(media(keyFrame))
      socket.receive(media(otherFrame))
      await until('it broke', () => !video.breakDrawing)
    }
    clock.advance(500)
    expect(player.view().damaged).toBe(true)
    expect(player.view().statistics.damages).toBe(5)
    video.breakDrawing = false
    socket.receive(media(keyFrame))
    await until('it draws', () => host.children.length === 1)
    clock.advance(4_000)
    socket.receive(media(otherFrame))
    clock.advance(500)
    expect([player.view().damaged, player.view().state.kind]).toEqual([false, 'playing'])
  })

  it('beyond nine canvases a page draws by generated tracks', async () => {
    for (let taken = 0; taken < mostCanvases; taken += 1) places.take()
    await playing()
    clock.advance(500)
    expect([player.view().statistics.way, host.firstElementChild?.tagName]).toEqual(['track', 'VIDEO'])
    player.close()
    places.giveBack()
    sockets.length = 0
    await playing()
    clock.advance(500)
    expect([player.view().statistics.way, host.lastElementChild?.tagName]).toEqual(['decoder', 'CANVAS'])
  })
})

describe('why there is no picture', () => {
  const startupTrace: StartupTrace = {
    type: 'ladder',
    deviceid: 'V1',
    channel: 2,
    main: 1,
    attempt: 0,
    evidence: [],
    failed: null,
    steps: [{ step: 'asked', atMs: 1_000, fact: '10.0.0.1:7078' }],
    waitsFor: 'acknowledged',
  }

  it('shows the steps that the server reports, and adds the first picture', async () => {
    const socket = play(live)
    socket.open()
    socket.say(startupTrace)
    expect(player.view()).toMatchObject({ startupTrace, firstPicture: null })
    socket.receive(media(keyFrame))
    await until('it plays', () => player.view().state.kind === 'playing')
    expect(player.view().firstPicture).toEqual({ atMs: clock.nowMs(), afterMs: 0 })
    clock.advance(700)
    socket.say({ ...startupTrace, steps: [{ step: 'asked', atMs: 1_600 }], attempt: 1 })
    expect(player.view().firstPicture).toBeNull()
    socket.receive(media(otherFrame))
    clock.advance(500)
    expect(player.view().firstPicture).toEqual({ atMs: clock.nowMs() - 500, afterMs: 700 })
  })
})
