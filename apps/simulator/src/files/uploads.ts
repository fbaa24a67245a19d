import type { UploadControl, UploadRequest } from '@fleetglass/jt1078'
import { type RecordingFile, Result } from '../camera/index.ts'
import { Upload, type UploadContext } from './upload.ts'

/** Uploads that a device remembers; a further one is refused. */
const MOST = 8
const Command = { pause: 0, resume: 1, cancel: 2 } as const

/** Uploads of a device to FTP servers: obeys 0x9206 and 0x9207, and reports with 0x1206. */
export class Uploads {
  readonly #context: UploadContext
  readonly #report: (replySerial: number, result: number) => void
  /** By the serial of their 0x9206. */
  readonly #running = new Map<number, Upload>()

  constructor(context: UploadContext, report: (replySerial: number, result: number) => void) {
    this.#context = context
    this.#report = report
  }

  get count(): number {
    return this.#running.size
  }

  /** 0x9206. `source` is `null` where nothing is recorded. */
  start(serial: number, request: UploadRequest, source: RecordingFile | null): number {
    if (this.#context.faults.refusesUpload || source === null || this.#running.size >= MOST) return Result.failed
    const upload = new Upload(this.#context, request, source, (done) => {
      this.#running.delete(serial)
      this.#report(serial, done ? Result.done : Result.failed)
    })
    this.#running.set(serial, upload)
    return Result.done
  }

  /** 0x9207. */
  control({ requestSerial, command }: UploadControl): number {
    const upload = this.#running.get(requestSerial)
    if (!upload) return Result.failed
    if (command === Command.pause) upload.pause()
    else if (command === Command.resume) upload.resume()
    else if (command === Command.cancel) {
      this.#running.delete(requestSerial)
      void upload.cancel()
    } else return Result.wrong
    return Result.done
  }

  /** Resolves when no connection is left. */
  async close(): Promise<void> {
    const running = [...this.#running.values()]
    this.#running.clear()
    await Promise.all(running.map((upload) => upload.cancel()))
  }
}
