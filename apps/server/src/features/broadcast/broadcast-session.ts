// Belongs here: one speaker and the devices that receive the broadcast. Does not: who may speak (broadcast.stream.ts), how a device is
// reached (ingest/talk-sessions).
import { randomUUID } from 'node:crypto'
import type { BroadcastCommand, BroadcastMessage } from '@fleetglass/contract/broadcast'
import { AppError } from '@fleetglass/contract/errors'
import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { audioDecoder } from '@fleetglass/media'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { TalkPort, TalkSession, TalkState } from '../../ports/talk/index.ts'
import type { RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { TalkLog, TalkRecording } from '../../services/talk-log/index.ts'
import type { FleetStreamCall } from '../../services/viewers/index.ts'
import { createFanOut } from './fan-out.ts'

/** Devices that are asked and have not opened their line; the others wait for their turn. */
export const OPENED_AT_ONCE = 64
/** How often the operator receives the progress. */
const REPORT_MS = 500
/** Two frames of 40 ms: more is no frame of ours. */
const MOST_BODY_BYTES = 320

export interface BroadcastDeps {
  readonly clock: Clock
  readonly visibility: Visibility
  readonly fleet: Fleet
  readonly talkSessions: TalkPort
  readonly talkLog: TalkLog
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'started'; readonly recording: TalkRecording; readonly report: Timer }

/** A device that was requested, receives the sound, or is connected and receives no sound. */
interface Reached {
  readonly talk: TalkSession
  stands: 'asked' | 'hearing' | 'mute'
}

export class BroadcastSession {
  readonly #deps: BroadcastDeps
  readonly #call: FleetStreamCall
  readonly #speaker = randomUUID()
  #state: State = { kind: 'idle' }
  /** Not asked yet. */
  #waiting: RegisteredDevice[] = []
  readonly #reached = new Map<string, Reached>()
  #missed: { readonly deviceid: string; readonly reason: string }[] = []
  #reportedListening: number | null = null
  #said = audioDecoder(MediaCodec.g726)
  readonly #fanOut = createFanOut<Reached>(
    () => [...this.#reached.values()],
    ({ talk, stands }, payload) => {
      if (stands === 'hearing') talk.speak(payload)
    },
  )

  constructor(deps: BroadcastDeps, call: FleetStreamCall) {
    this.#deps = deps
    this.#call = call
    call.onAccessChange(() => this.#leaveLost())
  }

  take(command: BroadcastCommand): void {
    if (command.cmd === 'end') this.#end()
    else if (this.#state.kind === 'idle') this.#start(command)
  }

  /** Audio is accepted only between start and end (BCST-06). */
  speak({ codec, payload }: MediaMessage): void {
    if (this.#state.kind !== 'started' || codec !== MediaCodec.g726) return
    if (payload.length === 0 || payload.length > MOST_BODY_BYTES) return
    this.#fanOut.say(payload)
    const samples = this.#said?.(payload)
    if (samples?.ok) this.#state.recording.said('operator', samples.value)
  }

  close(): void {
    this.#end()
  }

  #start(command: Extract<BroadcastCommand, { cmd: 'start' }>): void {
    const { clock, fleet, talkLog } = this.#deps
    const { account, address } = this.#call
    const { known, unknown } = this.#choose(command)
    const online = known.filter(({ deviceId }) => fleet.get(deviceId)?.online === true)
    const chosen = new Set(online)
    const deviceIds = online.map(({ deviceId }) => deviceId)
    const recording = talkLog.begin({ kind: 'broadcast', account, address, deviceIds })
    this.#state = { kind: 'started', recording, report: clock.every(REPORT_MS, () => this.#report()) }
    this.#said = audioDecoder(MediaCodec.g726)
    this.#waiting = online
    this.#missed = unknown.map((deviceid) => ({ deviceid, reason: new AppError('unknown-device').message }))
    this.#reportedListening = null
    const offline = known.filter((device) => !chosen.has(device)).map(({ deviceId }) => deviceId)
    this.#say({ type: 'state', state: 'started', devices: deviceIds, offline })
    this.#openMore()
  }

  /** A device outside the speaker's groups gets the same answer as one that does not exist. */
  #choose({ mode, devices }: Extract<BroadcastCommand, { cmd: 'start' }>) {
    const { visibility } = this.#deps
    const { account } = this.#call
    if (mode === 'GLOBAL') {
      return { known: [...visibility.devices(account)], unknown: [] }
    }
    const known: RegisteredDevice[] = []
    const unknown: string[] = []
    for (const deviceId of new Set(devices)) {
      const device = visibility.device(account, deviceId)
      if (device) known.push(device)
      else unknown.push(deviceId)
    }
    return { known, unknown }
  }

  /** Devices that the speaker does not see any more hear nothing more. */
  #leaveLost(): void {
    const { visibility } = this.#deps
    const isLost = (deviceId: string): boolean => visibility.device(this.#call.account, deviceId) === undefined
    const waiting = this.#waiting.filter(({ deviceId }) => isLost(deviceId)).map(({ deviceId }) => deviceId)
    const reached = [...this.#reached.keys()].filter(isLost)
    this.#waiting = this.#waiting.filter(({ deviceId }) => !isLost(deviceId))
    for (const deviceId of reached) {
      this.#reached.get(deviceId)?.talk.close()
      this.#reached.delete(deviceId)
    }
    for (const deviceid of [...waiting, ...reached]) {
      this.#missed.push({ deviceid, reason: new AppError('unknown-device').message })
    }
    this.#openMore()
  }

  #openMore(): void {
    while (this.#count('asked') < OPENED_AT_ONCE) {
      const device = this.#waiting.shift()
      if (device === undefined) return
      this.#open(device)
    }
  }

  #open({ deviceId, talkChannel: channel }: RegisteredDevice): void {
    const listener = { state: (state: TalkState) => this.#changed(deviceId, state), received: () => {} }
    const talk = this.#deps.talkSessions.open(
      { kind: 'broadcast', deviceId, channel, speaker: this.#speaker },
      listener,
    )
    this.#reached.set(deviceId, { talk, stands: 'asked' })
  }

  #changed(deviceId: string, state: TalkState): void {
    switch (state.kind) {
      case 'asking':
        return
      case 'accepted':
        this.#stands(deviceId, 'asked')
        return
      case 'open':
        this.#stands(deviceId, 'hearing')
        this.#openMore()
        return
      case 'mute':
        this.#stands(deviceId, 'mute')
        this.#missed.push({ deviceid: deviceId, reason: `its audio format ${state.codec} cannot be made` })
        return
      case 'ended':
        this.#reached.delete(deviceId)
        this.#missed.push({ deviceid: deviceId, reason: state.detail })
        this.#openMore()
    }
  }

  #stands(deviceId: string, stands: Reached['stands']): void {
    const reached = this.#reached.get(deviceId)
    if (reached) reached.stands = stands
  }

  #count(stands: Reached['stands']): number {
    let count = 0
    for (const reached of this.#reached.values()) if (reached.stands === stands) count += 1
    return count
  }

  #end(): void {
    const state = this.#state
    if (state.kind === 'idle') return
    this.#report()
    this.#state = { kind: 'idle' }
    state.report.cancel()
    this.#waiting = []
    this.#fanOut.clear()
    for (const { talk } of this.#reached.values()) talk.close()
    this.#reached.clear()
    void state.recording.end('')
    this.#say({ type: 'state', state: 'ended' })
  }

  #report(): void {
    const hearing = this.#count('hearing')
    if (hearing === this.#reportedListening && this.#missed.length === 0) return
    this.#reportedListening = hearing
    this.#say({ type: 'reached', hearing, missed: this.#missed })
    this.#missed = []
  }

  #say(message: BroadcastMessage): void {
    this.#call.socket.say(message)
  }
}
