import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IdentityReport } from '../../ports/device-state/index.ts'
import { identityAfter, unknownIdentity } from './reported-identity.ts'

const registration = (plate: string, model = 'M'): IdentityReport => ({
  source: 'registration',
  maker: 'K',
  model,
  terminalId: 'T',
  plate,
})
const attributes = (iccid: string, firmware: string): IdentityReport => ({
  source: 'attributes',
  maker: 'K',
  model: 'M2',
  terminalId: 'T',
  iccid,
  hardware: 'H',
  firmware,
})

it('a text that a device reports is kept without what cannot be shown, 31 characters of it; nothing takes the place of something', () => {
  const plateOf = (plate: string, before = unknownIdentity) => identityAfter(registration(plate), before, 5).plate
  expect(plateOf('\u0000K\u202EA-1\u0007 ')).toBe('KA-1')
  expect(plateOf('𠮷'.repeat(200))).toBe('𠮷'.repeat(31))
  const known = { ...unknownIdentity, plate: 'KA-1' }
  for (const nothing of ['', ' \t', '\u0000\u0001', '\uFFFD']) expect(plateOf(nothing, known)).toBe('KA-1')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const plate = plateOf(text)
      expect([...plate].length).toBeLessThanOrEqual(31)
      expect(plate).toBe(plate.trim())
      expect(plate).not.toMatch(/\p{Cc}|\p{Cf}/u)
    }),
    { numRuns: 200 },
  )
})

it('attributes count for more than a registration, and an ICCID of zeros is none', () => {
  const reported = identityAfter(attributes('89860123456789012345', 'V1'), unknownIdentity, 7)
  expect(reported).toMatchObject({ iccid: '89860123456789012345', model: 'M2', firmware: 'V1', attributesS: 7 })
  const later = identityAfter(registration('P', 'OTHER'), reported, 9)
  expect(later).toEqual({ ...reported, plate: 'P' })
  expect(identityAfter(attributes('0'.repeat(20), 'V2'), later, 11)).toMatchObject({
    iccid: reported.iccid,
    firmware: 'V2',
  })
})
