import { type ByteReader, digitsToBcd, fromHex, toHex } from '@fleetglass/bytes'
import { readFixedText, writeFixedText } from '../text.ts'
import { defineItem, defineNumber, isPrintable, readSignMagnitude, readsWhole, writeSignMagnitude } from './item.ts'
import { defineTextItem } from './standard-items.ts'
import { readLongTags, readShortTags, readWordTags, writeLongTags, writeShortTags, writeWordTags } from './tag-list.ts'

// Items of makers, as seen on real devices. None is in a standard: each is taken only by id and length (and first
// bytes where two makers agree on both), and nothing of it is ever needed to place a vehicle on the map.

/** A cell of a mobile network. */
export interface Cell {
  readonly mcc: number
  readonly mnc: number
  readonly lac: number
  readonly cid: number
  readonly level: number
}

/** A WLAN that was heard. `mac` is 12 lower-case hex digits. */
export interface Wlan {
  readonly mac: string
  readonly signal: number
}

/** What a sensor inside the device measures; what its mask leaves out is absent. */
export interface Climate {
  readonly kind: number
  readonly mask: number
  readonly light?: number
  readonly temperatureDecidegree?: number
  readonly humidityPermille?: number
  /** Acceleration and thresholds. */
  readonly rest: Uint8Array
}

const NO_SENSOR = 0xffff

const LOCK_STATE_BYTES = 13

