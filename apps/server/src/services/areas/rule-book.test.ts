import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { interruptedBus } from '../../../test/nats/interrupted-bus.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createRuleBook, type RuleDraft } from './index.ts'

const depot: RuleDraft = {
  family: 'fence',
  slot: 2,
  title: 'depot',
  enabled: true,
  raisesOnEnter: true,
  raisesOnLeave: false,
  figure: { kind: 'circle', lat: 51, lng: 7, radiusM: 300 },
  deviceKeys: [7],
}

onBothDatabases('rules of two servers on one database', (databases) => {
  async function twoServers() {
    const clock = createManualClock()
    const database = await databases.open()
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const errors: unknown[] = []
    const bus = createInProcessBus({ clock, onError: (error) => errors.push(error) })
    const start = async () => {
      const book = await createRuleBook({ clock, log, database, bus })
      onTestFinished(() => book.close())
      return book
    }
    return { clock, database, log, bus, lines, errors, start, one: await start(), other: await start() }
  }

  it('a rule that one saves or removes is found on the other, whose listeners are called once', async () => {
    const { one, other, errors } = await twoServers()
    const calls = { one: 0, other: 0 }
    one.onChange(() => calls.one++)
    other.onChange(() => calls.other++)
    const saved = await one.save(depot)
    expect(calls.one).toBe(1)
    await until('the other has it', () => other.get('fence', 2)?.id === saved.id)
    expect(other.get('fence', 2)).toEqual(saved)
    expect([...other.all()]).toEqual([saved])
    await other.save({ ...depot, title: 'yard' })
    await until('the newer one is here', () => one.get('fence', 2)?.title === 'yard')
    expect(await one.remove('fence', 2)).toBe(true)
    await until('it is gone there too', () => other.get('fence', 2) === undefined)
    expect([calls, errors]).toEqual([{ one: 3, other: 3 }, []])
  })

  it('what another server saved and removed during an outage of the bus is read after it', async () => {
    const { bus, one, clock, database, log } = await twoServers()
    const interrupted = interruptedBus(bus)
    const other = await createRuleBook({ clock, log, database, bus: interrupted.bus })
    onTestFinished(() => other.close())
    await one.save(depot)
    await until('the other has it', () => other.get('fence', 2) !== undefined)
    interrupted.change('interrupted')
    await one.remove('fence', 2)
    const yard = await one.save({ ...depot, slot: 3, title: 'yard' })
    expect(other.list('fence').map(({ slot }) => slot)).toEqual([2])
    interrupted.change('restored')
    await until('it is read again', () => other.get('fence', 2) === undefined)
    await until('the new one too', () => other.get('fence', 3) !== undefined)
    expect(other.list('fence')).toEqual([yard])
  })

  it('a message that cannot be read changes nothing, and is logged', async () => {
    const { one, bus, lines } = await twoServers()
    const saved = await one.save(depot)
    bus.publish('rules.changed', Uint8Array.of(9, 1, 2))
    expect(one.list('fence')).toEqual([saved])
    expect(lines.join()).toContain('version 9 came, version 1 is read')
  })

  it('a closed book changes no more, and pending saves are on disk', async () => {
    const { one, other, start } = await twoServers()
    await other.close()
    void one.save(depot)
    await one.close()
    expect((await start()).get('fence', 2)?.title).toBe('depot')
    expect(other.get('fence', 2)).toBeUndefined()
  })
})
