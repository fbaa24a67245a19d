// Belongs here: what the words mean to a device, and that a camera which was moved stops. Does not: who may move it.
import { AppError } from '@fleetglass/contract/errors'
import { PTZ_LIMIT_MS, type PtzWord } from '@fleetglass/contract/ptz'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { commandFailure, type DeviceCommand, type DeviceCommands } from '../../ports/commands/index.ts'

/** 0x9306 is one step: repeated while the button is held (PTZ-12). */
export const ZOOM_REPEAT_MS = 500
const SPEED = 128

type Direction = Extract<DeviceCommand, { name: 'turnCamera' }>['direction']
/** What cameras that still move have to take their stop before the server ends. */
const CLOSE_MS = 1_000

const DIRECTIONS: Readonly<Partial<Record<PtzWord, readonly Direction[]>>> = {
  UP: ['up'],
  DN: ['down'],
  LT: ['left'],
  RT: ['right'],
  UPLT: ['up', 'left'],
  UPRT: ['up', 'right'],
  DNLT: ['down', 'left'],
  DNRT: ['down', 'right'],
}
const ZOOMS = { ZI: 'in', ZO: 'out' } as const

export interface CameraMover {
  /** Resolves with why it was not done, or `null`. */
  move(who: symbol, deviceId: string, channel: number, word: PtzWord, mayGoOn?: () => boolean): Promise<AppError | null>
  /** Stops the movements that may not go on. */
  checkAll(): void
  /** The operator disconnected: the cameras that the operator moves stop. */
  stopAll(who: symbol): void
  /** Stops what moves, and waits a moment for the cameras; nothing can be moved any more. */
  close(): Promise<void>
}

interface Movement {
  readonly who: symbol
  readonly deviceId: string
  readonly channel: number
  readonly mayGoOn: () => boolean
  readonly timers: readonly Timer[]
}

export function createCameraMover(deps: { readonly clock: Clock; readonly commands: DeviceCommands }): CameraMover {
  const { clock, commands } = deps
  /** By camera; at most one each, so their number is bounded by the channels of the fleet. */
  const movements = new Map<string, Movement>()
  let closing: Promise<void> | null = null

  /**
   * In order: a diagonal is two messages. The first that is not done ends it, and so does another word meanwhile: what
   * leaves after a stop would keep the camera turning.
   */
  async function send(
    deviceId: string,
    messages: readonly DeviceCommand[],
    isCurrent: () => boolean = () => true,
  ): Promise<AppError | null> {
    for (const message of messages) {
      if (!isCurrent()) return null
      const result = await commands.send(deviceId, message)
      if (result.kind !== 'answered') return commandFailure(result)
    }
    return null
  }

  function forget(key: string): void {
    for (const timer of movements.get(key)?.timers ?? []) timer.cancel()
    movements.delete(key)
  }

  /** Only the shutdown of the server waits for it: the user who held the button is gone or has been silent for too long. */
  async function stop({ deviceId, channel }: Movement): Promise<void> {
    forget(keyOf(deviceId, channel))
    await send(deviceId, [turn(channel, 'stop')])
  }

  return {
    async move(who, deviceId, channel, word, mayGoOn = () => true) {
      const key = keyOf(deviceId, channel)
      forget(key)
      if (word === 'STOP') return send(deviceId, [turn(channel, 'stop')])
      if (closing !== null) return new AppError('server-stopping')
      const step = zoomStep(channel, word)
      const timers = [clock.after(PTZ_LIMIT_MS, () => void stop(movement))]
      if (step !== null) timers.push(clock.every(ZOOM_REPEAT_MS, () => void send(deviceId, [step])))
      const movement: Movement = { who, deviceId, channel, mayGoOn, timers }
      movements.set(key, movement)
      const messages = step === null ? (DIRECTIONS[word] ?? []).map((one) => turn(channel, one)) : [step]
      const isCurrent = (): boolean => movements.get(key) === movement
      const failure = await send(deviceId, messages, isCurrent)
      // A device that did not answer may have done it, as it has the half of a diagonal before.
      if (failure !== null && isCurrent()) void stop(movement)
      return failure
    },
    checkAll() {
      for (const movement of [...movements.values()]) if (!movement.mayGoOn()) void stop(movement)
    },
    stopAll(who) {
      for (const movement of [...movements.values()]) if (movement.who === who) void stop(movement)
    },
    close() {
      closing ??= stopAndWait()
      return closing
    },
  }

  function stopAndWait(): Promise<void> {
    const stops = [...movements.values()].map(stop)
    if (stops.length === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = clock.after(CLOSE_MS, resolve)
      void Promise.all(stops).then(() => {
        timer.cancel()
        resolve()
      })
    })
  }
}

function keyOf(deviceId: string, channel: number): string {
  return `${deviceId}/${channel}`
}

function turn(channel: number, direction: Direction): DeviceCommand {
  return { name: 'turnCamera', channel, direction, speed: SPEED }
}

/** `null` for the words that turn. */
function zoomStep(channel: number, word: PtzWord): DeviceCommand | null {
  return word === 'ZI' || word === 'ZO' ? { name: 'zoomCamera', channel, direction: ZOOMS[word] } : null
}
