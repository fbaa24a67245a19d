import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname } from 'node:path'
import { WAV_HEAD_BYTES, wavHead } from './wav-head.ts'

const CHANNELS = 2
const BYTES_PER_SAMPLE = 2
const MOST_BYTES = 0xffff_ffff - WAV_HEAD_BYTES

/** A WAV file that grows, and plays at any moment. Not for two writers at once. */
export class WavFile {
  readonly #file: FileHandle
  /** Of the samples, with those of the silence that is a hole in the file. */
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

  /**
   * Samples of the two channels after each other, `at` so many of each from the beginning; what lies between is silent and takes no
   * room on the disk. They are the file's from now on. Beyond 4 GiB, which is a day and a half, nothing is added.
   */
  async write(at: number, samples: Int16Array): Promise<void> {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    if (endianness() === 'BE') bytes.swap16()
    const from = at * CHANNELS * BYTES_PER_SAMPLE
    if (bytes.length === 0 || from + bytes.length > MOST_BYTES) return
    await this.#file.write(bytes, 0, bytes.length, WAV_HEAD_BYTES + from)
    this.#bytes = Math.max(this.#bytes, from + bytes.length)
    await this.#writeHead()
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #writeHead(): Promise<void> {
    await this.#file.write(wavHead(CHANNELS, this.#bytes), 0, WAV_HEAD_BYTES, 0)
  }
}
