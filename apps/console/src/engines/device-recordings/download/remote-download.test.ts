import { encodeMediaHeader, type MediaHeader } from '@fleetglass/contract/streams'
import { readRecording } from '@fleetglass/media'
import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import type { MediaSocketLike } from '../../player/index.ts'
import { type DownloadedFile, RemoteDownload } from './remote-download.ts'

const START = 1_790_000_000
const PER_S = 15
/** Parameter sets of 320 by 180 at 15 pictures a second. */
const sets = '00000001674d400cd981419f9e10000003001000000301e0f142a6800000000168e9732c80'
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
/** A second of video: a picture that needs no other, and those that need it. */
const pictures = Array.from({ length: PER_S }, (_, at) =>
  at === 0
    ? bytesOf(`${sets}0000000165888415ff08${'d6'.repeat(900)}`)
    : bytesOf(`00000001419a3b119f13${'28'.repeat(200)}`),
)
const isKeyPicture = (at: number) => at % PER_S === 0

class ScriptedSocket implements MediaSocketLike {
  binaryType: BinaryType = 'blob'
  readyState = 1
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  closed = false
  readonly query: URLSearchParams
  constructor(url: string) {
    this.query = new URL(url).searchParams
  }
  send(): void {}
  close(): void {
    this.closed = true
  }
  message(header: Partial<MediaHeader>, payload: Uint8Array): void {
    const whole: MediaHeader = {
      kind: 'video',
      codec: 98,
      keyFrame: true,
      discontinuity: false,
      mainStream: true,
      channel: 1,
      timestampMs: 0,
      sequence: 0,
      ...header,
    }
    const bytes = Uint8Array.from([...encodeMediaHeader(whole, payload.length), ...payload])
    this.onmessage?.({ data: bytes.buffer } as MessageEvent)
  }
  /** Pictures `[from, to)` of a recording from `START` on. */
  sendVideo(from: number, to: number, only: 'all' | 'keys' = 'all', channel = 1): void {
    for (let at = from; at < to; at++) {
      const payload = pictures[at % pictures.length]!
      if (only === 'keys' && !isKeyPicture(at)) continue
      this.message({ channel, timestampMs: START * 1000 + Math.round((at * 1000) / PER_S) }, payload)
    }
  }
  end(code: number): void {
    this.onclose?.({ code } as CloseEvent)
  }
}

function begin(channels: readonly number[] = [1], seconds = 15) {
  const clock = createManualClock()
  const sockets: ScriptedSocket[] = []
  const told: { bytes: number; files: readonly DownloadedFile[] | null; failed: string | null } = {
    bytes: 0,
    files: null,
    failed: null,
  }
  const server = { host: 'there', port: 1, secure: false, user: 'anna', passwordHash: 'A' }
  const wish = { server, deviceId: 'van', channels, main: true, startS: START, endS: START + seconds }
  const download = new RemoteDownload(
    wish,
    {
      received: (bytes) => {
        told.bytes = bytes
      },
      done: (files) => {
        told.files = files
      },
      failed: (reason) => {
        told.failed = reason
      },
    },
    clock,
    (url) => {
      const socket = new ScriptedSocket(url)
      sockets.push(socket)
      return socket
    },
  )
  return { clock, sockets, told, download }
}

/** The pictures of a file, ms from the start. */
async function timesOf(file: DownloadedFile | undefined): Promise<number[]> {
  const read = readRecording(new Uint8Array(await file!.blob.arrayBuffer()))
  if (!read.ok) throw new Error(read.reason)
  return read.value.fragments
    .flatMap(({ samples }) => samples.filter(({ kind }) => kind === 'video'))
    .map(({ timestampMs }) => timestampMs - START * 1000)
}

