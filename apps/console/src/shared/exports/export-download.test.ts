import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { bytesText } from '../../platform/units/index.ts'
import { type AskedText, type DownloadState, startDownload, stateAfter } from './export-download.ts'

/** A download whose server sends these answers one after the other. */
function download(...answers: readonly (string | AskedText | null)[]) {
  const clock = createManualClock()
  const states: DownloadState[] = []
  let asked = 0
  let loaded = 0
  const end = startDownload({
    clock,
    async ask() {
      const answer = answers[asked++] ?? null
      return typeof answer === 'string' ? { status: 200, text: answer } : answer
    },
    load: () => loaded++,
    onState: (state) => states.push(state),
  })
  return {
    end,
    states,
    asked: () => asked,
    loaded: () => loaded,
    /** The next question comes after this long. */
    async later(ms: number, wanted: number) {
      clock.advance(ms)
      await until('the answer has come', () => states.length >= wanted)
    },
    settled: (count: number) => until('the answer has come', () => states.length >= count),
    advance: (ms: number) => clock.advance(ms),
  }
}

describe('a download of a recording', () => {
  it('[MP4-01] [MP4-02] checks first, and loads the file only when it is ready', async () => {
    const one = download('READY')
    expect([one.asked(), one.loaded()]).toEqual([1, 0])
    await one.settled(2)
    expect(one.states.at(-1)).toEqual({ kind: 'begun' })
    expect(one.loaded()).toBe(1)
    one.advance(10_000)
    expect(one.asked()).toBe(1)
  })

  it('[MP4-03] [MP4-04] shows the answer of the server and polls again every second, not before', async () => {
    const one = download('BACKUP 40%', 'CREATE 0%', 'READY')
    await one.settled(2)
    expect(one.states.at(-1)).toMatchObject({ kind: 'asking', progress: 'BACKUP 40%' })
    one.advance(999)
    expect(one.asked()).toBe(1)
    await one.later(1, 3)
    expect(one.states.at(-1)).toMatchObject({ kind: 'asking', progress: 'CREATE 0%' })
    expect(one.loaded()).toBe(0)
    await one.later(1000, 4)
    expect(one.states.at(-1)).toEqual({ kind: 'begun' })
  })

  it.each(['BACKUP FAIL', 'CREATE FAIL'])('[MP4-05] [MP4-06] %s ends the download and the asking', async (text) => {
    const one = download('BACKUP 0%', text, 'READY')
    await one.settled(2)
    await one.later(1000, 3)
    expect(one.states.at(-1)).toEqual({ kind: 'failed', reason: text })
    one.advance(60_000)
    expect([one.asked(), one.loaded()]).toEqual([2, 0])
  })

  it('a server that does not answer, or is busy, is polled again; a refusal is not', async () => {
    const one = download(null, { status: 429, text: '{}' }, { status: 403, text: '{}' })
    await one.settled(2)
    expect(one.states.at(-1)).toMatchObject({ kind: 'asking', unanswered: true })
    await one.later(1000, 3)
    await one.later(1000, 4)
    expect(one.states.at(-1)).toEqual({ kind: 'refused' })
    one.advance(5000)
    expect(one.asked()).toBe(3)
  })

  it('a closed download sends no more requests, also when its answer comes late', async () => {
    const one = download('BACKUP 1%', 'READY')
    one.end()
    one.advance(1000)
    await Promise.resolve()
    expect(one.states).toHaveLength(1)
    expect(one.loaded()).toBe(0)
  })

  it('an answer that is none is a failure with its reason', () => {
    expect(stateAfter({ status: 404, text: '{"hasError":true,"message":"there is no such device"}' })).toEqual({
      kind: 'failed',
      reason: 'there is no such device',
    })
    expect(stateAfter({ status: 500, text: 'oops' })).toEqual({ kind: 'failed', reason: 'HTTP 500' })
    expect(stateAfter({ status: 200, text: '<html>' })).toEqual({ kind: 'failed', reason: 'HTTP 200' })
  })
})

it('[CONST2-12] [CONST2-13] sizes are shown in B, KB, MB or GB, in steps of 1024 and with at most two decimals', () => {
  const table: readonly (readonly [number, string])[] = [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [1_234_567_890, '1.15 GB'],
    [5 * 1024 ** 4, '5120 GB'],
  ]
  for (const [bytes, text] of table) expect(bytesText(bytes)).toBe(text)
})
