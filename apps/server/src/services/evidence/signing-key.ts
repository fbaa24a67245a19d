// The key of the site: made at the first start, in the database, so that every server of the site signs with it. Who reads the database file
// could read a key beside it as well (as for the secrets of the settings).
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { toHex } from '@fleetglass/bytes'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  evidence_key: { id: number; private_key: string }
}

export interface SigningKey {
  /** Ed25519, 64 hex digits. */
  readonly publicKey: string
  sign(bytes: Uint8Array): Uint8Array
}

export async function loadSigningKey(database: Database): Promise<SigningKey> {
  const db = database.tables<Tables>()
  const stored = () => db.selectFrom('evidence_key').select('private_key').where('id', '=', 1).executeTakeFirst()
  if ((await stored()) === undefined) {
    const privateKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const row = { id: 1, private_key: privateKey }
    await db
      .insertInto('evidence_key')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const found = await stored()
  if (found === undefined) throw new Error('the key of evidence packages was not stored')
  const privateKey = createPrivateKey(found.private_key)
  // RFC 8410: the key is the last 32 bytes of its DER.
  const publicDer = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { publicKey: toHex(publicDer.subarray(-32)), sign: (bytes) => sign(null, bytes, privateKey) }
}
