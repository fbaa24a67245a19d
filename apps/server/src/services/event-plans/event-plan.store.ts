import type { PlanKind, PlanMode, PlanSettings } from '@fleetglass/contract/event-plans'
import type { Database } from '../../platform/database/index.ts'
import type { DecidePlanChange, PlanChange, PlanKey, PlanTables, StoredPlan } from './event-plans.types.ts'

interface PlanRow {
  kind: PlanKind
  mode: PlanMode
  target: number
  code: number
  settings: string
  updated_s: number
}

interface Tables {
  event_plans: PlanRow
  event_plan_revision: { id: number; revision: number }
}

type Connection = ReturnType<typeof tablesOf>

/** Rows of one statement: databases limit the values of a statement. */
const AT_ONCE = 100

export interface EventPlanStore {
  read(): Promise<PlanTables>
  /** Makes the change that `decide` returns; what it throws is thrown, and nothing is changed. Resolves with what is then stored. */
  change<Kind extends PlanKind>(kind: Kind, decide: DecidePlanChange<Kind>): Promise<readonly StoredPlan<Kind>[]>
}

export function createEventPlanStore(database: Database): EventPlanStore {
  const db = tablesOf(database)
  return {
    async read() {
      const rows = await db
        .selectFrom('event_plans')
        .selectAll()
        .orderBy('mode')
        .orderBy('target')
        .orderBy('code')
        .execute()
      return { download: plansIn(rows, 'download'), push: plansIn(rows, 'push'), realtime: plansIn(rows, 'realtime') }
    },
    change: (kind, decide) =>
      db.transaction().execute(async (transaction) => {
        // Holds the one row until the end, so that two who save take turns.
        await transaction
          .insertInto('event_plan_revision')
          .values({ id: 1, revision: 1 })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet(({ eb, ref }) => ({
              revision: eb(ref('event_plan_revision.revision'), '+', 1),
            })),
          )
          .execute()
        const stored = await readKind(transaction, kind)
        await apply(transaction, kind, decide(stored))
        return readKind(transaction, kind)
      }),
  }
}

function tablesOf(database: Database) {
  return database.tables<Tables>()
}

async function readKind<Kind extends PlanKind>(db: Connection, kind: Kind): Promise<readonly StoredPlan<Kind>[]> {
  const rows = await db
    .selectFrom('event_plans')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('mode')
    .orderBy('target')
    .orderBy('code')
    .execute()
  return plansIn(rows, kind)
}

function plansIn<Kind extends PlanKind>(rows: readonly PlanRow[], kind: Kind): readonly StoredPlan<Kind>[] {
  return rows
    .filter((row) => row.kind === kind)
    .map(({ mode, target, code, settings, updated_s: updatedS }) => ({
      mode,
      target,
      code,
      // Written by `apply` below, from the type that it is read as.
      settings: JSON.parse(settings) as PlanSettings[Kind],
      updatedS,
    }))
}

async function apply<Kind extends PlanKind>(
  db: Connection,
  kind: Kind,
  { remove = [], put = [] }: PlanChange<Kind>,
): Promise<void> {
  for (const { mode, code, targets } of byModeAndCode(remove)) {
    for (let at = 0; at < targets.length; at += AT_ONCE) {
      await db
        .deleteFrom('event_plans')
        .where('kind', '=', kind)
        .where('mode', '=', mode)
        .where('code', '=', code)
        .where('target', 'in', targets.slice(at, at + AT_ONCE))
        .execute()
    }
  }
  for (let at = 0; at < put.length; at += AT_ONCE) {
    const rows = put.slice(at, at + AT_ONCE).map(({ mode, target, code, settings, updatedS }) => ({
      kind,
      mode,
      target,
      code,
      settings: JSON.stringify(settings),
      updated_s: updatedS,
    }))
    await db
      .insertInto('event_plans')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'mode', 'target', 'code']).doUpdateSet(({ ref }) => ({
          settings: ref('excluded.settings'),
          updated_s: ref('excluded.updated_s'),
        })),
      )
      .execute()
  }
}

function byModeAndCode(keys: readonly PlanKey[]) {
  const groups = new Map<string, { readonly mode: PlanMode; readonly code: number; readonly targets: number[] }>()
  for (const { mode, code, target } of keys) {
    const name = `${mode} ${code}`
    const group = groups.get(name) ?? { mode, code, targets: [] }
    group.targets.push(target)
    groups.set(name, group)
  }
  return groups.values()
}
