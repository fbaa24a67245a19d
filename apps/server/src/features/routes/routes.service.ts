import { AppError } from '@fleetglass/contract/errors'
import { emptyRoute, type PlannedRoute, ROUTE_SLOTS, type RouteRequest } from '@fleetglass/contract/routes'
import type { Rule, RuleBook, RuleDevices } from '../../services/areas/index.ts'
import type { Account } from '../../services/directory/index.ts'

export interface PlannedRoutesDeps {
  readonly rules: Pick<RuleBook, 'get' | 'save'>
  readonly devices: RuleDevices
}

/** Each returns the devices that the account sees and hides routes of other devices; a route that does not exist throws an `AppError`. */
export interface PlannedRoutes {
  /** Without their bitmaps, which are megabytes. */
  list(account: Account): (Omit<PlannedRoute, 'data'> & { index: number })[]
  get(account: Account, index: number): PlannedRoute
  save(account: Account, index: number, route: RouteRequest): Promise<void>
}

export function createPlannedRoutes({ rules, devices }: PlannedRoutesDeps): PlannedRoutes {
  const requireSlot = (index: number): void => {
    if (!Number.isInteger(index) || index < 0 || index >= ROUTE_SLOTS)
      throw new AppError('invalid-route-index', { most: ROUTE_SLOTS - 1 })
  }
  const ruleFor = (account: Account, index: number): Rule | undefined => {
    requireSlot(index)
    const rule = rules.get('route', index)
    return rule === undefined || devices.isForeign(account, rule) ? undefined : rule
  }
  const headOf = (account: Account, rule: Rule | undefined): Omit<PlannedRoute, 'data'> => {
    const { data: _none, ...empty } = emptyRoute
    return rule === undefined ? empty : routeOf(rule, devices.idsOf(account, rule.deviceKeys))
  }
  return {
    list: (account) =>
      Array.from({ length: ROUTE_SLOTS }, (_, index) => ({ index, ...headOf(account, ruleFor(account, index)) })),
    get(account, index) {
      const rule = ruleFor(account, index)
      const data = rule?.figure.kind === 'cells' ? Buffer.from(rule.figure.bytes).toString('base64') : ''
      return { ...headOf(account, rule), data }
    },
    async save(account, index, route) {
      requireSlot(index)
      const { lat, lng, width, height, accuracy, latlngs, title } = route
      const deviceKeys = devices.keysOf(account, route.devices)
      const grid = { lat, lng, width, height, accuracy }
      const bytes = new Uint8Array(Buffer.from(route.data, 'base64'))
      await rules.save({
        family: 'route',
        slot: index,
        title,
        deviceKeys,
        enabled: route.enable === 1,
        raisesOnEnter: true,
        raisesOnLeave: true,
        figure: { kind: 'cells', grid, markers: latlngs, bytes },
      })
    },
  }
}

function routeOf({ title, enabled, figure }: Rule, devices: string[]): Omit<PlannedRoute, 'data'> {
  if (figure.kind !== 'cells') throw new Error('a slot of routes holds a bitmap')
  return { title, enable: enabled ? 1 : 0, ...figure.grid, latlngs: [...figure.markers], devices }
}
