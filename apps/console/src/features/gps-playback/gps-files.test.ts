import { gpsPlayback } from '@fleetglass/contract/tracks'
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { type ExportOrder, fillEveryMs, makeFile } from './gps-export.ts'
import { momentMs, testResult } from './gps-playback.fixtures.ts'
import { pointOf, secondOfHour } from './track.ts'

const three = testResult([
  { at: '08:00:00', lat: 24.1, lng: 120.5, kmh: 36.5, heading: 90 },
  { at: '08:00:10', lat: 24.2, lng: -120.5, kmh: 0, heading: 0 },
  { at: '23:59:59', lat: -24.3, lng: 120.5, kmh: 151, heading: 359 },
])

/** Lets what waits for the clock go on until the file is there. */
async function finish(order: Partial<ExportOrder>) {
  const clock = createManualClock()
  const steps: [string, number, number][] = []
  let file: Blob | null | undefined
  const making = makeFile({
    result: three,
    format: 'csv',
    clock,
    findAddress: null,
    signal: new AbortController().signal,
    onProgress: (...step) => void steps.push(step),
    ...order,
  }).then((made) => {
    file = made
  })
  let turns = 0
  for (; file === undefined && turns < 10_000; turns++) {
    await Promise.resolve()
    if (turns % 10 === 9) clock.advance(fillEveryMs)
  }
  await making
  return {
    text: file ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer()) : null,
    steps,
    startedMs: clock,
  }
}

describe('files of a result', () => {
  it('[GPSP-53] [GPSP-54] [GPSP-69] Json is the whole result', async () => {
    const event = {
      id: '7',
      name: 'Overspeed',
      appdevid: 15,
      vehiclex: 24.1,
      vehicley: 120.5,
      isLate: true,
      eventtimeutc: 1,
      speed: 90,
      show: true,
    }
    const result = { ...three, events: [event] }
    const { text } = await finish({ result, format: 'json' })
    const { id: _, isLate: _isLate, ...told } = event
    const { track } = result
    const list = [0, 1, 2].map((index) => pointOf(track, index))
    const hourOf = (ms: number) => ({ hour: new Date(ms).getHours(), seconds: secondOfHour(ms) })
    const { deviceId: deviceid, beginS: begintime, endS: endtime } = track
    expect(JSON.parse(text ?? '')).toEqual(gpsPlayback({ deviceid, begintime, endtime, list, events: [told], hourOf }))
    expect(JSON.parse(text ?? '')).toMatchObject({
      deviceid: 'van',
      begintime: momentMs('00:00:00') / 1000,
      maxSpeed: 151,
      list: [{ time: momentMs('08:00:00'), lat: 24.1, speedInKmh: 36.5, trackingAngle: 90 }, {}, {}],
    })
  })

  it('[GPSP-63] [GPSP-64] [GPSP-69] CSV has the columns of the list, in UTF-8 with its mark; without a geocoder no addresses', async () => {
    const { text } = await finish({})
    const lines = (text ?? '').split('\r\n')
    expect(lines[0]).toBe('\uFEFF#,Time,Lat,Lng,Speed,Direction')
    expect(lines[1]).toBe('1,2026-01-04 08:00:00,24.1,120.5,36.5,90')
    expect(lines[2]).toBe('2,2026-01-04 08:00:10,24.2,-120.5,0,0')
    expect(lines).toHaveLength(5)
  })

  it('[GPSP-20] [GPSP-21] [GPSP-69] one address per point is filled in every 10 ms, counted; a cell that is a formula is none', async () => {
    const asked: number[] = []
    const found = ['=cmd()', null, '@home, "old" street']
    const { text, steps } = await finish({
      findAddress: async ({ lat }) => {
        asked.push(lat)
        return found[asked.length - 1] ?? null
      },
    })
    expect(asked).toEqual([24.1, 24.2, -24.3])
    expect(steps.slice(0, 3)).toEqual([
      ['filling', 1, 3],
      ['filling', 2, 3],
      ['filling', 3, 3],
    ])
    const rows = (text ?? '').split('\r\n')
    expect(rows[0]).toBe('\uFEFF#,Time,Lat,Lng,Speed,Direction,Address')
    expect(rows.slice(1, 4).map((row) => row.split(',').slice(6).join())).toEqual([
      "'=cmd()",
      '',
      '"\'@home, ""old"" street"',
    ])
  })

  it('one place is looked up once in a file, however often the vehicle comes by', async () => {
    const asked: number[] = []
    const { text } = await finish({
      result: testResult([
        { at: '08:00:00', lat: 24.1 },
        { at: '08:00:10', lat: 24.2 },
        { at: '08:00:20', lat: 24.10001 },
      ]),
      findAddress: async ({ lat }) => {
        asked.push(lat)
        return `at ${lat}`
      },
    })
    expect(asked).toEqual([24.1, 24.2])
    const rows = (text ?? '').split('\r\n').slice(1, 4)
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(['at 24.1', 'at 24.2', 'at 24.1'])
  })

  it('[GPSP-21] waits 10 ms after each address, and a file that was called off is none', async () => {
    const clock = createManualClock()
    const calledOff = new AbortController()
    let filled = 0
    const making = makeFile({
      result: three,
      format: 'csv',
      clock,
      signal: calledOff.signal,
      findAddress: async () => 'somewhere',
      onProgress: (_, done) => {
        filled = done
      },
    })
    const turn = async (ms: number) => {
      clock.advance(ms)
      for (let step = 0; step < 10; step++) await Promise.resolve()
    }
    await turn(0)
    expect(filled).toBe(1)
    await turn(9)
    expect(filled).toBe(1)
    await turn(1)
    expect(filled).toBe(2)
    calledOff.abort()
    await turn(10)
    expect(await making).toBeNull()
    expect(filled).toBe(2)
  })
})
