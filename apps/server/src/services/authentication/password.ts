import { createHash } from 'node:crypto'
import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** The cost of a slow hash for an attacker who guesses. */
export interface HashCost {
  readonly memoryKib: number
  readonly rounds: number
}

// About 30 ms and 19 MiB a hash, in the thread pool of the runtime.
const COST: HashCost = { memoryKib: 19_456, rounds: 2 }
const options = { algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1 }

/** What travels instead of a password: SHA-256 of its UTF-8 bytes, upper-case hex. */
export function hashOfPassword(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('hex').toUpperCase()
}

/** A slow salted hash of the 64 hex digits, for storage. */
export function slowHash(passwordHash: string, { memoryKib, rounds } = COST): Promise<string> {
  return hash(passwordHash.toUpperCase(), { ...options, memoryCost: memoryKib, timeCost: rounds })
}

/** The stored hash says itself what it costs. */
export function matchesSlowHash(stored: string, passwordHash: string): Promise<boolean> {
  return verify(stored, passwordHash.toUpperCase(), options)
}
