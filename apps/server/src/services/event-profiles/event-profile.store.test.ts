import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createEventProfileStore } from './event-profile.store.ts'

const definition = { profile: 'Night', code: 15, name: 'Too fast', notifyText: 'Slow down', notifyColor: '#FF0000' }

onBothDatabases('the tables of event profiles', (databases) => {
  it('[PROF-05] stores definitions and links, and counts each change', async () => {
    const store = createEventProfileStore(await databases.open())
    expect(await store.read()).toEqual({ revision: 0, definitions: [], links: new Map() })
    await store.change(() => ({ put: [definition, { ...definition, code: 6 }] }))
    const changed = { ...definition, name: 'Speeding <b>' }
    await store.change(() => ({ put: [changed], link: { deviceKeys: [3, 5], profile: 'Night' } }))
    await store.change(() => ({ link: { deviceKeys: [3], profile: null } }))
    expect(await store.read()).toEqual({
      revision: 3,
      definitions: [{ ...definition, code: 6 }, changed],
      links: new Map([[5, 'Night']]),
    })
  })

  it('[PROF-15] deletes a profile with its links, and keeps the links of a profile that is saved as a whole', async () => {
    const store = createEventProfileStore(await databases.open())
    const day = { ...definition, profile: 'Day' }
    await store.change(() => ({ put: [definition, day], link: { deviceKeys: [1], profile: 'Night' } }))
    await store.change(() => ({ link: { deviceKeys: [2], profile: 'Day' } }))
    const saved = await store.change(() => ({ removeProfile: 'Night', put: [{ ...definition, code: 18 }] }))
    expect(saved.links).toEqual(
      new Map([
        [1, 'Night'],
        [2, 'Day'],
      ]),
    )
    expect(saved.definitions.map(({ profile, code }) => [profile, code])).toEqual([
      ['Day', 15],
      ['Night', 18],
    ])
    const left = await store.change(() => ({ removeProfile: 'Night' }))
    expect([left.definitions, left.links]).toEqual([[day], new Map([[2, 'Day']])])
  })

  it('changes nothing when the decision throws, and lets two changes at once take turns', async () => {
    const database = await databases.open()
    const [one, other] = [createEventProfileStore(database), createEventProfileStore(database)]
    const refused = one.change(() => {
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect((await one.read()).revision).toBe(0)
    const addOnce = (store: typeof one) =>
      store.change(({ definitions }) => (definitions.length === 0 ? { put: [definition] } : { removeProfile: 'Night' }))
    await Promise.all([addOnce(one), addOnce(other)])
    expect(await one.read()).toEqual({ revision: 2, definitions: [], links: new Map() })
  })

  it('stores more entries and links than one statement takes', async () => {
    const store = createEventProfileStore(await databases.open())
    const many = Array.from({ length: 250 }, (_, code) => ({ ...definition, code }))
    const deviceKeys = Array.from({ length: 2500 }, (_, n) => n + 1)
    const stored = await store.change(() => ({ put: many, link: { deviceKeys, profile: 'Night' } }))
    expect([stored.definitions.length, stored.links.size]).toEqual([250, 2500])
  })
})
