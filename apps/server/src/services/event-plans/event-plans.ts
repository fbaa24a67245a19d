// Belongs here: the plans as this process has them cached, and that a change reaches every process. Does not: SQL
// (event-plan.store.ts), who may change them (features/event-plans), what they do (event-deliveries, event-media).
import type { PlanKind } from '@fleetglass/contract/event-plans'
import { type Bus, whenRestored } from '../../platform/bus/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Directory } from '../directory/index.ts'
import { createEventPlanStore } from './event-plan.store.ts'
import type { EventPlans, PlanKey, StoredPlan } from './event-plans.types.ts'
import { planInForce } from './plan-in-force.ts'

/** Without content: a server that receives it reads what is stored. */
const SUBJECT = 'event-plans.changed'

const kinds: readonly PlanKind[] = ['download', 'push', 'realtime']

export async function createEventPlans(deps: {
  readonly log: Log
  readonly database: Database
  readonly bus: Bus
  readonly directory: Pick<Directory, 'registry' | 'changes'>
}): Promise<EventPlans & { close(): Promise<void> }> {
  const { log, bus } = deps
  const { registry, changes } = deps.directory
  const store = createEventPlanStore(deps.database)
  /** What is read and what is changed here, one after the other. */
  const mutex = new Mutex()
  let cached: CachedPlans = { download: indexed([]), push: indexed([]), realtime: indexed([]) }
  const readAgain = (): Promise<void> =>
    mutex.run(async () => {
      const { download, push, realtime } = await store.read()
      cached = { download: indexed(download), push: indexed(push), realtime: indexed(realtime) }
    })
  const failed = (error: unknown): void => log.error({ err: error }, 'changed event plans could not be read or stored')
  // Subscribed before they are loaded: a change in between is read again.
  const subscription = bus.subscribe(SUBJECT, () => void readAgain().catch(failed))
  const watch = whenRestored(bus, () => void readAgain().catch(failed))

  const plans: EventPlans = {
    list: (kind) => cached[kind].plans,
    settingsFor(kind, deviceKey, code) {
      const device = registry.byKey(deviceKey)
      if (device === undefined) return null
      const groupPaths = device.groups.map((group) => registry.groups.pathOf(group))
      const { find } = cached[kind]
      return planInForce({ key: deviceKey, groupPaths }, (scope) => find({ ...scope, code }))?.settings ?? null
    },
    async change(kind, decide) {
      await mutex.run(async () => {
        cached = { ...cached, [kind]: indexed(await store.change(kind, decide)) }
      })
      bus.publish(SUBJECT, new Uint8Array())
    },
  }
  /** The id of a removed group is not used again; its plans would only count against the limit. */
  const removeOfGroup = async (groupId: number): Promise<void> => {
    const isOfGroup = ({ mode, target }: PlanKey): boolean => mode === 'GROUP' && target === groupId
    for (const kind of kinds) {
      if (plans.list(kind).some(isOfGroup)) await plans.change(kind, (stored) => ({ remove: stored.filter(isOfGroup) }))
    }
  }
  const directoryChanges = changes.subscribe('state', (published) => {
    for (const change of published) {
      if (change.of === 'group' && change.kind === 'removed') removeOfGroup(change.group.id).catch(failed)
    }
  })
  await readAgain()
  return {
    ...plans,
    async close() {
      subscription.close()
      watch.close()
      directoryChanges.close()
      await mutex.idle()
    },
  }
}

type CachedPlans = { readonly [Kind in PlanKind]: Index<Kind> }

interface Index<Kind extends PlanKind> {
  readonly plans: readonly StoredPlan<Kind>[]
  find(key: PlanKey): StoredPlan<Kind> | undefined
}

/** The plans with their index, which is looked into for each event. */
function indexed<Kind extends PlanKind>(plans: readonly StoredPlan<Kind>[]): Index<Kind> {
  const byPlace = new Map(plans.map((plan) => [placeOf(plan), plan]))
  return { plans, find: (key) => byPlace.get(placeOf(key)) }
}

function placeOf({ mode, target, code }: PlanKey): string {
  return `${mode} ${target} ${code}`
}