export const MAKER_ITEMS = [
  defineNumber(0x06, 1, 'batteryPercent'),
  defineNumber(0x33, 1, 'mode'),
  defineTextItem(0x33, 'lockText', (value) => startsWith(value, '*M00')),
  defineItem({
    id: 0x51,
    name: 'temperaturesDecidegree',
    fits: (value) => value.length === 2 || value.length === 8 || value.length === 16,
    decode: (reader) => readToEnd(reader, () => readSensor(reader)),
    encode(writer, temperatures: readonly (number | null)[]) {
      for (const value of temperatures) {
        if (value === null) writer.u16(NO_SENSOR)
        else writeSignMagnitude(writer, value)
      }
    },
  }),
  defineNumber(0x52, 1, 'turningDirection'),
  defineItem({
    id: 0x53,
    name: 'cells53',
    fits: (value) => value.length > 1 && [8, 10].includes((value.length - 1) / value[0]!),
    /** The cell id has two bytes on some devices, four on others. */
    decode(reader): { readonly cidBytes: 2 | 4; readonly cells: readonly Cell[] } {
      const cidBytes = (reader.remaining - 1) / reader.u8() === 8 ? 2 : 4
      const cells = readToEnd(reader, () => ({
        mcc: reader.u16(),
        mnc: reader.u8(),
        lac: reader.u16(),
        cid: cidBytes === 2 ? reader.u16() : reader.u32(),
        level: reader.u8(),
      }))
      return { cidBytes, cells }
    },
    encode(writer, { cidBytes, cells }) {
      writer.u8(cells.length)
      for (const { mcc, mnc, lac, cid, level } of cells) {
        writer.u16(mcc).u8(mnc).u16(lac)
        if (cidBytes === 2) writer.u16(cid).u8(level)
        else writer.u32(cid).u8(level)
      }
    },
  }),
  defineItem({
    id: 0x54,
    name: 'wlans54',
    fits: (value) => value.length >= 1 && value.length === 1 + value[0]! * 7,
    decode(reader): readonly Wlan[] {
      reader.skip(1)
      return readToEnd(reader, () => ({ mac: toHex(reader.take(6)), signal: reader.u8() }))
    },
    encode(writer, wlans) {
      writer.u8(wlans.length)
      for (const { mac, signal } of wlans) writer.bytes(fromHex(mac)).u8(signal)
    },
  }),
  defineItem({
    id: 0x56,
    name: 'batteryTenths',
    fits: (value) => value.length === 2,
    decode: (reader) => ({ tenths: reader.u8(), reserved: reader.u8() }),
    encode: (writer, value) => void writer.u8(value.tenths).u8(value.reserved),
  }),
  defineItem({
    id: 0x57,
    name: 'trackerAlarms',
    fits: (value) => value.length === 8,
    /** Alarm bits 8 harsh acceleration, 9 braking, 10 cornering; further bit 16 a door, on some models. */
    decode: (reader) => ({ alarmBits: reader.u16(), switchBits: reader.u16(), furtherBits: reader.u32() }),
    encode: (writer, value) => void writer.u16(value.alarmBits).u16(value.switchBits).u32(value.furtherBits),
  }),
  defineNumber(0x60, 2, 'event'),
  defineItem({
    id: 0x60,
    name: 'lockEvent',
    fits: (value) => value.length >= 3,
    /** `detail` is a lock, a card or both, as the maker writes it. */
    decode: (reader) => ({ event: reader.u16(), detail: reader.rest() }),
    encode: (writer, value) => void writer.u16(value.event).bytes(value.detail),
  }),
  defineNumber(0x61, 2, 'supplyCentivolt'),
  defineItem({
    id: 0x63,
    name: 'locks',
    fits: (value) => value.length > 0 && value.length % 11 === 0,
    decode: (reader) =>
      readToEnd(reader, () => ({
        lockId: toHex(reader.take(6)),
        batteryMillivolt: reader.u16(),
        seal: reader.u8(),
        state: reader.u8(),
        level: reader.u8(),
      })),
    encode(writer, locks) {
      for (const lock of locks) {
        writer.bytes(fromHex(lock.lockId)).u16(lock.batteryMillivolt).u8(lock.seal).u8(lock.state).u8(lock.level)
      }
    },
  }),
  defineTextItem(0x67, 'lockPassword', (value) => value.length === 8 && isPrintable(value)),
  defineNumber(0x68, 2, 'batteryCentipercent'),
  defineNumber(0x69, 2, 'batteryCentivolt'),
  defineItem({
    id: 0x77,
    name: 'tyres',
    fits: (value) => value.length > 0 && value.length % 8 === 0,
    /** `pressureBar40` counts fortieths of a bar in 10 bits, the upper bits are the sensor's own. */
    decode: (reader) =>
      readToEnd(reader, () => ({
        wheel: reader.u8(),
        sensorId: reader.u24(),
        pressureBar40: reader.u16(),
        temperatureOffset50C: reader.u8(),
        status: reader.u8(),
      })),
    encode(writer, tyres) {
      for (const tyre of tyres) {
        writer.u8(tyre.wheel).u24(tyre.sensorId).u16(tyre.pressureBar40).u8(tyre.temperatureOffset50C).u8(tyre.status)
      }
    },
  }),
  // OBD: makers call these one list under 0x80, on the wire they are items like all others.
  defineNumber(0x80, 1, 'obdSpeedKmh'),
  defineNumber(0x81, 2, 'engineRpm'),
  defineNumber(0x82, 2, 'supplyDecivolt'),
  defineNumber(0x83, 1, 'engineLoadPercent'),
  defineNumber(0x84, 1, 'coolantOffset40C'),
  defineNumber(0x89, 1, 'throttlePercent'),
  defineTextItem(0x8b, 'vin', (value) => value.length === 17),
  defineNumber(0x8c, 4, 'obdOdometerDkm'),
  defineNumber(0x8e, 1, 'fuelPercent'),
  defineItem({
    id: 0x91,
    name: 'engine',
    fits: (value) => value.length >= 8,
    decode: (reader) => ({
      supplyDecivolt: reader.u16(),
      engineRpm: reader.u16(),
      obdSpeedKmh: reader.u8(),
      throttleOf255: reader.u8(),
      engineLoadOf255: reader.u8(),
      coolantOffset40C: reader.u8(),
      rest: reader.rest(),
    }),
    encode: (writer, engine) =>
      void writer
        .u16(engine.supplyDecivolt)
        .u16(engine.engineRpm)
        .u8(engine.obdSpeedKmh)
        .u8(engine.throttleOf255)
        .u8(engine.engineLoadOf255)
        .u8(engine.coolantOffset40C)
        .bytes(engine.rest),
  }),
  defineTextItem(0xa0, 'troubleCodes', isPrintable),
  defineItem({
    id: 0xa7,
    name: 'analogCentivolt',
    fits: (value) => value.length === 4,
    decode: (reader) => ({ input0: reader.u16(), input1: reader.u16() }),
    encode: (writer, value) => void writer.u16(value.input0).u16(value.input1),
  }),
  defineNumber(0xac, 4, 'odometerM'),
  defineTextItem(0xbc, 'driverName', (value) => value.length > 0),
  defineTextItem(0xbd, 'driverId', (value) => value.length > 0),
  defineNumber(0xce, 2, 'supplyCentivolt'),
  defineNumber(0xd3, 2, 'supplyDecivolt'),
  defineNumber(0xd4, 1, 'batteryPercent'),
  defineNumber(0xd5, 2, 'batteryCentivolt'),
  defineItem({
    id: 0xd5,
    name: 'lockStates',
    fits: (value) => value.length >= 1 && value.length === 1 + value[0]! * LOCK_STATE_BYTES,
    /** Bit 5 of the state: open. */
    decode(reader) {
      reader.skip(1)
      return readToEnd(reader, () => ({
        lockId: toHex(reader.take(5)),
        card: toHex(reader.take(5)),
        battery: reader.u8(),
        stateBits: reader.u16(),
      }))
    },
    encode(writer, locks) {
      writer.u8(locks.length)
      for (const lock of locks) {
        writer.bytes(fromHex(lock.lockId)).bytes(fromHex(lock.card)).u8(lock.battery).u16(lock.stateBits)
      }
    },
  }),
  defineNumber(0xe9, 1, 'batteryPercent'),
  defineNumber(0xe1, 1, 'batteryPercent'),
  defineNumber(0xe1, 2, 'supplyDecivolt'),
  defineItem({
    id: 0xe1,
    name: 'cellsE1',
    fits: (value) => value.length > 4 && (value.length - 4) % 8 === 0,
    decode(reader): readonly Cell[] {
      const mcc = reader.u16()
      const mnc = reader.u16()
      return readToEnd(reader, () => ({ mcc, mnc, lac: reader.u24(), cid: reader.u32(), level: reader.u8() }))
    },
    encode(writer, cells) {
      writer.u16(cells[0]?.mcc ?? 0).u16(cells[0]?.mnc ?? 0)
      for (const cell of cells) writer.u24(cell.lac).u32(cell.cid).u8(cell.level)
    },
  }),
  defineNumber(0xe2, 4, 'fuelDl'),
  defineItem({
    id: 0xe3,
    name: 'battery',
    fits: (value) => value.length === 4 || value.length === 6,
    decode: (reader) => ({
      reserved: reader.u8(),
      batteryPercent: reader.u8(),
      batteryCentivolt: reader.u16(),
      rest: reader.rest(),
    }),
    encode: (writer, value) =>
      void writer.u8(value.reserved).u8(value.batteryPercent).u16(value.batteryCentivolt).bytes(value.rest),
  }),
  defineItem({
    id: 0xe4,
    name: 'charge',
    fits: (value) => value.length === 2,
    /** `notCharging` 0: it charges. */
    decode: (reader) => ({ notCharging: reader.u8(), batteryPercent: reader.u8() }),
    encode: (writer, value) => void writer.u8(value.notCharging).u8(value.batteryPercent),
  }),
  defineNumber(0xe5, 1, 'moving'),
  defineTextItem(0xe6, 'obdText', (value) => startsWith(value, '$OBD-RT')),
  defineItem({
    id: 0xe6,
    name: 'climateSensors',
    fits: (value) => value.length > 0 && value.length % 11 === 0 && !startsWith(value, '$OBD-RT'),
    decode: (reader) =>
      readToEnd(reader, () => ({
        index: reader.u8(),
        mac: toHex(reader.take(6)),
        temperatureWord: reader.u16(),
        humidityWord: reader.u16(),
      })),
    encode(writer, sensors) {
      for (const { index, mac, temperatureWord, humidityWord } of sensors) {
        writer.u8(index).bytes(fromHex(mac)).u16(temperatureWord).u16(humidityWord)
      }
    },
  }),
  defineItem({
    id: 0xe7,
    name: 'personalAlarms',
    fits: (value) => value.length === 8,
    /** Bits 0 vibration, 1 to 4 SOS. */
    decode: (reader) => ({ alarmBits: reader.u32(), furtherBits: reader.u32() }),
    encode: (writer, value) => void writer.u32(value.alarmBits).u32(value.furtherBits),
  }),
  defineItem({
    id: 0xe8,
    name: 'cameraEvent',
    fits: (value) => value.length >= 2,
    /** Group 0x2002 upload mode, 0x2003 power, 0x2005 a list; 0x04xx and 0x0Cxx events. */
    decode: (reader) => ({ group: reader.u16(), detail: reader.rest() }),
    encode: (writer, value) => void writer.u16(value.group).bytes(value.detail),
  }),
  defineItem({
    id: 0xea,
    name: 'sensors',
    fits: (value) =>
      value.length > 1 &&
      readsWhole(value, (reader) => {
        reader.skip(1)
        return readShortTags(reader)
      }),
    decode: (reader) => ({ kind: reader.u8(), tags: readShortTags(reader) }),
    encode: (writer, value) => writeShortTags(writer.u8(value.kind), value.tags),
  }),
  defineTextItem(0xeb, 'timeZone', (value) => startsWith(value, 'UTC')),
  defineItem({
    id: 0xeb,
    name: 'trackerState',
    fits: (value) => value.length > 0 && readsWhole(value, readLongTags),
    decode: readLongTags,
    encode: writeLongTags,
  }),
  defineItem({
    id: 0xeb,
    name: 'cellsEb',
    fits: (value) => value.length > 3 && (value.length - 3) % 5 === 0 && !readsWhole(value, readLongTags),
    decode(reader): readonly Cell[] {
      const mcc = reader.u16()
      const mnc = reader.u8()
      return readToEnd(reader, () => ({ mcc, mnc, lac: reader.u16(), cid: reader.u16(), level: reader.u8() }))
    },
    encode(writer, cells) {
      writer.u16(cells[0]?.mcc ?? 0).u8(cells[0]?.mnc ?? 0)
      for (const cell of cells) writer.u16(cell.lac).u16(cell.cid).u8(cell.level)
    },
  }),
  defineWlans(0xec, 'wlans'),
  defineWlans(0xf4, 'wlansF4'),
  defineItem({
    id: 0xee,
    name: 'trackerPower',
    fits: (value) => value.length === 6,
    decode: (reader) => ({
      signal: reader.u8(),
      supplyMillivolt: reader.u16(),
      batteryMillivolt: reader.u16(),
      satellites: reader.u8(),
    }),
    encode: (writer, value) =>
      void writer.u8(value.signal).u16(value.supplyMillivolt).u16(value.batteryMillivolt).u8(value.satellites),
  }),
  defineItem({
    id: 0xf0,
    name: 'cellsF0',
    fits: (value) => value.length > 0 && value.length % 13 === 0,
    decode: (reader): readonly Cell[] =>
      readToEnd(reader, () => ({
        mcc: reader.u16(),
        mnc: reader.u16(),
        cid: reader.u32(),
        lac: reader.u32(),
        level: reader.u8(),
      })),
    encode(writer, cells) {
      for (const cell of cells) writer.u16(cell.mcc).u16(cell.mnc).u32(cell.cid).u32(cell.lac).u8(cell.level)
    },
  }),
  defineNumber(0xf1, 4, 'supplyMillivolt'),
  defineTextItem(0xf1, 'iccid', (value) => value.length > 4 && isPrintable(value)),
  defineTextItem(0xf2, 'firmware', isPrintable),
  defineItem({
    id: 0xf3,
    name: 'obdWords',
    fits: (value) => value.length > 0 && readsWhole(value, readWordTags),
    decode: readWordTags,
    encode: writeWordTags,
  }),
  defineNumber(0xf5, 2, 'light'),
  defineNumber(0xf6, 2, 'airPressure'),
  defineItem({
    id: 0xf6,
    name: 'imei',
    fits: (value) => value.length === 8,
    decode: (reader) => reader.bcd(8),
    encode: (writer, imei) => void writer.bytes(digitsToBcd(imei, 8)),
  }),
  defineItem({
    id: 0xf6,
    name: 'climate',
    fits: (value) => value.length >= 2 && value.length === 2 + climateBytes(value[1]!),
    /** Bits of `mask`: 0 light, 1 temperature, 2 humidity, 3 acceleration on three axes, 4 thresholds. */
    decode(reader): Climate {
      const kind = reader.u8()
      const mask = reader.u8()
      return {
        kind,
        mask,
        ...(mask & 1 && { light: reader.u16() }),
        ...(mask & 2 && { temperatureDecidegree: reader.i16() }),
        ...(mask & 4 && { humidityPermille: reader.u16() }),
        rest: reader.rest(),
      }
    },
    encode(writer, climate: Climate) {
      writer.u8(climate.kind).u8(climate.mask)
      if (climate.light !== undefined) writer.u16(climate.light)
      if (climate.temperatureDecidegree !== undefined) writer.u16(climate.temperatureDecidegree)
      if (climate.humidityPermille !== undefined) writer.u16(climate.humidityPermille)
      writer.bytes(climate.rest)
    },
  }),
  defineNumber(0xf7, 2, 'humidityPermille'),
  defineItem({
    id: 0xf7,
    name: 'batteryState',
    fits: (value) => value.length >= 4 && value.length <= 6,
    /** State 2 or 3: charging. */
    decode(reader): { readonly batteryMillivolt: number; readonly state?: number; readonly batteryPercent?: number } {
      const batteryMillivolt = reader.u32()
      if (reader.remaining === 0) return { batteryMillivolt }
      const state = reader.u8()
      return reader.remaining > 0
        ? { batteryMillivolt, state, batteryPercent: reader.u8() }
        : { batteryMillivolt, state }
    },
    encode(writer, { batteryMillivolt, state, batteryPercent }) {
      writer.u32(batteryMillivolt)
      if (state !== undefined) writer.u8(state)
      if (batteryPercent !== undefined) writer.u8(batteryPercent)
    },
  }),
  defineNumber(0xf8, 2, 'temperatureWord'),
  defineItem({
    id: 0xf8,
    name: 'card',
    fits: (value) => value.length === 29,
    decode: (reader) => ({
      kind: reader.u8(),
      imei: reader.bcd(8),
      iccid: reader.bcd(10),
      model: readFixedText(reader, 10),
    }),
    encode: (writer, card) =>
      writeFixedText(writer.u8(card.kind).bcd(card.imei, 8).bcd(card.iccid, 10), card.model, 10),
  }),
  defineNumber(0xfe, 1, 'batteryPercent'),
  defineNumber(0xfe, 2, 'supplyDecivolt'),
  defineNumber(0xfe, 4, 'odometerM'),
] as const

