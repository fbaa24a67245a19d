import type { Generated } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Figure, Rule, RuleDraft, RuleFamily } from './areas.types.ts'

interface RuleRow {
  family: RuleFamily
  slot: number
  title: string
  enabled: 0 | 1
  tells_in: 0 | 1
  tells_out: 0 | 1
  saved_s: number
  /** JSON. */
  figure: string
  cells: Uint8Array | null
  /** JSON. */
  device_keys: string
}

interface Tables {
  rules: RuleRow & { id: Generated<number> }
}

/** The table of rules. */
export interface RuleStore {
  all(): Promise<Rule[]>
  find(family: RuleFamily, slot: number): Promise<Rule | undefined>
  /** Takes the place of what is in the slot, under a new id. */
  save(draft: RuleDraft, savedS: number): Promise<Rule>
  remove(family: RuleFamily, slot: number): Promise<void>
}

export function createRuleStore(database: Database): RuleStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      return (await db.selectFrom('rules').selectAll().execute()).map(ruleOf)
    },
    async find(family, slot) {
      const found = db.selectFrom('rules').selectAll().where('family', '=', family).where('slot', '=', slot)
      const row = await found.executeTakeFirst()
      return row && ruleOf(row)
    },
    save: (draft, savedS) =>
      db.transaction().execute(async (tables) => {
        const { family, slot } = draft
        await tables.deleteFrom('rules').where('family', '=', family).where('slot', '=', slot).execute()
        const row = await tables
          .insertInto('rules')
          .values(rowOf(draft, savedS))
          .returning('id')
          .executeTakeFirstOrThrow()
        return { ...draft, id: row.id, savedS }
      }),
    async remove(family, slot) {
      await db.deleteFrom('rules').where('family', '=', family).where('slot', '=', slot).execute()
    },
  }
}

function rowOf(draft: RuleDraft, savedS: number): RuleRow {
  const { figure } = draft
  const { cells, measures } =
    figure.kind === 'cells'
      ? { cells: figure.bytes, measures: { ...figure, bytes: undefined } }
      : { cells: null, measures: figure }
  return {
    family: draft.family,
    slot: draft.slot,
    title: draft.title,
    saved_s: savedS,
    cells,
    enabled: draft.enabled ? 1 : 0,
    tells_in: draft.raisesOnEnter ? 1 : 0,
    tells_out: draft.raisesOnLeave ? 1 : 0,
    figure: JSON.stringify(measures),
    device_keys: JSON.stringify(draft.deviceKeys),
  }
}

function ruleOf(row: RuleRow & { id: number }): Rule {
  const measures = JSON.parse(row.figure) as Figure
  return {
    id: row.id,
    family: row.family,
    slot: row.slot,
    title: row.title,
    savedS: row.saved_s,
    enabled: row.enabled === 1,
    raisesOnEnter: row.tells_in === 1,
    raisesOnLeave: row.tells_out === 1,
    figure: measures.kind === 'cells' ? { ...measures, bytes: new Uint8Array(row.cells ?? []) } : measures,
    deviceKeys: JSON.parse(row.device_keys) as number[],
  }
}