describe('a download from the device', () => {
  it('[MP4-32] is requested at speed 0 and packed from what comes; nothing beyond the end is stored', async () => {
    const { sockets, told } = begin()
    expect(Object.fromEntries(sockets[0]?.query ?? [])).toMatchObject({
      type: 'repb',
      deviceid: 'van',
      chs: '1',
      speed: '0',
      main: '1',
      spbtime: String(START),
      duration: '15',
    })
    sockets[0]?.sendVideo(0, 16 * PER_S)
    expect(told.bytes).toBeGreaterThan(15 * 900)
    sockets[0]?.end(1000)
    expect(told.files).toHaveLength(1)
    expect(told.files?.[0]).toMatchObject({ channel: 1, startMs: START * 1000, blob: { type: 'video/mp4' } })
    const times = await timesOf(told.files?.[0])
    expect(times).toHaveLength(15 * PER_S)
    expect(times.at(-1)).toBeLessThan(15_000)
  })

  it('goes on after a cut link from the last whole second, and stores nothing twice', async () => {
    const { clock, sockets, told } = begin()
    sockets[0]?.sendVideo(0, 100)
    sockets[0]?.end(4500)
    clock.advance(2_000)
    expect(Object.fromEntries(sockets[1]?.query ?? [])).toMatchObject({ spbtime: String(START + 6), duration: '9' })
    // The device begins with the key frame at or before that time.
    sockets[1]?.sendVideo(90, 15 * PER_S)
    sockets[1]?.end(1000)
    const times = await timesOf(told.files?.[0])
    expect(times).toHaveLength(15 * PER_S)
    expect(new Set(times).size).toBe(times.length)
  })

  it('[MP4-09] fails after three tries in vain, at once where asking again changes nothing, and when nothing comes for a minute', () => {
    const vain = begin()
    for (let at = 0; at < 4; at++) {
      vain.sockets[at]?.onmessage?.({ data: '{"type":"error","code":4409,"message":"offline"}' } as MessageEvent)
      vain.sockets[at]?.end(4409)
      vain.clock.advance(2_000)
    }
    expect(vain.sockets).toHaveLength(4)
    expect(vain.told.failed).toBe('offline')
    const none = begin()
    none.sockets[0]?.end(4410)
    expect(none.told.failed).not.toBeNull()
    const silent = begin()
    silent.clock.advance(4 * 62_000)
    expect(silent.told.failed).not.toBeNull()
    const empty = begin()
    empty.sockets[0]?.end(1000)
    expect(empty.told.failed).not.toBeNull()
    for (const { clock } of [vain, none, silent, empty]) expect(clock.pending).toBe(0)
  })

  it('a device that winds at its highest speed is requested to send everything at normal speed', async () => {
    const { sockets, told } = begin()
    sockets[0]?.sendVideo(0, 5 * PER_S, 'keys')
    expect(sockets[1]?.query.get('speed')).toBe('1')
    expect(sockets[1]?.query.get('spbtime')).toBe(String(START))
    sockets[1]?.sendVideo(0, 15 * PER_S)
    sockets[1]?.end(1000)
    expect(await timesOf(told.files?.[0])).toHaveLength(15 * PER_S)
  })

  it('each channel is a file of its own; what cannot be read is left out', async () => {
    const { sockets, told } = begin([1, 2], 3)
    expect(sockets[0]?.query.get('chs')).toBe('3')
    sockets[0]?.sendVideo(0, 45, 'all', 1)
    sockets[0]?.sendVideo(0, 45, 'all', 2)
    sockets[0]?.message({ timestampMs: START * 1000 + 100 }, Uint8Array.of(1, 2, 3))
    sockets[0]?.message({ codec: 77, timestampMs: START * 1000 + 2_990 }, Uint8Array.of(0, 0, 0, 1, 0x65))
    sockets[0]?.onmessage?.({ data: new ArrayBuffer(5) } as MessageEvent)
    sockets[0]?.end(1000)
    expect(told.files?.map(({ channel }) => channel)).toEqual([1, 2])
    for (const file of told.files ?? []) expect(await timesOf(file)).toHaveLength(45)
  })

  it('reports nothing once it is closed', () => {
    const { clock, sockets, told, download } = begin()
    download.close()
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets[0]?.onclose).toBeNull()
    expect(clock.pending).toBe(0)
    expect(told).toEqual({ bytes: 0, files: null, failed: null })
  })
})
