// Belongs here: parts of objects in memory, so that a file is not requested anew for each of its heads. Does not: requesting them (s3-bucket.ts).

export const BLOCK_BYTES = 1024 * 1024
/** 64 MB for all files that are read: above it the block that was not used the longest goes. */
const MAX_BLOCKS = 64

/** Blocks by name. Who asks for a block that is being loaded waits for the same load. */
export class BlockCache {
  readonly #blocks = new Map<string, Promise<Uint8Array>>()

  get(name: string, load: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#blocks.get(name)
    if (known !== undefined) {
      this.#blocks.delete(name)
      this.#blocks.set(name, known)
      return known
    }
    const loading = load()
    this.#blocks.set(name, loading)
    loading.catch(() => {
      if (this.#blocks.get(name) === loading) this.#blocks.delete(name)
    })
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break
      this.#blocks.delete(oldest)
    }
    return loading
  }
}
