// A vehicle that a test drives from place to place, on a clock of its own, and what the server has reported about it.
import { EventCode, storedEventsSchema } from '@fleetglass/contract/events'
import { type Place, placeFrom } from '@fleetglass/geo'
import { sha256 } from '../channel-client.ts'
import { callHttp } from '../http-client.ts'
import { DeviceClient, positionMessage } from './device-client.ts'

/** A fence of the tests stands here; positions east of it are given in metres. */
export const TOWN: Place = { lat: 24.08, lng: 120.53 }
export const eastOf = (metres: number): Place => placeFrom(TOWN, metres < 0 ? 270 : 90, Math.abs(metres))

const ACC_ON = 1
const LOCATED = 2

export interface Driving {
  readonly speedKmh?: number
  readonly alarmBits?: number
  readonly accOn?: boolean
  readonly items?: readonly { readonly id: number; readonly value: Uint8Array }[]
}

interface Site {
  readonly ports: { readonly http: number; readonly signalling: number }
}

const RULES: ReadonlySet<number> = new Set([
  ...[EventCode.triggerIn, EventCode.triggerOut, EventCode.overspeed, EventCode.idle],
])

export class DrivenDevice {
  readonly deviceId: string
  readonly #client: DeviceClient

  private constructor(deviceId: string, client: DeviceClient) {
    this.deviceId = deviceId
    this.#client = client
  }

  /** Of a device that is registered. */
  static async connect(site: Site, deviceId: string): Promise<DrivenDevice> {
    const client = await DeviceClient.tcp(site.ports.signalling, deviceId)
    await client.login()
    return new DrivenDevice(deviceId, client)
  }

  /** Reports a position; resolves when the server has acknowledged it: its effects are on disk then. */
  async at(timeS: number, place: Place, driving: Driving = {}): Promise<void> {
    const result = await this.#client.answerTo(this.say(timeS, place, driving))
    if (result !== 0) throw new Error(`the position was answered with ${result}`)
  }

  /** Reports several positions and waits for all of them: positions of a device are evaluated in their order of arrival. */
  async drive(...way: readonly (readonly [timeS: number, place: Place, driving?: Driving])[]): Promise<void> {
    for (const step of way.slice(0, -1)) this.say(...step)
    for (const last of way.slice(-1)) await this.at(...last)
  }

  /** Reports a position without waiting. Returns the serial of the message. */
  say(timeS: number, { lat, lng }: Place, driving: Driving = {}): number {
    const { speedKmh = 45, alarmBits = 0, accOn = true, items = [] } = driving
    const { body } = positionMessage(timeS, {
      latE6: Math.round(lat * 1e6),
      lngE6: Math.round(lng * 1e6),
      statusBits: LOCATED | (accOn ? ACC_ON : 0),
    })
    const reported = { ...body, alarmBits, speedDkmh: Math.round(speedKmh * 10), items: [...items] }
    return this.#client.send({ name: 'position', body: reported })
  }

  /** Serials of positions that the server has taken. */
  acknowledged(): Set<number> {
    return new Set(
      this.#client.received.flatMap(({ message }) =>
        message.name === 'platformAnswer' && message.body.result === 0 ? [message.body.answeredSerial] : [],
      ),
    )
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

/** What the rules have reported about a device, oldest first: `51 depot`, `cover 15`, with the second behind `@` when a start is given. */
export async function reportedOf(
  site: Site,
  deviceId: string,
  { password, sinceS }: { readonly password: string; readonly sinceS?: number },
): Promise<string[]> {
  const nowS = Math.floor(Date.now() / 1000)
  const { text } = await callHttp(site, 'POST', '/gkevent/eventquery', {
    body: {
      username: 'admin',
      password: sha256(password),
      deviceid: deviceId,
      afterTime: nowS - 86_400,
      beforeTime: nowS + 3_600,
    },
  })
  return storedEventsSchema
    .parse(JSON.parse(text))
    .filter(({ appdevid }) => RULES.has(appdevid))
    .map(({ cmd, appdevid, eventname, eventtimeutc }) => {
      const at = sinceS === undefined ? '' : ` @${eventtimeutc - sinceS}`
      return `${cmd === 'cover' ? 'cover ' : ''}${appdevid} ${eventname}`.trim() + at
    })
}