function defineWlans<const Name extends string>(id: number, name: Name) {
  return defineItem({
    id,
    name,
    fits: (value) => value.length > 0 && value.length % 7 === 0,
    decode: (reader): readonly Wlan[] => readToEnd(reader, () => ({ mac: toHex(reader.take(6)), signal: reader.u8() })),
    encode(writer, wlans) {
      for (const { mac, signal } of wlans) writer.bytes(fromHex(mac)).u8(signal)
    },
  })
}

/** Bytes behind the mask of item 0xF6. */
function climateBytes(mask: number): number {
  return (mask & 1 ? 2 : 0) + (mask & 2 ? 2 : 0) + (mask & 4 ? 2 : 0) + (mask & 8 ? 6 : 0) + (mask & 16 ? 10 : 0)
}

function readToEnd<T>(reader: ByteReader, read: () => T): T[] {
  const values: T[] = []
  while (reader.remaining > 0) values.push(read())
  return values
}

function readSensor(reader: ByteReader): number | null {
  const { bytes, offset } = reader
  if (bytes[offset] === 0xff && bytes[offset + 1] === 0xff) {
    reader.skip(2)
    return null
  }
  return readSignMagnitude(reader)
}

function startsWith(value: Uint8Array, text: string): boolean {
  if (value.length < text.length) return false
  for (let at = 0; at < text.length; at++) {
    if (value[at] !== text.charCodeAt(at)) return false
  }
  return true
}
