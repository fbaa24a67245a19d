/**
 * SHA-256 (FIPS 180-4) in plain script. A page on http that is not localhost has no `crypto.subtle`, and the login must
 * work there too: the password leaves the browser as this hash only.
 */
export function sha256Hex(text: string): string {
  const bytes = padded(new TextEncoder().encode(text))
  const hash = new Uint32Array(initial)
  for (let offset = 0; offset < bytes.length; offset += 64) block(hash, new DataView(bytes.buffer, offset, 64))
  return [...hash]
    .map((word) => word.toString(16).padStart(8, '0'))
    .join('')
    .toUpperCase()
}

const primes = firstPrimes(64)
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function block(hash: Uint32Array, view: DataView): void {
  const w = new Uint32Array(64)
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(i * 4)
  for (let i = 16; i < 64; i++) {
    const low = w[i - 15]!
    const high = w[i - 2]!
    const s0 = turn(low, 7) ^ turn(low, 18) ^ (low >>> 3)
    const s1 = turn(high, 17) ^ turn(high, 19) ^ (high >>> 10)
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + word
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((((message.length + 8) >> 6) + 1) << 6)
  bytes.set(message)
  bytes[message.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  return bytes
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}
