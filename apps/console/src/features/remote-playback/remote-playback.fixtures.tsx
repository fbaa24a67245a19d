import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

/** The other end of a stream: what the page sent, and how to send it something. */
class StreamSide {
  static readonly CONNECTING = 0
  binaryType = ''
  readyState = 0
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  closed = false
  readonly said: string[] = []
  readonly query: URLSearchParams
  constructor(url: string) {
    this.query = new URL(url).searchParams
    opened.push(this)
  }
  send(text: string): void {
    this.said.push(text)
  }
  close(): void {
    this.closed = true
  }
  accept(): void {
    this.readyState = 1
    act(() => this.onopen?.(new Event('open')))
  }
  tell(message: object): void {
    act(() => this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent))
  }
  end(code: number): void {
    this.readyState = 3
    act(() => this.onclose?.({ code } as CloseEvent))
  }
}

/** The thread of a download. */
class WorkerSide {
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  asked: unknown = null
  terminated = false
  constructor() {
    workers.push(this)
  }
  postMessage(wish: unknown): void {
    this.asked = wish
  }
  terminate(): void {
    this.terminated = true
  }
  tell(data: object): void {
    act(() => this.onmessage?.({ data } as MessageEvent))
  }
}

class NothingMoves {
  observe(): void {}
  disconnect(): void {}
}

export let opened: StreamSide[] = []
export let workers: WorkerSide[] = []
export let close = (): void => undefined
let giveBackSize = (): void => undefined
export const before = {
  WebSocket: globalThis.WebSocket,
  IntersectionObserver: globalThis.IntersectionObserver,
  Worker: globalThis.Worker,
}

/** Three hours before the clock of the console. */
export const START = Date.UTC(2026, 0, 5, 9) / 1000
const records = [
  { start: START, end: START + 600, type: 0 },
  { start: START + 600, end: START + 1200, type: 1 },
  { start: START + 1300, end: START + 1345, type: 2 },
]
const cameras = Array.from({ length: 12 }, (_, index) => ({ number: index + 1, name: `Camera ${index + 1}` }))
export const van = (more: object = {}) =>
  device({ deviceId: 'van', online: true, channelCount: 12, channels: cameras, recording: false, ...more })

export async function open(
  options: Partial<Parameters<typeof openConsole>[0]> = {},
  ...devices: ReturnType<typeof van>[]
): Promise<TestConsole> {
  const console = await openConsole({
    path: '/remoteplayback/van',
    store: memoryStore(remembered),
    ...options,
    http: { '/gkdevice/recordlist': () => records, ...options.http },
  })
  close = console.close
  if ((options.access ?? '') === '') await screen.findByRole('navigation', { name: 'Main' })
  console.list(...(devices.length > 0 ? devices : [van()]))
  return console
}

/** Before and after each test of a file. */
export function setUpRemotePlayback(): void {
  beforeEach(async () => {
    await startAllTexts()
    opened = []
    workers = []
    giveBackSize = giveElementsSize()
    Object.assign(globalThis, { WebSocket: StreamSide, IntersectionObserver: NothingMoves, Worker: WorkerSide })
  })
  afterEach(() => {
    close()
    cleanup()
    giveBackSize()
    Object.assign(globalThis, before)
  })
}
