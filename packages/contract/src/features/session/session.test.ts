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
  it('[VCP-029] [VCP-030] has user and hash, and is none without them', () => {
    expect(encodeLogin('u', 'H', null)).toEqual({ U: 'u', P: 'H', S: '1' })
    expect(encodeLogin('u', 'H', 'K')).toEqual({ U: 'u', P: 'H', S: 'K' })
    const asked = { kind: 'password', user: 'u', passwordHash: 'H' }
    expect(decodeLogin({ U: 'u', P: 'H' })).toEqual({ ...asked, session: null })
    expect(decodeLogin({ U: 'u', P: 'H', S: 'K' })).toEqual({ ...asked, session: 'K' })
    expect(encodeLogin('u', 'H', 'K', '123456')).toEqual({ U: 'u', P: 'H', S: 'K', T: '123456' })
    expect(decodeLogin({ U: 'u', P: 'H', T: '123456' })).toEqual({ ...asked, session: null, code: '123456' })
    expect(decodeLogin({ U: 'u' })).toBeNull()
    expect(decodeLogin({ P: 'H' })).toBeNull()
  })

  it('[VCP-031] of an external user carries E and H instead of U and P', () => {
    expect(encodeExternalLogin('e', 'H')).toEqual({ E: 'e', H: 'H' })
    expect(decodeLogin({ E: 'e', H: 'H' })).toEqual({ kind: 'external', externalUser: 'e', passwordHash: 'H' })
    expect(decodeLogin({ E: 'e' })).toBeNull()
    expect(decodeLogin({ H: 'H' })).toBeNull()
    expect(decodeLogin({ E: 'e', P: 'H' })).toBeNull()
  })

  const reply = { user: 'u', permission: 2, access: '101', passwordHash: 'H', mapCenter: { latDeg: -1.5, lngDeg: 2 } }
  const places: readonly (readonly [string, Partial<typeof reply>, Record<string, string>])[] = [
    ['[ENT-068] [VCP-034] the reply has the name of the user in U', { user: 'other' }, { U: 'other' }],
    ['[ENT-069] [VCP-033] the reply has the permission number in A', { permission: 5 }, { A: '5' }],
    [
      '[VCP-035] [VCP-036] the reply has the latitude of the map in B and its longitude in C',
      { mapCenter: { latDeg: 7.25, lngDeg: -8.5 } },
      { B: '7.25', C: '-8.5' },
    ],
    ['[VCP-037] the reply has the hash of the password in P', { passwordHash: 'K' }, { P: 'K' }],
    ['[VCP-038] the reply has the flags of the user in D', { access: '011' }, { D: '011' }],
  ]
  it.each(places)('%s', (_, change, changed) => {
    const fields = encodeLoggedIn({ ...reply, ...change })
    expect(fields).toEqual({ A: '2', U: 'u', B: '-1.5', C: '2', P: 'H', D: '101', ...changed })
    expect(decodeLoggedIn({ code: 'Q02', fields: { R: '1', ...fields } })).toEqual({ ...reply, ...change })
  })

  it('[VCP-032] a reply whose R is not 1 is a refusal', () => {
    const fields = encodeLoggedIn({ user: 'u', permission: 0, access: '', passwordHash: 'H' })
    for (const R of ['0', '', '2']) expect(decodeLoggedIn({ code: 'Q02', fields: { R, ...fields } })).toBeNull()
    expect(decodeLoggedIn({ code: 'Q02', fields })).toBeNull()
  })

  const read = (fields: Readonly<Record<string, string>>) =>
    decodeLoggedIn({ code: 'Q02', fields: { R: '1', ...fields } })

  it('[VCP-033] [VCP-034] [VCP-037] a reply without permission, user or hash cannot be read, nor one whose permission is no number', () => {
    const whole = { A: '12', U: 'u', P: 'H' }
    expect(read(whole)).toEqual({ user: 'u', permission: 12, access: '', passwordHash: 'H' })
    expect([read({ U: 'u', P: 'H' }), read({ A: '1', P: 'H' }), read({ A: '1', U: 'u' })]).toEqual([null, null, null])
    for (const A of ['', 'x', 'x1', '1x', '-1']) expect([A, read({ ...whole, A })]).toEqual([A, null])
  })

  it('[VCP-035] [VCP-036] a reply has a place of the map only when both of its numbers can be read', () => {
    const placeOf = (place: Readonly<Record<string, string>>) => read({ A: '1', U: 'u', P: 'H', ...place })?.mapCenter
    expect(placeOf({ B: '-24.0786', C: '120.25' })).toEqual({ latDeg: -24.0786, lngDeg: 120.25 })
    for (const place of [{}, { B: '1' }, { C: '1' }, { B: '', C: '1' }, { B: '1', C: 'x' }])
      expect([place, placeOf(place)]).toEqual([place, undefined])
    for (const B of ['x1.5', '1.5x', '1.', '.5', '--1', '1,5'])
      expect([B, placeOf({ B, C: '1' })]).toEqual([B, undefined])
  })
})

describe('the server info', () => {
  const info = { version: '1.2.3', maxLicence: 9, expiresS: 1_800_000_000, timeZoneHours: -3.5, streamPort: 8900 }
  it('[VCP-041] [VCP-042] [VCP-043] has the version in A, the licence in B and its end in C', () => {
    const fields = encodeServerInfo(info)
    expect(fields).toMatchObject({ A: '1.2.3', B: '9', C: '1800000000' })
    expect(decodeServerInfo({ code: 'Q01', fields: { R: '1', ...fields } })).toEqual(info)
    expect(decodeServerInfo({ code: 'Q01', fields: { R: '0', ...fields } })).toBeNull()
    const nothing = { version: '', maxLicence: 0, expiresS: 0, timeZoneHours: 0, streamPort: null }
    expect(decodeServerInfo({ code: 'Q01', fields: { R: '1' } })).toEqual(nothing)
  })

  it('[VCP-044] [VCP-046] has the hours from UTC in D, halves too', () => {
    for (const timeZoneHours of [-3.5, 0, 8, 5.75]) {
      const written = encodeServerInfo({ ...info, timeZoneHours })
      expect(written.D).toBe(String(timeZoneHours))
      expect(decodeServerInfo({ code: 'Q01', fields: { R: '1', ...written } })?.timeZoneHours).toBe(timeZoneHours)
    }
  })

  it('[VCP-045] has the stream port in E; what is no port is none', () => {
    expect(encodeServerInfo(info).E).toBe('8900')
    const rest = encodeServerInfo({ ...info, streamPort: null })
    expect(rest).not.toHaveProperty('E')
    const portOf = (E: string | undefined) =>
      decodeServerInfo({ code: 'Q01', fields: { R: '1', ...rest, ...(E !== undefined && { E }) } })?.streamPort
    for (const E of [undefined, '', '0', '65536', '89.5', 'x', 'x80', '80x', '-80'])
      expect([E, portOf(E)]).toEqual([E, null])
    for (const E of ['1', '65535']) expect(portOf(E)).toBe(Number(E))
  })
})
