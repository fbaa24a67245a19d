import { type Message, timeDigits } from '@fleetglass/jt808'
import { HARDWARE, type Identity } from './identity.ts'

/** Bodies in which a terminal says who it is. */
type BodyOf<Name extends Message['name']> = Extract<Message, { readonly name: Name }>['body']

/** Passenger transport, with a disk. */
const TYPE_BITS = 0b100_0001
const GPS_AND_BEIDOU = 0b11
const LTE = 1 << 5
/** GB/T 2260 knows no number for where the map of the simulator lies. */
const NOWHERE = 0

export function registrationOf(identity: Identity): BodyOf<'registration'> {
  return {
    layout: identity.generation,
    province: NOWHERE,
    city: NOWHERE,
    maker: identity.maker,
    model: identity.model,
    terminalId: identity.terminalId,
    plateColour: identity.plateColour,
    plate: identity.plate,
  }
}

export function authenticationOf(identity: Identity, code: string, firmware: string): BodyOf<'authentication'> {
  return identity.version === '2019' ? { code, device: { imei: identity.imei, software: firmware } } : { code }
}

export function attributesOf(identity: Identity, firmware: string): BodyOf<'attributes'> {
  return {
    typeBits: TYPE_BITS,
    maker: identity.maker,
    model: identity.model,
    terminalId: identity.terminalId,
    iccid: identity.iccid,
    hardware: HARDWARE,
    firmware,
    gnssBits: GPS_AND_BEIDOU,
    radioBits: LTE,
    layout: identity.version,
  }
}

/** The driver's card is in. */
export function driverCardOf(identity: Identity, localS: number): BodyOf<'driverIdentity'> {
  const { name, licence } = identity.driver
  const authority = 'Changhua'
  if (identity.generation === '2011') {
    return { layout: '2011', driverName: name, idCard: licence, licence, authority }
  }
  const idCard = identity.version === '2019' ? { idCard: licence } : undefined
  const card = { driverName: name, licence, authority, validUntil: '20301231', ...idCard }
  return { layout: '2013', state: 1, time: timeDigits(localS), result: 0, card }
}
