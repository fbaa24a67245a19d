// Each speed of a recording that is played, through the real server: how far it goes in which time, and what is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const BUS = '13900000002'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 1)
const PICTURE_MS = 1000 / 15
/** Of the video, with the jitter of its pictures. */
const NEXT_PICTURE_MS = PICTURE_MS + 12
/** At most. */
const NEXT_KEY_FRAME_MS = 5_000
const STEP_MS = 200

describe('a recording that is played', () => {
  const clock = createManualClock(START_MS + 3_600_000)
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-speeds-'))
  let server: TestServer
  let viewer: StreamClient

  beforeAll(async () => {
    recordVideo(join(data, 'media'), { deviceId: BUS, channel: 1, startMs: START_MS, seconds: 58 })
    server = await startTestServer({ data, clock, config: { recordingDays: 29_999 } })
    const link = await server.login()
    await link.request('D01', { A: BUS, C: '1', F: '1' })
    await until('what lies in the folder is known', async () => {
      clock.advance(100)
      const { text } = await link.request('Q06', { A: BUS, B: String(Date.UTC(2026, 8, 1) / 1000) })
      return text.includes('1')
    })
    await link.close()
  })

  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  beforeEach(async () => {
    const parameters = { type: 'lopb', deviceid: BUS, channel: 1, streamid: 1, spbtime: START_MS / 1000 }
    viewer = await StreamClient.open(server.ports.streams, parameters)
    await viewer.until(() => viewer.video.length > 0, 'its first picture')
    return () => viewer.close()
  })

  /** Out of a pause, so that the server says when it has taken the speed. */
  async function go(speed: number): Promise<void> {
    viewer.say({ cmd: 'speed', value: 0 })
    await viewer.until(() => viewer.states.at(-1) === 'paused', 'the pause')
    if (speed === 0) return
    viewer.say({ cmd: 'speed', value: speed })
    await viewer.until(() => viewer.states.at(-1) === 'playing', `it to go on at ${speed}`)
    // Its time counts from the first frame that is read, which may be after the first steps of the clock.
    for (const before = viewer.media.length; viewer.media.length === before; await settled()) clock.advance(STEP_MS)
  }
  const lastMs = (): number => Math.max(...viewer.media.map(({ timestampMs }) => timestampMs)) - START_MS
  /** What is due by now has been sent: an answer of the same socket stands behind it. */
  async function settled(): Promise<void> {
    for (let before = -1; before !== viewer.media.length; ) {
      before = viewer.media.length
      const pong = new Promise((resolve) => viewer.socket.once('pong', resolve))
      viewer.socket.ping()
      await pong
    }
  }

  /** Time goes on step by step, as the server waits at most a second for a client. Returns how far the video advanced. */
  async function pass(passMs: number, speed: number, slackMs: number): Promise<number> {
    await settled()
    const fromMs = lastMs()
    for (let passedMs = STEP_MS; passedMs <= passMs; passedMs += STEP_MS) {
      clock.advance(STEP_MS)
      await viewer.until(() => lastMs() - fromMs >= passedMs * speed - slackMs, 'what is due')
    }
    await settled()
    return lastMs() - fromMs
  }

  it.each([0.2, 0.5, 1, 2, 4])('[LOPB-19] goes on at %d times the speed of the clock', async (speed) => {
    await go(speed)
    const wentMs = await pass(4_000, speed, NEXT_PICTURE_MS)
    expect(wentMs).toBeLessThanOrEqual(4_000 * speed + NEXT_PICTURE_MS)
  })

  it('[LOPB-19] stands still at 0', async () => {
    await go(0)
    expect(await pass(4_000, 0, 0)).toBe(0)
  })

  it.each([8, 16])(
    '[LOPB-19] [LOPB-45] goes on at %d times the speed of the clock, by key frames alone',
    async (speed) => {
      await go(speed)
      await settled()
      const before = viewer.media.length
      const wentMs = await pass(2_000, speed, NEXT_KEY_FRAME_MS)
      expect(wentMs).toBeLessThanOrEqual(2_000 * speed + NEXT_KEY_FRAME_MS)
      const sent = viewer.media.slice(before)
      expect(sent.every(({ kind, keyFrame }) => kind === 'video' && keyFrame)).toBe(true)
    },
  )

  it('[LOPB-45] has its sound at 1, and is silent at 0.2, 0.5, 2 and 4', async () => {
    for (const speed of [1, 0.2, 0.5, 2, 4]) {
      await go(speed)
      await settled()
      const before = viewer.media.length
      await pass(1_000, speed, NEXT_PICTURE_MS)
      const sounds = viewer.media.slice(before).filter(({ kind }) => kind === 'audio')
      expect([speed, sounds.length > 0]).toEqual([speed, speed === 1])
    }
  })
})
