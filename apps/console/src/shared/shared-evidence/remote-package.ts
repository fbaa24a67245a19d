import type { ByteSource } from '@fleetglass/evidence'

/** Few large requests: a verifier reads small pieces, one after the other. */
const WINDOW_BYTES = 4 * 1024 * 1024

/** The bytes of a package that stay at the server, read by ranges. */
export function remotePackage(address: string, size: number): ByteSource {
  let window = { at: 0, bytes: new Uint8Array() }
  const load = async (at: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const end = Math.min(size, at + length)
    const reply = await fetch(address, {
      credentials: 'same-origin',
      headers: { range: `bytes=${at}-${end - 1}` },
    })
    if (reply.status !== 206) throw new Error(`the server answered ${reply.status}`)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    if (bytes.length !== end - at) throw new Error('the answer is shorter than it should be')
    return bytes
  }
  return {
    size,
    async read(at, length) {
      const isInWindow = at >= window.at && at + length <= window.at + window.bytes.length
      if (!isInWindow) window = { at, bytes: await load(at, Math.max(length, WINDOW_BYTES)) }
      return window.bytes.subarray(at - window.at, at - window.at + length)
    },
  }
}
