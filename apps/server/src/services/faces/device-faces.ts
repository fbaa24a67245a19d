// Belongs here: the face slots of a device, over the commands port. Does not: the bytes of the exchange (packages/jt808, faces).
import { createHash } from 'node:crypto'
import { concat } from '@fleetglass/bytes'
import { AppError } from '@fleetglass/contract/errors'
import type { FaceSlot } from '@fleetglass/contract/faces'
import { FACE_PIECE_BYTES, FaceResult } from '@fleetglass/jt808'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import {
  commandFailure,
  type DeviceAnswer,
  type DeviceCommand,
  type DeviceCommands,
} from '../../ports/commands/index.ts'

type Request = Extract<DeviceCommand, { name: 'face' }>['request']
type Answer = Extract<DeviceAnswer, { name: 'face' }>['answer']

/** A piece of a photo over a slow mobile connection. */
const ANSWER_MS = 20_000

/** Who a face belongs to, as a device stores it. */
export interface FaceTexts {
  readonly idcard: string
  readonly name: string
}

export interface DeviceFaces {
  /** When each slot was changed, unix seconds; 0: it is empty. */
  summary(deviceId: string): Promise<readonly number[]>
  read(deviceId: string, slot: number): Promise<FaceSlot>
  /** The photo of a slot, compared with the MD5 that the device has of it. */
  photo(deviceId: string, slot: number): Promise<Uint8Array>
  /** Puts each photo into a free slot of its own, reads the slots back and compares them. When one fails, those before it are removed again, as long as the device answers. */
  add(deviceId: string, texts: FaceTexts, photos: readonly Uint8Array[]): Promise<readonly FaceSlot[]>
  /** Changes whose face it is; the photo stays. */
  write(deviceId: string, slot: number, texts: FaceTexts): Promise<FaceSlot>
  remove(deviceId: string, slot: number): Promise<void>
}

