import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** A public key. */
export interface RsaKey {
  readonly e: number
  /** 128 bytes. */
  readonly n: Uint8Array
}

const MODULUS_BYTES = 128

export function readRsaKey(reader: ByteReader): RsaKey {
  return { e: reader.u32(), n: reader.take(MODULUS_BYTES) }
}

export function writeRsaKey(writer: ByteWriter, key: RsaKey): void {
  if (key.n.length !== MODULUS_BYTES) throw new RangeError(`a modulus has 128 bytes, not ${key.n.length}`)
  writer.u32(key.e).bytes(key.n)
}
