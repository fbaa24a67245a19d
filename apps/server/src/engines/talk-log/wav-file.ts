import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { WAV_HEAD_BYTES, wavHead } from './wav-head.ts'

const CHANNELS = 2
const MOST_BYTES = 0xffff_ffff - WAV_HEAD_BYTES

/** A WAV file that grows, and plays at any moment. Not for two writers at once. */
export class WavFile {
  readonly #file: FileHandle
  #bytes = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<WavFile> {
    await mkdir(dirname(path), { recursive: true })
    const wav = new WavFile(await open(path, 'wx'))
    await wav.#writeHead()
    return wav
  }

  /** Samples of the two channels after each other. Beyond 4 GiB, which is a day and a half, nothing is added. */
  async append(samples: Int16Array): Promise<void> {
    const bytes = Buffer.alloc(samples.length * 2)
    for (let at = 0; at < samples.length; at++) bytes.writeInt16LE(samples[at] ?? 0, at * 2)
    if (bytes.length === 0 || this.#bytes + bytes.length > MOST_BYTES) return
    await this.#file.write(bytes, 0, bytes.length, WAV_HEAD_BYTES + this.#bytes)
    this.#bytes += bytes.length
    await this.#writeHead()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #writeHead(): Promise<void> {
    await this.#file.write(wavHead(CHANNELS, this.#bytes), 0, WAV_HEAD_BYTES, 0)
  }
}
