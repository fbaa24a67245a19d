import { describe, expect, it } from 'vitest'
import type { PlanScope } from './event-plans.types.ts'
import { planInForce } from './plan-in-force.ts'

const global: PlanScope = { mode: 'GLOBAL', target: 0 }
const device = (target: number): PlanScope => ({ mode: 'DEVICE', target })
const group = (target: number): PlanScope => ({ mode: 'GROUP', target })

/** Group 1 is the root; 3 lies below 2, which lies below 1; 5 lies below 1. */
const [root, north, city, south] = [1, 2, 3, 5]
const toCity = [city, north, root]
const toSouth = [south, root]

describe('which plan counts for device 7', () => {
  it.each<[string, number[][], PlanScope[], PlanScope | null]>([
    ['no plan at all', [toCity], [], null],
    ['that for all devices where there is no other', [toCity], [global], global],
    ['its own before every other', [toCity], [global, group(city), group(root), device(7)], device(7)],
    ['not that of another device', [toCity], [device(8), global], global],
    ['that of its group before that for all devices', [toCity], [global, group(city)], group(city)],
    ['that of the root group before that for all devices', [toCity], [global, group(root)], group(root)],
    ['that of the nearest group above', [toCity], [group(root), group(north)], group(north)],
    ['not that of a group beside its own', [toCity], [group(south)], null],
    ['that of the parent where its group has none', [toCity], [group(north), global], group(north)],
    ['of two groups, the nearer one', [toCity, toSouth], [group(north), group(south)], group(south)],
    [
      'of two groups that are equally near, the one listed first',
      [toCity, toSouth],
      [group(south), group(city)],
      group(city),
    ],
    [
      'of two groups that are equally near, the one listed first, in the other order',
      [toSouth, toCity],
      [group(south), group(city)],
      group(south),
    ],
    [
      'one above its second group before one further above its first',
      [toCity, toSouth],
      [group(root), group(south)],
      group(south),
    ],
    ['that for all devices where its groups are gone', [[]], [group(city), global], global],
  ])('[PLAN-40] [PLAN-41] is %s', (_, groupPaths, plans, expected) => {
    const find = (scope: PlanScope) => plans.find((plan) => plan.mode === scope.mode && plan.target === scope.target)
    expect(planInForce({ key: 7, groupPaths }, find)).toEqual(expected)
  })
})
