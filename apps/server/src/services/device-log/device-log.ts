// Belongs here: lines to files and back, and their bounds. Does not: what is worth a line (gateway, features/device-log).
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { DeviceLog, LogLine } from './device-log.types.ts'

/** Days that are kept, today included. */
export const MAX_DAYS = 30
export const MAX_DEVICE_DAY_BYTES = 256 * 1024
const MAX_DAY_BYTES = 64 * 1024 * 1024
const MAX_WAITING_LINES = 10_000
const MAX_LINE_CHARACTERS = 500
const WRITE_PERIOD_MS = 1000
const RETENTION_PERIOD_MS = 3_600_000
const DAY_MS = 86_400_000
/** A day in an offset from UTC lies in two days of UTC; who asks for more gets no more. */
const MAX_READ_DAYS = 3

export interface DeviceLogDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Made when the first line is written. */
  readonly folder: string
}

/** Bytes of the files of the day that is written. */
interface Day {
  readonly name: string
  readonly files: Map<string, number>
  bytes: number
}

/** The log of every device in `folder`. */
export function createDeviceLog(deps: DeviceLogDeps): DeviceLog {
  return new FileDeviceLog(deps)
}

class FileDeviceLog implements DeviceLog {
  readonly jobs: readonly Job[] = [
    {
      name: 'device logs by age',
      schedule: { everyMs: RETENTION_PERIOD_MS },
      needsTrustedTime: true,
      run: () => this.#removeOldDays(),
    },
  ]
  readonly #deps: DeviceLogDeps
  readonly #log: Log
  readonly #dropped: { inc(labels: { reason: string }, by?: number): void }
  readonly #timer: { cancel(): void }
  #waiting: (LogLine & { readonly deviceId: string })[] = []
  #day: Day | null = null
  /** One write at a time. */
  #writing: Promise<void> = Promise.resolve()
  /** The disk refused the last write: reported once until it takes one. */
  #isFailing = false
  #closing: Promise<void> | null = null

  constructor(deps: DeviceLogDeps) {
    this.#deps = deps
    this.#log = deps.log.child({ part: 'device log' })
    this.#dropped = deps.metrics.counter(
      'fleetglass_device_log_lines_dropped_total',
      'Lines of device logs that were left out',
      ['reason'],
    )
    this.#timer = deps.clock.every(WRITE_PERIOD_MS, () => void this.#flush())
  }

  write(deviceId: string, text: string): void {
    if (this.#closing) return
    if (this.#waiting.length >= MAX_WAITING_LINES) {
      this.#dropped.inc({ reason: 'waiting' })
      return
    }
    this.#waiting.push({ deviceId, timeMs: this.#deps.clock.nowMs(), text: oneLine(text) })
  }

  async read(deviceId: string, fromMs: number, toMs: number): Promise<readonly LogLine[]> {
    await this.#flush()
    const lines: LogLine[] = []
    const firstDay = Math.floor(fromMs / DAY_MS)
    for (let day = firstDay; day < firstDay + MAX_READ_DAYS && day * DAY_MS < toMs; day++) {
      const text = await readFile(this.#path(dayName(day * DAY_MS), deviceId), 'utf8').catch(absent)
      for (const line of text?.split('\n') ?? []) {
        const parsed = parseLine(line)
        if (parsed && parsed.timeMs >= fromMs && parsed.timeMs < toMs) lines.push(parsed)
      }
    }
    return lines
  }

  close(): Promise<void> {
    this.#timer.cancel()
    this.#closing ??= this.#flush()
    return this.#closing
  }

  #path(day: string, deviceId: string): string {
    return join(this.#deps.folder, day, `${deviceId}.log`)
  }

  /** What was said before the call is in the files when it resolves, or was left out. */
  #flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const lines = this.#waiting
    if (lines.length === 0) return
    this.#waiting = []
    try {
      for (const [name, ofDay] of Map.groupBy(lines, ({ timeMs }) => dayName(timeMs))) {
        const day = await this.#open(name)
        for (const [deviceId, ofDevice] of Map.groupBy(ofDay, (line) => line.deviceId)) {
          await this.#append(day, deviceId, ofDevice)
        }
      }
      this.#isFailing = false
    } catch (error) {
      this.#dropped.inc({ reason: 'disk' }, lines.length)
      if (!this.#isFailing) this.#log.warn({ err: error }, 'lines of device logs could not be written')
      this.#isFailing = true
      // What is on disk is looked at again.
      this.#day = null
    }
  }

  async #append(day: Day, deviceId: string, lines: readonly LogLine[]): Promise<void> {
    const before = day.files.get(deviceId) ?? 0
    const text = lines.map(({ timeMs, text }) => `${timeMs} ${text}\n`).join('')
    const bytes = Buffer.byteLength(text)
    if (before + bytes > MAX_DEVICE_DAY_BYTES || day.bytes + bytes > MAX_DAY_BYTES) {
      this.#dropped.inc({ reason: 'day-full' }, lines.length)
      return
    }
    await appendFile(this.#path(day.name, deviceId), text)
    day.files.set(deviceId, before + bytes)
    day.bytes += bytes
  }

  async #open(name: string): Promise<Day> {
    if (this.#day?.name === name) return this.#day
    const folder = join(this.#deps.folder, name)
    await mkdir(folder, { recursive: true })
    const files = new Map<string, number>()
    let bytes = 0
    for (const file of await readdir(folder)) {
      const { size } = await stat(join(folder, file))
      files.set(file.replace(/\.log$/, ''), size)
      bytes += size
    }
    this.#day = { name, files, bytes }
    return this.#day
  }

  async #removeOldDays(): Promise<void> {
    const oldest = dayName(this.#deps.clock.nowMs() - (MAX_DAYS - 1) * DAY_MS)
    // The folder is made with the first line.
    const days = (await readdir(this.#deps.folder).catch(absent)) ?? []
    for (const day of days) {
      if (/^\d{4}-\d\d-\d\d$/.test(day) && day < oldest) {
        await rm(join(this.#deps.folder, day), { recursive: true, force: true })
      }
    }
  }
}

/** `2026-09-01`, in UTC. */
function dayName(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

function oneLine(text: string): string {
  // What a device calls itself may be in it.
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_LINE_CHARACTERS)
}

/** `null` for a line that was cut off by a server that was killed. */
function parseLine(line: string): LogLine | null {
  const match = /^(\d{1,16}) (.+)$/.exec(line)
  return match ? { timeMs: Number(match[1]), text: match[2] ?? '' } : null
}

/** A day without a file is one without lines. */
function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
