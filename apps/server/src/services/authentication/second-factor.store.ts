import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  users: { id: number; name: string; second_factor: number }
  second_factors: { user_id: number; secret: string; last_step: number; guesses_until_ms: number }
  recovery_codes: { user_id: number; code_hash: string }
  session_tokens: { user_id: number }
}

/** How many codes may be tried: so many at once, then one each `refillMs`. */
export interface GuessRate {
  readonly burst: number
  readonly refillMs: number
}

export interface SecondFactorStore {
  /** Of a second factor that is on or being set up. */
  find(userId: number): Promise<{ readonly secret: string; readonly lastStep: number } | undefined>
  countRecoveryCodes(userId: number): Promise<number>
  /** Replaces one that is being set up. `false`: the user has one that is on. */
  begin(userId: number, secret: string, recoveryHashes: readonly string[]): Promise<boolean>
  /** `false`: a code of this step or a later one was accepted before. */
  useStep(userId: number, step: number): Promise<boolean>
  /** Counts a guess, of all servers together. `false`: there were too many. */
  takeGuess(userId: number, nowMs: number, rate: GuessRate): Promise<boolean>
  /** After a code that was right. */
  forgetGuesses(userId: number): Promise<void>
  /** `false`: there is no such code, or it was used before. */
  useRecoveryCode(userId: number, hash: string): Promise<boolean>
  /** On, and every session of the user ends: they came without it. `false`: it was set up anew meanwhile, with another secret. */
  turnOn(userId: number, secret: string): Promise<boolean>
  /** Off, with every session of the user. */
  turnOff(userId: number): Promise<void>
}

export function createSecondFactorStore(database: Database): SecondFactorStore {
  const db = database.tables<Tables>()
  return {
    async find(userId) {
      const row = db.selectFrom('second_factors').selectAll().where('user_id', '=', userId)
      const found = await row.executeTakeFirst()
      return found && { secret: found.secret, lastStep: found.last_step }
    },
    async countRecoveryCodes(userId) {
      const codes = db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId)
      return (await codes.execute()).length
    },
    begin: (userId, secret, recoveryHashes) =>
      db.transaction().execute(async (transaction) => {
        if ((await lockUser(transaction, userId)) === 0n) return false
        await remove(transaction, userId)
        await transaction
          .insertInto('second_factors')
          .values({ user_id: userId, secret, last_step: 0, guesses_until_ms: 0 })
          .execute()
        const rows = recoveryHashes.map((code_hash) => ({ user_id: userId, code_hash }))
        await transaction.insertInto('recovery_codes').values(rows).execute()
        return true
      }),
    async useStep(userId, step) {
      const change = db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId)
      return (await change.where('last_step', '<', step).executeTakeFirst()).numUpdatedRows > 0n
    },
    async takeGuess(userId, nowMs, { burst, refillMs }) {
      // One number holds the whole count: each guess moves it ahead by `refillMs`, and it may be `burst` of them ahead of now. Further ahead
      // it is only after a clock that was wrong.
      const lastMs = nowMs + (burst - 1) * refillMs
      const change = db
        .updateTable('second_factors')
        .set(({ eb }) => ({
          guesses_until_ms: eb
            .case()
            .when(eb.between('guesses_until_ms', nowMs, lastMs))
            .then(eb('guesses_until_ms', '+', refillMs))
            .else(nowMs + refillMs)
            .end(),
        }))
        .where('user_id', '=', userId)
        .where((row) =>
          row.or([row('guesses_until_ms', '<=', lastMs), row('guesses_until_ms', '>', lastMs + refillMs)]),
        )
      return (await change.executeTakeFirst()).numUpdatedRows > 0n
    },
    async forgetGuesses(userId) {
      await db.updateTable('second_factors').set({ guesses_until_ms: 0 }).where('user_id', '=', userId).execute()
    },
    async useRecoveryCode(userId, hash) {
      const removal = db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
      return (await removal.executeTakeFirst()).numDeletedRows > 0n
    },
    turnOn: (userId, secret) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId)
        const row = transaction.selectFrom('second_factors').select('secret').where('user_id', '=', userId)
        if ((await row.executeTakeFirst())?.secret !== secret) return false
        await change(transaction, userId, 1)
        return true
      }),
    turnOff: (userId) =>
      db.transaction().execute(async (transaction) => {
        await change(transaction, userId, 0)
        await remove(transaction, userId)
      }),
  }
}

/** The row of the user is written first, so that two who set one up take turns. 0: there is none without a second factor. */
async function lockUser(db: Kysely<Tables>, userId: number): Promise<bigint> {
  const user = db
    .updateTable('users')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', userId)
    .where('second_factor', '=', 0)
  return (await user.executeTakeFirst()).numUpdatedRows
}

async function change(db: Kysely<Tables>, userId: number, second_factor: 0 | 1): Promise<void> {
  await db.updateTable('users').set({ second_factor }).where('id', '=', userId).execute()
  await db.deleteFrom('session_tokens').where('user_id', '=', userId).execute()
}

async function remove(db: Kysely<Tables>, userId: number): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
