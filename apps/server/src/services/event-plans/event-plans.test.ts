import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createDirectory } from '../directory/index.ts'
import { createEventPlans } from './index.ts'

const OVERSPEED = 15
const push = (name: string) => ({ isEnabled: true, name, script: 'notify.sh' })

onBothDatabases('the plans of a site', (databases) => {
  const clock = createManualClock()
  const log = createLog('silent')

  async function site() {
    const database = await databases.open()
    const onError = (error: unknown): void => {
      throw error
    }
    const bus = createInProcessBus({ clock, onError })
    const directory = await createDirectory({ database, clock, log, bus, maxDevices: 10 })
    const start = async () => {
      const plans = await createEventPlans({ log, database, bus, directory })
      onTestFinished(() => plans.close())
      return plans
    }
    return { directory, start, plans: await start(), registry: directory.registry }
  }
  const put = (mode: 'GLOBAL' | 'DEVICE' | 'GROUP', target: number, name: string) => () => ({
    put: [{ mode, target, code: OVERSPEED, settings: push(name), updatedS: 5 }],
  })

  it('[PLAN-40] [PLAN-41] [PLAN-53] the plan of a code that covers a device is found in memory, and follows moved groups', async () => {
    const { plans, registry } = await site()
    const north = await registry.addGroup(1, 'North')
    if (typeof north === 'string') throw new Error(north)
    await registry.add({ deviceId: 'van', channels: 1, recording: false, groups: [1] })
    const { key } = registry.byId('van') ?? { key: 0 }
    const name = (code = OVERSPEED) => plans.settingsFor('push', key, code)?.name ?? null
    expect(name()).toBeNull()
    await plans.change('push', put('GLOBAL', 0, 'all'))
    expect([name(), name(6), plans.settingsFor('realtime', key, OVERSPEED)]).toEqual(['all', null, null])
    await plans.change('push', put('GROUP', north.id, 'north'))
    expect(name()).toBe('all')
    await registry.setGroups('van', [north.id])
    expect(name()).toBe('north')
    await plans.change('push', put('DEVICE', key, 'van'))
    expect(name()).toBe('van')
    await registry.remove('van')
    expect(name()).toBeNull()
  })

  it('every server that shares the database has a change', async () => {
    const { plans, start } = await site()
    const other = await start()
    await plans.change('push', put('GLOBAL', 0, 'all'))
    await until('the other has it', () => other.list('push').length === 1)
    expect(other.list('push')).toEqual(plans.list('push'))
    await plans.change('push', (stored) => ({ remove: stored }))
    await until('it is gone there too', () => other.list('push').length === 0)
  })

  it('the plans of a group that is removed are removed', async () => {
    const { plans, registry } = await site()
    const north = await registry.addGroup(1, 'North')
    if (typeof north === 'string') throw new Error(north)
    await plans.change('push', put('GROUP', north.id, 'north'))
    await plans.change('push', put('GLOBAL', 0, 'all'))
    await registry.removeGroup(north.id)
    await until('its plan is gone', () => plans.list('push').length === 1)
    expect(plans.list('push')).toMatchObject([{ mode: 'GLOBAL' }])
  })

  it('changes nothing when the decision throws, and stores and removes more plans than one statement takes', async () => {
    const { plans } = await site()
    const refused = plans.change('push', () => {
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    const many = Array.from({ length: 250 }, (_, n) => ({
      mode: 'DEVICE' as const,
      target: n + 1,
      code: OVERSPEED,
      settings: push(`plan ${n}`),
      updatedS: n,
    }))
    await plans.change('push', () => ({ put: many }))
    expect(plans.list('push')).toEqual(many)
    await plans.change('push', (stored) => ({ remove: stored.slice(0, 249), put: [{ ...many[249]!, updatedS: 7 }] }))
    expect(plans.list('push')).toEqual([{ ...many[249], updatedS: 7 }])
  })
})
