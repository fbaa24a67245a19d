// Belongs here: one talk that goes on: its row, and its file once sound has arrived. Does not: which talks there are (talk-log.ts).
import { rm } from 'node:fs/promises'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { SAMPLES_PER_MS, StereoMixer } from './stereo-mixer.ts'
import type { TalkStore } from './talk-log.store.ts'
import type { NewTalk, TalkRecording } from './talk-log.types.ts'
import { WavFile } from './wav-file.ts'

/** Frames of the last second may still be put in order. */
const LATE_MS = 1_000
const WRITE_PERIOD_MS = 1_000
/** A recording has so much of its talk; a page that is forgotten over a week-end must not take the room of the fleet's video. */
const MOST_MS = 4 * 3_600_000
/** Level (of 32 768) below which an open microphone counts as left on by mistake: its frames are not stored until one is louder. */
const QUIET_MS = 120_000
const QUIET_LEVEL = 512
/** Seconds that wait for a disk; then the recording ends. */
const MAX_WAITING_WRITES = 10

export interface OpenTalkDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: Pick<TalkStore, 'add' | 'end'>
  /** Whether the disk takes data that may be left out. */
  readonly takesData: () => boolean
  /** Below the folder of talks. */
  readonly path: string
  readonly file: string
  readonly onEnded: () => void
}

export class OpenTalk implements TalkRecording {
  readonly #deps: OpenTalkDeps
  readonly #sides = new StereoMixer()
  readonly #begunMs: number
  readonly #beginMs: number
  readonly #timer: Timer
  /** Row and file, one thing after the other. */
  #work: Promise<void>
  #serialNo: number | null = null
  #waitingWrites = 0
  #file: WavFile | null = null
  #failure = ''
  #ending: Promise<void> | null = null
  readonly #spoke = { operator: false, device: false }
  #loudMs: number

  constructor(talk: NewTalk, beginMs: number, deps: OpenTalkDeps) {
    this.#deps = deps
    this.#beginMs = beginMs
    this.#begunMs = deps.clock.monotonicMs()
    this.#loudMs = this.#begunMs
    const { account, kind, address, deviceIds } = talk
    this.#work = this.#attempt('the row of a talk could not be written', async () => {
      const row = { userId: account.id, user: account.name, kind, address, deviceIds, beginMs, path: deps.path }
      this.#serialNo = await deps.store.add(row)
    })
    this.#timer = deps.clock.every(WRITE_PERIOD_MS, () => this.#write(this.#now() - LATE_MS * SAMPLES_PER_MS))
  }

  said(side: 'operator' | 'device', samples: Int16Array): void {
    if (this.#ending || this.#failure !== '' || this.#isQuiet(samples)) return
    this.#spoke[side] = true
    this.#sides.put(side === 'operator' ? 0 : 1, samples, this.#now())
  }

  end(result: string): Promise<void> {
    this.#ending ??= this.#close(result)
    return this.#ending
  }

  /** Nobody on either side was loud for long. */
  #isQuiet(samples: Int16Array): boolean {
    const nowMs = this.#deps.clock.monotonicMs()
    if (samples.some((sample) => Math.abs(sample) > QUIET_LEVEL)) this.#loudMs = nowMs
    return nowMs - this.#loudMs > QUIET_MS
  }

  #now(): number {
    return Math.round((this.#deps.clock.monotonicMs() - this.#begunMs) * SAMPLES_PER_MS)
  }

  #write(until: number): void {
    if (this.#failure !== '') return
    const { at, samples } = this.#sides.take(until)
    if (samples.length === 0) return
    if (at > MOST_MS * SAMPLES_PER_MS) {
      this.#failure = `only its first ${MOST_MS / 3_600_000} hours are recorded`
      return
    }
    if (!this.#deps.takesData()) {
      this.#failure = 'the disk was full: what follows is not recorded'
      this.#deps.log.error({ file: this.#deps.file }, 'a talk is not recorded any more: the disk takes no data')
      return
    }
    if (this.#waitingWrites >= MAX_WAITING_WRITES) {
      this.#failure = 'the disk was too slow: what follows is not recorded'
      this.#deps.log.error({ file: this.#deps.file }, 'a talk is not recorded any more: the disk is too slow')
      return
    }
    this.#waitingWrites += 1
    this.#work = this.#work.then(async () => {
      await this.#attempt('a talk could not be recorded', async () => {
        this.#file ??= await WavFile.create(this.#deps.file)
        await this.#file.write(at, samples)
      })
      this.#waitingWrites -= 1
    })
  }

  async #close(result: string): Promise<void> {
    const { clock, store, path, file, onEnded } = this.#deps
    this.#timer.cancel()
    const endMs = this.#beginMs + Math.round(clock.monotonicMs() - this.#begunMs)
    this.#write(this.#sides.end)
    await this.#work
    await this.#attempt('the file of a talk could not be closed', async () => this.#file?.close())
    await this.#attempt('the row of a talk could not be ended', async () => {
      if (this.#serialNo === null) {
        // Nobody could find it: a row that is not there has no file.
        if (this.#file) await rm(file, { force: true })
        return
      }
      const { operator: hasOperator, device: hasDevice } = this.#spoke
      const retained =
        this.#file === null ? { path: '', hasOperator: false, hasDevice: false } : { path, hasOperator, hasDevice }
      const reported = [result, this.#failure].filter((text) => text !== '').join('; ')
      await store.end(this.#serialNo, { endMs, updateMs: clock.nowMs(), result: reported, ...retained })
    })
    onEnded()
  }

  /** A disk or database that fails costs the recording, never the talk. */
  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failure = `not recorded: ${error instanceof Error ? error.message : String(error)}`
      this.#deps.log.error({ err: error, file: this.#deps.file }, what)
    }
  }
}
