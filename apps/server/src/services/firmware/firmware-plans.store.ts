import type { Generated } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

export interface StoredPlan {
  readonly id: number
  readonly target: string
  readonly url: string
  readonly memo: string
  /** It is for devices of this group and those below it. */
  readonly groupId: number
  readonly updatedS: number
}

interface PlanRow {
  target: string
  url: string
  memo: string
  group_id: number
  updated_s: number
}

interface Tables {
  /** The database gives the id. */
  firmware_plans: PlanRow & { id: Generated<number> }
  firmware_plan_tries: { plan_id: number; device_key: number; tried_s: number }
}

export interface FirmwarePlansStore {
  all(): Promise<readonly StoredPlan[]>
  add(plan: Omit<StoredPlan, 'id'>): Promise<StoredPlan>
  replace(plan: StoredPlan): Promise<void>
  remove(id: number): Promise<void>
  /** When a plan tried a device the last time, unix seconds; `null`: never. */
  triedS(planId: number, deviceKey: number): Promise<number | null>
}

export function createFirmwarePlansStore(database: Database): FirmwarePlansStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      const rows = await db.selectFrom('firmware_plans').selectAll().orderBy('id').execute()
      return rows.map(({ group_id, updated_s, ...same }) => ({
        ...same,
        groupId: group_id,
        updatedS: Number(updated_s),
      }))
    },
    async add(plan) {
      const { id } = await db.insertInto('firmware_plans').values(rowOf(plan)).returning('id').executeTakeFirstOrThrow()
      return { ...plan, id }
    },
    async replace({ id, ...plan }) {
      await db.updateTable('firmware_plans').set(rowOf(plan)).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('firmware_plans').where('id', '=', id).execute()
        await transaction.deleteFrom('firmware_plan_tries').where('plan_id', '=', id).execute()
      })
    },
    async triedS(planId, deviceKey) {
      const row = await db
        .selectFrom('firmware_plan_tries')
        .select('tried_s')
        .where('plan_id', '=', planId)
        .where('device_key', '=', deviceKey)
        .executeTakeFirst()
      return row === undefined ? null : Number(row.tried_s)
    },
  }
}

function rowOf({ target, url, memo, groupId, updatedS }: Omit<StoredPlan, 'id'>): PlanRow {
  return { target, url, memo, group_id: groupId, updated_s: updatedS }
}
