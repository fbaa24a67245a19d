import { Result } from '../camera/index.ts'
import { downloadFirmware, type FirmwareSource } from '../files/index.ts'
import { type TimerWheel, WheelTask } from '../platform/clock/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import { FIRMWARE } from './identity.ts'

export interface FirmwareContext {
  readonly wheel: TimerWheel
  readonly faults: Readonly<Faults>
  /** Sends 0x0108 when the device is online. */
  readonly report: (result: number) => void
  readonly restart: (awayMs: number) => void
}

/** Results of 0x0108. */
const DONE = 0
const FAILED = 1
const RESULT_MESSAGE = 0x0108
const REBOOT_MS = 1_000
/** Until the result of an update is sent again that was not acknowledged. */
const AGAIN_MS = 15_000

/** The firmware of a device: downloads what 0x8105 names, checks it, starts anew with it, and reports with 0x0108. */
export class Firmware extends WheelTask {
  readonly #context: FirmwareContext
  #version = FIRMWARE
  #updates = 0
  /** The address of the update that runs. */
  #source: FirmwareSource | null = null
  readonly #abort = new AbortController()
  #working: Promise<void> = Promise.resolve()
  /** What the platform has not acknowledged yet. */
  #result: number | null = null

  constructor(context: FirmwareContext) {
    super()
    this.#context = context
  }

  get version(): string {
    return this.#version
  }

  /** Updates that it began. */
  get updates(): number {
    return this.#updates
  }

  /** Result of 0x0001. The same command again is done; a second update beside one that runs is not. */
  canUpgrade(parameters: string): number {
    const source = sourceIn(parameters)
    if (source === null) return Result.wrong
    const isOther = this.#source !== null && this.#source.url !== source.url
    return this.#context.faults.firmwareFault === 'refused' || isOther ? Result.failed : Result.done
  }

  upgrade(parameters: string): void {
    const source = sourceIn(parameters)
    if (source === null || this.#source !== null) return
    this.#source = source
    this.#updates += 1
    this.#result = null
    this.#working = this.#install(source)
  }

  /** The platform can be spoken to: after a restart it gets the result. */
  online(): void {
    if (this.#result === null) return
    this.#context.report(this.#result)
    this.#context.wheel.schedule(this, this.#context.wheel.nowMs() + AGAIN_MS)
  }

  acknowledged(messageId: number): void {
    if (messageId !== RESULT_MESSAGE) return
    this.#result = null
    this.#context.wheel.cancel(this)
  }

  override onDue(): void {
    this.online()
  }

  async close(): Promise<void> {
    this.#abort.abort()
    this.#context.wheel.cancel(this)
    await this.#working
  }

  async #install(source: FirmwareSource): Promise<void> {
    const { faults, restart, wheel } = this.#context
    const { signal } = this.#abort
    const version = await downloadFirmware(source, { wheel, faults, signal })
    if (signal.aborted) return
    this.#source = null
    this.#result = version === null ? FAILED : DONE
    if (version === null) this.online()
    else {
      if (faults.firmwareFault !== 'old-version') this.#version = version
      restart(REBOOT_MS)
    }
  }
}

/** `URL;APN;user;password;…`. */
function sourceIn(parameters: string): FirmwareSource | null {
  const [url = '', , user = '', password = ''] = parameters.split(';')
  return /^https?:/i.test(url) && URL.canParse(url) ? { url, user, password } : null
}
