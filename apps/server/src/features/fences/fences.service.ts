import { AppError } from '@fleetglass/contract/errors'
import {
  emptyFence,
  FENCE_SLOTS,
  type Fence,
  SHAPES_MAX,
  type Shape,
  type ShapeRequest,
} from '@fleetglass/contract/fences'
import type { Figure, Rule, RuleBook, RuleDevices, RuleDraft } from '../../services/areas/index.ts'
import type { Account } from '../../services/directory/index.ts'

export interface FencesDeps {
  readonly rules: RuleBook
  readonly devices: RuleDevices
}

/** Each returns the devices that the account sees and hides fences of other devices; a fence that does not exist throws an `AppError`. */
export interface Fences {
  list(account: Account): (Fence & { index: number })[]
  get(account: Account, index: number): Fence
  save(account: Account, index: number, fence: Fence): Promise<void>
  shapes(account: Account): Shape[]
  /** Answers its id. */
  saveShape(account: Account, shape: ShapeRequest): Promise<number>
  removeShape(id: number): Promise<void>
}

export function createFences({ rules, devices }: FencesDeps): Fences {
  const get = (account: Account, index: number): Fence => {
    if (!Number.isInteger(index) || index < 0 || index >= FENCE_SLOTS)
      throw new AppError('invalid-fence-index', { most: FENCE_SLOTS - 1 })
    const rule = rules.get('fence', index)
    if (rule === undefined || devices.isForeign(account, rule)) return emptyFence
    return fenceOf(rule, devices.idsOf(account, rule.deviceKeys))
  }
  /** Unnumbered shapes take the lowest number that is free. */
  const freeId = (): number => {
    const taken = new Set(rules.list('shape').map(({ slot }) => slot))
    if (taken.size >= SHAPES_MAX) throw new AppError('too-many-shapes', { most: SHAPES_MAX })
    let id = 1
    while (taken.has(id)) id++
    return id
  }
  const requireShape = (id: number): void => {
    if (!rules.get('shape', id)) throw new AppError('unknown-shape')
  }
  return {
    get,
    list: (account) => Array.from({ length: FENCE_SLOTS }, (_, index) => ({ index, ...get(account, index) })),
    async save(account, index, fence) {
      get(account, index)
      await rules.save({
        ...draftOf(fence),
        family: 'fence',
        slot: index,
        deviceKeys: devices.keysOf(account, fence.devices),
      })
    },
    shapes: (account) =>
      rules
        .list('shape')
        .filter((rule) => !devices.isForeign(account, rule))
        .map((rule) => shapeOf(rule, devices.idsOf(account, rule.deviceKeys))),
    async saveShape(account, shape) {
      const deviceKeys = devices.keysOf(account, shape.devices)
      const { kind, points, reach } = shape
      const figure: Figure = kind === 'line' ? { kind, points, reachM: reach } : { kind, points }
      const { slot } = await rules.save(() => {
        if (shape.id !== 0) requireShape(shape.id)
        const slot = shape.id === 0 ? freeId() : shape.id
        return { ...flagsOf(shape), family: 'shape', slot, figure, deviceKeys }
      })
      return slot
    },
    async removeShape(id) {
      if (!(await rules.remove('shape', id))) throw new AppError('unknown-shape')
    },
  }
}

function flagsOf(flags: Pick<Fence, 'title' | 'enable' | 'trigger_in' | 'trigger_out'>) {
  return {
    title: flags.title,
    enabled: flags.enable === 1,
    raisesOnEnter: flags.trigger_in === 1,
    raisesOnLeave: flags.trigger_out === 1,
  }
}

function draftOf(fence: Fence): Omit<RuleDraft, 'family' | 'slot' | 'deviceKeys'> {
  const { lat, lng, radius } = fence
  return { ...flagsOf(fence), figure: { kind: 'circle', lat, lng, radiusM: radius } }
}

function reportedFlags({ title, enabled, raisesOnEnter, raisesOnLeave }: Rule) {
  return {
    title,
    enable: enabled ? 1 : 0,
    trigger_in: raisesOnEnter ? 1 : 0,
    trigger_out: raisesOnLeave ? 1 : 0,
  } as const
}

function fenceOf(rule: Rule, devices: string[]): Fence {
  if (rule.figure.kind !== 'circle') throw new Error('a slot of fences holds a circle')
  const { lat, lng, radiusM } = rule.figure
  return { ...reportedFlags(rule), lat, lng, radius: radiusM, devices }
}

function shapeOf(rule: Rule, devices: string[]): Shape {
  const { figure } = rule
  if (figure.kind !== 'polygon' && figure.kind !== 'line') throw new Error('a shape is a polygon or a line')
  const reach = figure.kind === 'line' ? figure.reachM : 0
  return { ...reportedFlags(rule), id: rule.slot, kind: figure.kind, points: [...figure.points], reach, devices }
}
