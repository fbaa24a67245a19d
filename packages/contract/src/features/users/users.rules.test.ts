import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../variants/index.ts'
import { INACTIVE_DAYS, isInactive, isOffered, userAddSchema } from './index.ts'

const [standard, p2p, shown] = [{}, { variant: 'p2p' }, { showAdministrators: true }].map(resolveOptions)

describe('the permissions that a form offers', () => {
  it('[USR-36] leave out 0 for everybody but admin, unless the site shows administrators', () => {
    if (!standard || !p2p || !shown) throw new Error('three sites')
    const offered = (name: string, site: typeof standard) => [0, 1, 2, 7].filter((id) => isOffered(id, { name }, site))
    expect(offered('admin', standard)).toEqual([0, 1, 2, 7])
    expect(offered('chief', standard)).toEqual([1, 2, 7])
    expect(offered('chief', shown)).toEqual([0, 1, 2, 7])
    expect(offered('admin', p2p)).toEqual([1, 2, 7])
  })
})

describe('an inactive user', () => {
  it('[VAR-10] logged in more than 180 days ago, or was never there since the last change', () => {
    const nowS = 2_000_000_000
    const longAgo = nowS - INACTIVE_DAYS * 86_400 - 1
    expect(isInactive({ logintime: longAgo, updatetime: nowS }, nowS)).toBe(true)
    expect(isInactive({ logintime: longAgo + 1, updatetime: 0 }, nowS)).toBe(false)
    expect(isInactive({ logintime: 0, updatetime: longAgo }, nowS)).toBe(true)
    expect(isInactive({ logintime: 0, updatetime: nowS }, nowS)).toBe(false)
  })
})

it('a new user has a name, a password and a group', () => {
  const user = { editingName: 'ann', editingPW: 'a'.repeat(64), editingGroupid: 'root' }
  const takes = (change: object) => userAddSchema.safeParse({ ...user, ...change }).success
  expect(takes({})).toBe(true)
  for (const name of Object.keys(user))
    expect({ name, takes: takes({ [name]: undefined }) }).toEqual({ name, takes: false })
  for (const bad of [{ editingName: '  ' }, { editingName: 'a\nb' }, { maplocation: '1,181' }, { rdbretention: 1.5 }])
    expect({ bad, takes: takes(bad) }).toEqual({ bad, takes: false })
})
