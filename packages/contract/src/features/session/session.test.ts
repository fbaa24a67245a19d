import { describe, expect, it } from 'vitest'
import {
  decodeLoggedIn,
  decodeLogin,
  decodeServerInfo,
  encodeExternalLogin,
  encodeLoggedIn,
  encodeLogin,
  encodeServerInfo,
} from './index.ts'

describe('login', () => {
  it('VCP-029 VCP-030 has user and hash, and is none without them', () => {
    expect(encodeLogin('u', 'H')).toEqual({ U: 'u', P: 'H' })
    expect(decodeLogin({ U: 'u', P: 'H' })).toEqual({ kind: 'password', user: 'u', passwordHash: 'H' })
    expect(decodeLogin({ U: 'u' })).toBeNull()
    expect(decodeLogin({ P: 'H' })).toBeNull()
  })

  it('VCP-031 of an external user carries E and H instead of U and P', () => {
    expect(encodeExternalLogin('e', 'H')).toEqual({ E: 'e', H: 'H' })
    expect(decodeLogin({ E: 'e', H: 'H' })).toEqual({ kind: 'external', externalUser: 'e', passwordHash: 'H' })
    expect(decodeLogin({ E: 'e' })).toBeNull()
    expect(decodeLogin({ E: 'e', P: 'H' })).toBeNull()
  })

  it('ENT-068 ENT-069 VCP-032 VCP-033 VCP-034 VCP-035 VCP-036 VCP-037 VCP-038 the reply comes back as it was sent', () => {
    const reply = { user: 'u', permission: 2, access: '101', passwordHash: 'H', mapCenter: { latDeg: -1.5, lngDeg: 2 } }
    const fields = encodeLoggedIn(reply)
    expect(fields).toEqual({ A: '2', U: 'u', B: '-1.5', C: '2', P: 'H', D: '101' })
    expect(decodeLoggedIn({ code: 'Q02', fields: { R: '1', ...fields } })).toEqual(reply)
  })

  it('VCP-032 a reply whose R is not 1 is a refusal', () => {
    const fields = encodeLoggedIn({ user: 'u', permission: 0, access: '', passwordHash: 'H' })
    for (const R of ['0', '', '2']) expect(decodeLoggedIn({ code: 'Q02', fields: { R, ...fields } })).toBeNull()
    expect(decodeLoggedIn({ code: 'Q02', fields })).toBeNull()
  })
})

it('VCP-041 VCP-042 VCP-043 VCP-044 VCP-045 VCP-046 the server info comes back as it was sent', () => {
  const info = { version: '1.2.3', maxLicence: 9, expiresS: 0, timeZoneHours: -3.5, streamPort: 8900 }
  const fields = encodeServerInfo(info)
  expect(fields).toEqual({ A: '1.2.3', B: '9', C: '0', D: '-3.5', E: '8900' })
  expect(decodeServerInfo({ code: 'Q01', fields: { R: '1', ...fields } })).toEqual(info)
  expect(decodeServerInfo({ code: 'Q01', fields: { R: '0' } })).toBeNull()
  expect(encodeServerInfo({ ...info, streamPort: null })).not.toHaveProperty('E')
  for (const E of [undefined, '', '0', '65536', '89.5', 'x']) {
    const { E: _, ...rest } = fields
    const read = decodeServerInfo({ code: 'Q01', fields: { R: '1', ...rest, ...(E !== undefined && { E }) } })
    expect([E, read?.streamPort]).toEqual([E, null])
  }
})
