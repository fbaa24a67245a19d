import { describe, expect, it } from 'vitest'
import { isPasswordAllowed, strictPasswordFaults } from './index.ts'

const GOOD = 'Tramline7'

describe('a strict password', () => {
  it.each([
    ['[LOGIN-69] [VAR-04] is at least 8 characters long', 'Tramlin', 'Tramlin7', 'too-short'],
    ['[LOGIN-70] [VAR-05] has a lowercase letter', 'TRAMLINE7', 'TRAMLINe7', 'no-lowercase'],
    ['[LOGIN-71] [VAR-05] has an uppercase letter', 'tramline7', 'Tramline7', 'no-uppercase'],
    ['[LOGIN-72] [VAR-06] has a digit', 'Tramlines', 'Tramline7', 'no-digit-or-special'],
    ['[LOGIN-72] [VAR-06] or a special character', 'Tramlines', 'Tramline#', 'no-digit-or-special'],
    ['[LOGIN-73] [VAR-07] does not contain the user id', 'Tramlin7', 'Tramxin7', 'contains-user'],
    ['[LOGIN-74] has letters, digits and @#$%^&+= only', 'Tramline7!', 'Tramline7=', 'other-character'],
    ['[LOGIN-75] does not contain the user name in other cases either', 'TrAMLin7', 'TrAMLix7', 'contains-user'],
  ] as const)('%s', (_, bad, good, fault) => {
    expect(strictPasswordFaults(bad, 'amlin')).toContain(fault)
    expect(strictPasswordFaults(good, fault === 'contains-user' ? 'amlin' : 'lin2')).toEqual([])
  })

  it('[LOGIN-72] [LOGIN-74] each of the special characters stands for a digit, and no other character is taken', () => {
    for (const special of '@#$%^&+=') expect(strictPasswordFaults(`Tramline${special}`, 'u')).toEqual([])
    for (const other of ['!', ' ', '-', '_', '.', '"', 'é', 'ß', '\u{1f512}']) {
      expect(strictPasswordFaults(`Tramline7${other}`, 'u')).toContain('other-character')
    }
  })

  it('is not kept from anybody by an empty user name', () => {
    expect(strictPasswordFaults(GOOD, '')).toEqual([])
  })

  it('[LOGIN-76] both forms count together in the strict deployment, and neither elsewhere', () => {
    expect(strictPasswordFaults('lin!', 'LIN')).toEqual([
      ...['too-short', 'no-uppercase', 'no-digit-or-special', 'other-character', 'contains-user'],
    ])
    expect(isPasswordAllowed('lin!', 'LIN', true)).toBe(false)
    expect(isPasswordAllowed('lin!', 'LIN', false)).toBe(true)
    expect(isPasswordAllowed(GOOD, 'lin2', true)).toBe(true)
  })

  it('[LOGIN-60] rejects an empty password', () => {
    expect([isPasswordAllowed('', 'lin', true), isPasswordAllowed('', 'lin', false)]).toEqual([false, false])
  })
})
