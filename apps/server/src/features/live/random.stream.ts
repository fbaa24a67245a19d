// Belongs here: which device and channel a random stream shows, and when it takes another. Does not: how a channel is
// watched (live-viewer.ts).
import { AppError } from '@fleetglass/contract/errors'
import { parseStreamCommand, randomStreamSchema, streamRights } from '@fleetglass/contract/streams'
import type { LiveMedia } from '../../ports/live-media/index.ts'
import type { RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { FleetStreamCall, FleetStreamKind } from '../../services/viewers/index.ts'
import type { LiveSwitch } from './live-switch.ts'
import { watchLive } from './live-viewer.ts'

export interface RandomStreamDeps {
  readonly liveMedia: LiveMedia
  readonly fleet: Fleet
  readonly visibility: Visibility
  readonly liveSwitch: LiveSwitch
}

/** `ws.cgi?deviceid=*`: a camera of the server's choice (STRM-06, STRM-34). */
export function randomStream(deps: RandomStreamDeps): FleetStreamKind {
  /** Open ones of all users; bounded by the streams an account may have. */
  const open = new Set<RandomSession>()
  return {
    access: streamRights.random,
    audit: 'Watched a camera of any device',
    parameters: randomStreamSchema,
    logged: () => ({ kind: 'live' }),
    check(query) {
      const parsed = randomStreamSchema.safeParse(Object.fromEntries(query))
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'the address is not complete')
    },
    startFleet(call) {
      const admitted = deps.liveSwitch.admit(call.socket)
      if (admitted === null) return { close: () => {} }
      const session = new RandomSession(deps, call, open)
      open.add(session)
      session.pick()
      return {
        close() {
          admitted.close()
          open.delete(session)
          session.close()
        },
      }
    },
  }
}

class RandomSession {
  readonly accountId: number
  deviceId: string | null = null
  readonly #deps: RandomStreamDeps
  readonly #call: FleetStreamCall
  readonly #open: ReadonlySet<RandomSession>
  /** Devices that gave no picture: the others come first. */
  readonly #failed = new Set<string>()
  readonly #changes: { close(): void }
  #watching: { close(): void } | null = null
  #closed = false

  constructor(deps: RandomStreamDeps, call: FleetStreamCall, open: ReadonlySet<RandomSession>) {
    this.accountId = call.account.id
    this.#deps = deps
    this.#call = call
    this.#open = open
    this.#changes = deps.fleet.onChange((changed) => {
      if (changed.some((device) => device.deviceId === this.deviceId && !device.online)) this.pick()
    })
    call.onAccessChange(() => {
      if (this.deviceId !== null && !this.#candidates().some(({ deviceId }) => deviceId === this.deviceId)) this.pick()
    })
    call.onText((text) => {
      if (parseStreamCommand(text)?.cmd === 'stop') call.socket.end()
    })
  }

  /** Takes a device, another one than before where there is one. */
  pick(): void {
    if (this.#closed) return
    const before = this.deviceId
    this.#leave()
    const choice = this.#choose(before)
    if (choice === null) {
      this.#call.socket.fail(new AppError('no-camera-online'))
      return
    }
    const { deviceId } = choice.device
    this.deviceId = deviceId
    this.#call.watches(choice)
    const failed = (error: AppError): void => this.#failedWith(deviceId, error)
    const { liveMedia: streams } = this.#deps
    const watching = watchLive({ streams, deviceId, channel: choice.channel, socket: this.#call.socket, failed })
    // It may have failed, and another one may have been taken, before this one is here.
    if (this.deviceId === deviceId && !this.#closed) this.#watching = watching
    else watching.close()
  }

  close(): void {
    this.#closed = true
    this.#changes.close()
    this.#leave()
  }

  #failedWith(deviceId: string, error: AppError): void {
    if (this.deviceId !== deviceId) return
    this.#failed.add(deviceId)
    const others = this.#candidates().some((device) => !this.#failed.has(device.deviceId))
    if (others) this.pick()
    else this.#call.socket.fail(error)
  }

  #leave(): void {
    this.deviceId = null
    this.#call.watches(null)
    this.#watching?.close()
    this.#watching = null
  }

  #candidates(): RegisteredDevice[] {
    const { fleet, visibility } = this.#deps
    return visibility
      .devices(this.#call.account)
      .filter(
        (device) =>
          device.video !== 'forbidden' &&
          fleet.get(device.deviceId)?.online === true &&
          firstChannel(device) !== undefined,
      )
  }

  /** Not one that another stream of the user shows, not one that failed, not the one before: as far as there are others. */
  #choose(before: string | null): { readonly device: RegisteredDevice; readonly channel: number } | null {
    const used = new Set(
      [...this.#open].filter((one) => one !== this && one.accountId === this.accountId).map((one) => one.deviceId),
    )
    let choice = this.#candidates()
    const prefer = (isBetter: (deviceId: string) => boolean): void => {
      const better = choice.filter(({ deviceId }) => isBetter(deviceId))
      if (better.length > 0) choice = better
    }
    prefer((deviceId) => !this.#failed.has(deviceId))
    prefer((deviceId) => !used.has(deviceId))
    prefer((deviceId) => deviceId !== before)
    const device = choice[Math.floor(Math.random() * choice.length)]
    const channel = device && firstChannel(device)
    return device && channel !== undefined ? { device, channel } : null
  }
}

function firstChannel(device: RegisteredDevice): number | undefined {
  return device.channels.find(({ enabled }) => enabled)?.number
}
