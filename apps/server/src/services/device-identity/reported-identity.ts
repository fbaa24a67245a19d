// Belongs here: what a message reports about its device, in texts that can be stored and shown. Pure.

import { TEXT_MAX } from '@fleetglass/contract/device-settings'
import type { IdentityReport } from '../../ports/device-state/index.ts'
import type { DeviceIdentity } from './device-identity.types.ts'

export const unknownIdentity: DeviceIdentity = {
  attributesS: 0,
  maker: '',
  model: '',
  terminalId: '',
  iccid: '',
  hardware: '',
  firmware: '',
  plate: '',
  driver: '',
  licence: '',
}

/** What is known after a report. */
export function identityAfter(report: IdentityReport, known: DeviceIdentity, nowS: number): DeviceIdentity {
  switch (report.source) {
    case 'registration': {
      const { maker, model, terminalId, plate } = report
      const hardware = known.attributesS > 0 ? {} : textsOf({ maker, model, terminalId })
      return { ...known, ...hardware, ...textsOf({ plate }) }
    }
    case 'attributes': {
      const { maker, model, terminalId, iccid, hardware, firmware } = report
      const texts = textsOf({ maker, model, terminalId, hardware, firmware })
      // Some devices fill what they do not know with zeros.
      return { ...known, ...texts, ...(/[1-9]/.test(iccid) && { iccid }), attributesS: nowS }
    }
    case 'driverCard': {
      const { driver, licence } = report
      return { ...known, ...textsOf({ driver, licence }) }
    }
  }
}

/** Without unprintable characters, and not longer than a text of the record; a text that is empty afterwards was not reported. */
function textsOf<Name extends string>(texts: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  const clean = Object.entries<string>(texts).map(([name, text]) => [name, readable(text)] as const)
  return Object.fromEntries(clean.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>
}

function readable(text: string): string {
  const visible = text.replace(/[\p{C}\uFFFD]/gu, '').trim()
  return [...visible].slice(0, TEXT_MAX).join('').trimEnd()
}
