// Uploads between nodes: the side of the node that the device is connected to.
import { randomUUID } from 'node:crypto'
import type { Bus, Subscription } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { RANGE_FOLLOWS, uploadSubject } from './bus-files.ts'
import type { DeviceFiles, DeviceUpload, UploadedFile } from './device-files.types.ts'
import {
  fileOpenedCodec,
  fileOrderCodec,
  fileRangeCodec,
  type UploadReply,
  type UploadRequest,
  uploadReplyCodec,
  uploadRequestCodec,
} from './file-codecs.ts'

/** An upload that nobody asks about is closed after this: a paused one is kept for ten minutes by the asking side. */
const IDLE_MS = 15 * 60_000

export interface ServeFilesDeps {
  readonly bus: Bus
  readonly clock: Clock
}

/** Opens uploads of a device while it is connected. One that is open stays: the device may be back before it ends. */
export function serveFiles(deps: ServeFilesDeps, deviceId: string, source: DeviceFiles): { close(): void } {
  return deps.bus.respond(deviceSubject(deviceId, 'file'), async (bytes) => {
    try {
      const order = fileOrderCodec.decode(bytes)
      if (!order.ok) return fileOpenedCodec.encode({ kind: 'failed', reason: order.reason })
      const upload = await source.open({ ...order.value, deviceId })
      if (upload === null) return fileOpenedCodec.encode({ kind: 'failed', reason: 'the device is not connected' })
      const id = randomUUID()
      new ServedUpload(deps, id, upload)
      const { user, password, directory } = upload
      return fileOpenedCodec.encode({ kind: 'opened', id, user, password, directory })
    } catch (error) {
      return fileOpenedCodec.encode({ kind: 'failed', reason: messageOf(error) })
    }
  })
}

class ServedUpload {
  readonly #upload: DeviceUpload
  readonly #clock: Clock
  readonly #subscriptions: readonly Subscription[]
  #idle: { cancel(): void }
  #files: readonly UploadedFile[] = []

  constructor({ bus, clock }: ServeFilesDeps, id: string, upload: DeviceUpload) {
    this.#upload = upload
    this.#clock = clock
    this.#idle = this.#expire()
    this.#subscriptions = [
      bus.respond(uploadSubject(id, 'request'), async (bytes) => {
        const request = uploadRequestCodec.decode(bytes)
        const reply: UploadReply = request.ok
          ? await this.#answer(request.value).catch((error: unknown) => failure(messageOf(error)))
          : failure(request.reason)
        return uploadReplyCodec.encode(reply)
      }),
      bus.respond(uploadSubject(id, 'bytes'), async (bytes) => {
        try {
          return await this.#range(bytes)
        } catch (error) {
          return Buffer.concat([Uint8Array.of(0), Buffer.from(messageOf(error))])
        }
      }),
    ]
  }

  async #answer(request: UploadRequest): Promise<UploadReply> {
    this.#touch()
    const upload = this.#upload
    switch (request.kind) {
      case 'status':
        return { kind: 'status', status: await upload.status() }
      case 'asked':
        await upload.asked(request.serial)
        return done
      case 'pause':
        await upload.pause()
        return done
      case 'go-on':
        await upload.goOn()
        return done
      case 'end':
        await upload.end()
        return done
      case 'files':
        this.#files = await upload.files()
        return { kind: 'number', value: this.#files.length }
      case 'size':
        return { kind: 'number', value: await this.#with(request.file, (file) => file.size()) }
      case 'close':
        await this.#close(request.files)
        return done
    }
  }

  async #range(bytes: Uint8Array): Promise<Uint8Array> {
    this.#touch()
    const request = fileRangeCodec.decode(bytes)
    if (!request.ok) throw new Error(request.reason)
    const { file, position, length } = request.value
    const range = await this.#with(file, (opened) => opened.read(position, length))
    return Buffer.concat([Uint8Array.of(RANGE_FOLLOWS), range])
  }

  async #with<T>(at: number, use: (file: Awaited<ReturnType<UploadedFile['open']>>) => Promise<T>): Promise<T> {
    const file = await this.#files[at]?.open()
    if (file === undefined) throw new Error('this upload has no such file')
    return await use(file).finally(() => file.close())
  }

  #touch(): void {
    this.#idle.cancel()
    this.#idle = this.#expire()
  }

  #expire(): { cancel(): void } {
    return this.#clock.after(IDLE_MS, () => void this.#close('keep').catch(() => undefined))
  }

  async #close(files: 'keep' | 'remove'): Promise<void> {
    this.#idle.cancel()
    for (const subscription of this.#subscriptions) subscription.close()
    await this.#upload.close(files)
  }
}

const done: UploadReply = { kind: 'done' }

function failure(reason: string): UploadReply {
  return { kind: 'failed', reason }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