export function createDeviceFaces(deps: {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
  readonly commands: DeviceCommands
}): DeviceFaces {
  const { clock, commands, log } = deps
  /** Devices that are being changed: two changes would choose the same free slot. One more is refused. */
  const changing = new Set<string>()

  async function ask<Name extends Request['name']>(
    deviceId: string,
    request: Extract<Request, { name: Name }>,
  ): Promise<Extract<Answer, { name: Name }>> {
    const result = await commands.send(deviceId, { name: 'face', request }, { timeoutMs: ANSWER_MS })
    if (result.kind !== 'answered') throw commandFailure(result)
    if (result.answer.name !== 'face') throw new AppError('device-unreadable')
    const { answer } = result.answer
    if (answer.name === 'failed') throw failureOf(answer.result, 'slot' in request ? request.slot : 0)
    if (answer.name !== request.name) throw new AppError('device-unreadable')
    return answer as Extract<Answer, { name: Name }>
  }

  async function exclusively<Value>(deviceId: string, change: () => Promise<Value>): Promise<Value> {
    if (changing.has(deviceId)) throw new AppError('face-device-busy')
    changing.add(deviceId)
    try {
      return await change()
    } finally {
      changing.delete(deviceId)
    }
  }

  async function read(deviceId: string, slot: number): Promise<FaceSlot> {
    const { timeS, idcard, person, photo } = await ask<'read'>(deviceId, { name: 'read', slot })
    return { index: slot, idcard, name: person, md5: photo?.md5 ?? '', updatetime: timeS }
  }

  async function send(deviceId: string, slot: number, texts: FaceTexts, photo: Uint8Array): Promise<FaceSlot> {
    const facts = { bytes: photo.length, md5: md5Of(photo) }
    await ask<'write'>(deviceId, { ...writeOf(slot, texts), photo: facts })
    for (let offset = 0; offset < photo.length; offset += FACE_PIECE_BYTES) {
      const data = photo.subarray(offset, offset + FACE_PIECE_BYTES)
      await ask<'piece'>(deviceId, { name: 'piece', slot, offset, data })
    }
    return await compared(deviceId, slot, { ...texts, md5: facts.md5 })
  }

  /** FACE-21: what the device has is what it was sent. */
  async function compared(
    deviceId: string,
    slot: number,
    sent: FaceTexts & { readonly md5?: string },
  ): Promise<FaceSlot> {
    const stored = await read(deviceId, slot)
    const isSame = stored.idcard === sent.idcard && stored.name === sent.name && stored.md5 === (sent.md5 ?? stored.md5)
    if (!isSame) throw new AppError('face-slot-differs', { slot })
    return stored
  }

  /** All photos of a face are set or none. */
  async function takeBack(deviceId: string, slots: readonly number[]): Promise<void> {
    for (const [at, slot] of slots.entries()) {
      const result = await commands.send(
        deviceId,
        { name: 'face', request: { name: 'remove', slot } },
        { timeoutMs: ANSWER_MS },
      )
      if (result.kind === 'answered') {
        const answer = result.answer.name === 'face' ? result.answer.answer : null
        // The last one may have got nothing.
        const isEmpty = answer?.name === 'remove' || (answer?.name === 'failed' && answer.result === FaceResult.empty)
        if (!isEmpty) log.warn({ deviceId, slot, answer }, 'A slot of a face that failed could not be emptied')
        continue
      }
      // Each further one would wait as long, and the caller waits for all of them.
      log.warn({ deviceId, slots: slots.slice(at) }, 'Slots of a face that failed could not be emptied: no answer')
      return
    }
  }

  const writeOf = (slot: number, { idcard, name }: FaceTexts) =>
    ({ name: 'write', slot, timeS: Math.floor(clock.nowMs() / 1000), idcard, person: name }) as const

  return {
    summary: async (deviceId) => (await ask<'summary'>(deviceId, { name: 'summary' })).timesS,
    read,
    async photo(deviceId, slot) {
      const { photo } = await ask<'read'>(deviceId, { name: 'read', slot })
      if (photo === null) throw new AppError('face-slot-empty', { slot })
      const pieces: Uint8Array[] = []
      for (let offset = 0; offset < photo.bytes; ) {
        const { data, offset: from } = await ask<'photo'>(deviceId, { name: 'photo', slot, offset })
        if (from !== offset || data.length === 0 || offset + data.length > photo.bytes)
          throw new AppError('device-unreadable')
        pieces.push(data)
        offset += data.length
      }
      const whole = concat(pieces)
      if (md5Of(whole) !== photo.md5) throw new AppError('face-slot-differs', { slot })
      return whole
    },
    add: (deviceId, texts, photos) =>
      exclusively(deviceId, async () => {
        const { timesS } = await ask<'summary'>(deviceId, { name: 'summary' })
        const free = timesS.flatMap((timeS, at) => (timeS === 0 ? [at + 1] : []))
        if (free.length < photos.length) throw new AppError('face-slots-full')
        const slots: FaceSlot[] = []
        try {
          for (const [at, photo] of photos.entries()) slots.push(await send(deviceId, free[at] ?? 0, texts, photo))
        } catch (error) {
          await takeBack(deviceId, free.slice(0, slots.length + 1))
          throw error
        }
        return slots
      }),
    write: (deviceId, slot, texts) =>
      exclusively(deviceId, async () => {
        await ask<'write'>(deviceId, { ...writeOf(slot, texts), photo: null })
        return await compared(deviceId, slot, texts)
      }),
    remove: (deviceId, slot) =>
      exclusively(deviceId, async () => {
        await ask<'remove'>(deviceId, { name: 'remove', slot })
      }),
  }
}

function failureOf(result: number, slot: number): AppError {
  switch (result) {
    case FaceResult.noSlot:
      return new AppError('face-slot-unknown', { slot })
    case FaceResult.empty:
      return new AppError('face-slot-empty', { slot })
    case FaceResult.differs:
      return new AppError('face-slot-differs', { slot })
    default:
      return new AppError('device-failed')
  }
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}
