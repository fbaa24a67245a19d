// Belongs here: which of several plans counts. Does not: what it does.
import type { PlanScope } from './event-plans.types.ts'

/** A device, and whose plans can cover it. */
interface CoveredDevice {
  readonly key: number
  /** For each group of the device, in its order: the group, its parent, and so on up to the root. */
  readonly groupPaths: readonly (readonly number[])[]
}

/**
 * The plan that counts for a device (PLAN-40, PLAN-41): its own, else that of the nearest group, else that for all devices. A group that the
 * device is in is nearer than its parent. Of groups that are equally near, the one that the device lists first counts. A plan that is
 * switched off counts like any other, so that a device or group can be exempted.
 */
export function planInForce<Plan>(
  { key, groupPaths }: CoveredDevice,
  find: (scope: PlanScope) => Plan | undefined,
): Plan | null {
  const own = find({ mode: 'DEVICE', target: key })
  if (own !== undefined) return own
  const steps = Math.max(0, ...groupPaths.map((path) => path.length))
  for (let step = 0; step < steps; step++) {
    for (const path of groupPaths) {
      const target = path[step]
      const found = target === undefined ? undefined : find({ mode: 'GROUP', target })
      if (found !== undefined) return found
    }
  }
  return find({ mode: 'GLOBAL', target: 0 }) ?? null
}
