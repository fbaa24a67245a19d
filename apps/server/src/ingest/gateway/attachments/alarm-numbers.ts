// Belongs here: the platform's number of an alarm (T/JSATL 12-2017, 4.5), which an attachment connection has to show.
import { timingSafeEqual } from 'node:crypto'
import type { AlarmSign } from '@fleetglass/jt808'

const TIME_DIGITS = 8
const SEAL_DIGITS = 24
const FORM = /^[0-9a-f]{32}$/
/** Alarms whose files were requested; a device repeats an alarm in later positions. */
const MOST_REQUESTED = 10_000

/** What of an alarm makes its number. */
type Alarm = Pick<AlarmSign, 'time' | 'sequence'>

/**
 * A number says when its alarm was, and proves that the server requested its files of this device: nothing has to be stored for a
 * device that connects hours later, or after a restart of the server.
 */
export class AlarmNumbers {
  readonly #signature: (text: string) => string
  readonly #requested = new Set<string>()

  /** `signature`: lower-case hex that only this server can make. */
  constructor(signature: (text: string) => string) {
    this.#signature = signature
  }

  /** 32 characters. `timeS`: unix seconds of the position that reported it. */
  of(deviceId: string, alarm: Alarm, timeS: number): string {
    const time = timeS.toString(16).padStart(TIME_DIGITS, '0')
    return time + this.#seal(deviceId, alarm, time)
  }

  /** Unix seconds of the alarm; `null`: the number is not that of this alarm of this device. */
  timeOf(number: string, deviceId: string, alarm: Alarm): number | null {
    if (!FORM.test(number)) return null
    const time = number.slice(0, TIME_DIGITS)
    const wanted = Buffer.from(this.#seal(deviceId, alarm, time))
    return timingSafeEqual(wanted, Buffer.from(number.slice(TIME_DIGITS))) ? Number.parseInt(time, 16) : null
  }

  /** Whether the files of the alarm are requested for the first time. Of too many alarms the oldest are forgotten. */
  isNew(deviceId: string, { time, sequence }: Alarm): boolean {
    const key = `${deviceId}/${time}/${sequence}`
    if (this.#requested.has(key)) return false
    this.#requested.add(key)
    if (this.#requested.size > MOST_REQUESTED) this.#requested.delete(this.#requested.values().next().value!)
    return true
  }

  #seal(deviceId: string, { time, sequence }: Alarm, timeHex: string): string {
    return this.#signature(`alarm files ${deviceId}/${time}/${sequence}/${timeHex}`).slice(0, SEAL_DIGITS)
  }
}
