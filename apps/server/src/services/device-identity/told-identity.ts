// Belongs here: what a message tells of the device that sent it, in texts that can be kept and shown. Pure.

import { TEXT_MAX } from '@fleetglass/contract/device-settings'
import type { Message } from '@fleetglass/jt808'
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

/** What is known after a message; the same object when it tells nothing of this. */
export function toldBy(message: Message, known: DeviceIdentity, nowS: number): DeviceIdentity {
  switch (message.name) {
    case 'registration': {
      const { maker, model, terminalId, plate } = message.body
      const hardware = known.attributesS > 0 ? {} : textsOf({ maker, model, terminalId })
      return { ...known, ...hardware, ...textsOf({ plate }) }
    }
    case 'attributes': {
      const { maker, model, terminalId, iccid, hardware, firmware } = message.body
      const texts = textsOf({ maker, model, terminalId, hardware, firmware })
      // Some devices fill what they do not know with zeros.
      return { ...known, ...texts, ...(/[1-9]/.test(iccid) && { iccid }), attributesS: nowS }
    }
    case 'driverIdentity': {
      const card = cardOf(message.body)
      return card === null ? known : { ...known, ...textsOf(card) }
    }
    default:
      return known
  }
}

/** The card as it was read; `null` when it was not, or was taken out. */
function cardOf(
  body: Extract<Message, { readonly name: 'driverIdentity' }>['body'],
): { readonly driver: string; readonly licence: string } | null {
  const card = body.layout === '2011' ? body : 'card' in body ? (body.card ?? null) : null
  return card === null ? null : { driver: card.driverName, licence: card.licence }
}

/** Without what cannot be shown, and not longer than a text of the record; what is empty then is not told. */
function textsOf<Name extends string>(texts: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  const clean = Object.entries<string>(texts).map(([name, text]) => [name, readable(text)] as const)
  return Object.fromEntries(clean.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>
}

function readable(text: string): string {
  const visible = text.replace(/[\p{C}\uFFFD]/gu, '').trim()
  return [...visible].slice(0, TEXT_MAX).join('').trimEnd()
}
