// @vitest-environment happy-dom
import { playbackSpeeds } from '@fleetglass/contract/playback'
import { MediaCodec } from '@fleetglass/contract/streams'
import { until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import {
  clock,
  heard,
  host,
  keyFrame,
  live,
  media,
  otherFrame,
  play,
  playback,
  player,
  playing,
  setUpPlayer,
  sockets,
  video,
} from './player.fixtures.ts'

setUpPlayer()

describe('main and sub stream', () => {
  /** Another level: another codec string, and so another decoder. */
  const largeKeyFrame = Uint8Array.from(keyFrame, (byte, at) => (at === 7 ? 0x0c : byte))
  const pictures = () => [...host.children].map((one) => one.className)

  it('requests the stream of its size, and for the other one on the same socket', () => {
    const socket = play(live, 'sub')
    expect(new URL(socket.url).searchParams.get('main')).toBe('0')
    socket.open()
    player.setStream('main')
    player.setStream('main')
    expect(socket.sent).toEqual(['{"cmd":"main","value":1}'])
    player.retry()
    expect(new URL(sockets[1]!.url).searchParams.get('main')).toBe('1')
  })

  it('sends what changed while the socket was opening', () => {
    const socket = play(live, 'sub')
    socket.readyState = 0
    player.setStream('main')
    expect(socket.sent).toEqual([])
    socket.readyState = 1
    socket.open()
    expect(socket.sent).toEqual(['{"cmd":"main","value":1}'])
  })

  it('keeps the old picture until the first one of the other stream is drawn: no black moment', async () => {
    const socket = play(live, 'sub')
    socket.open()
    socket.receive(media(keyFrame, { mainStream: false }))
    await until('it plays', () => player.view().state.kind === 'playing')
    clock.advance(500)
    expect(player.view().stream).toBe('sub')
    const before = host.firstElementChild
    player.setStream('main')
    video.stuck = true
    socket.receive(media(largeKeyFrame))
    await until('the other decoder is there', () => host.children.length === 2)
    expect(host.firstElementChild).toBe(before)
    expect(pictures()).toEqual(['tile-picture tile-picture-leaving', 'tile-picture'])
    expect(player.view().stream).toBe('sub')
    video.stuck = false
    socket.receive(media(otherFrame))
    expect(pictures()).toEqual(['tile-picture'])
    expect(host.firstElementChild).not.toBe(before)
    clock.advance(500)
    expect(player.view().stream).toBe('main')
  })
})

describe('the sound of a tile', () => {
  const frame = (timestampMs: number) =>
    media(new Uint8Array(320).fill(0xd5), { kind: 'audio', codec: MediaCodec.g711a, timestampMs })

  it('is silent until it is switched on', async () => {
    const socket = await playing()
    socket.receive(frame(0))
    expect(heard).toEqual([])
    player.setSound({ on: true, level: 5 })
    socket.receive(frame(40))
    expect(heard).toEqual([320])
  })

  it('[LOPB-45] plays at speed 1 and at no other speed', async () => {
    const socket = await playing(playback)
    player.setSound({ on: true, level: 5 })
    const backwards = playbackSpeeds.filter((speed) => speed !== 0).map((speed) => -speed)
    const audible = [...playbackSpeeds, ...backwards].filter((speed, at) => {
      const before = heard.length
      player.setSpeed(speed)
      socket.receive(frame(at * 40))
      return heard.length > before
    })
    expect(audible).toEqual([1])
  })
})

describe('a playback tile', () => {
  it('[STRM-28] sends its speed on the open stream', async () => {
    const socket = await playing(playback)
    player.setSpeed(4)
    player.setSpeed(0)
    expect(socket.sent.map((text) => JSON.parse(text))).toEqual([
      { cmd: 'speed', value: 4 },
      { cmd: 'speed', value: 0 },
    ])
  })

  it('[LOPB-31] opens another time as a new stream with a new id', async () => {
    const socket = await playing(playback)
    player.open({ ...playback, startS: 9_000, streamId: 78 })
    expect(socket.closed).toBe(true)
    const { searchParams } = new URL(sockets[1]!.url)
    expect([searchParams.get('spbtime'), searchParams.get('streamid')]).toEqual(['9000', '78'])
  })

  it('goes on where its picture stood after the connection was lost', async () => {
    const socket = await playing(playback)
    socket.receive(media(otherFrame, { timestampMs: 5_033_400 }))
    socket.drop(1006)
    expect(player.view().state.kind).toBe('lost')
    clock.advance(15_500)
    expect(new URL(sockets[1]!.url).searchParams.get('spbtime')).toBe('5033')
  })

  it('[STRM-25] a paused one lives on pings, and resumes', async () => {
    const socket = await playing(playback)
    socket.say({ type: 'state', state: 'paused' })
    for (let ping = 0; ping < 10; ping += 1) {
      clock.advance(4_000)
      socket.say({ type: 'ping' })
    }
    expect(sockets).toHaveLength(1)
    expect(player.view().state.kind).toBe('paused')
    socket.say({ type: 'state', state: 'playing' })
    socket.receive(media(keyFrame))
    expect(player.view().state.kind).toBe('playing')
  })

  it('ends where the recording ends', async () => {
    const socket = await playing(playback)
    socket.say({ type: 'state', state: 'end' })
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    expect(player.view().state).toEqual({ kind: 'ended' })
  })

  it('a closed player opens no socket any more', async () => {
    await playing(playback)
    player.close()
    player.retry()
    player.open({ ...playback, startS: 9_000, streamId: 78 })
    expect(sockets).toHaveLength(1)
  })
})
