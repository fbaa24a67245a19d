import { digitsToBcd, fromHex, toHex } from '@fleetglass/bytes'
import { readFixedText, writeFixedText } from '../text.ts'
import { defineItem, defineNumber, isPrintable, readsWhole } from './item.ts'
import {
  type Cell,
  type Climate,
  climateBytes,
  defineWlans,
  LOCK_STATE_BYTES,
  readToEnd,
  startsWith,
} from './maker-parts.ts'
import { defineTextItem } from './standard-items.ts'
import { readLongTags, readShortTags, readWordTags, writeLongTags, writeShortTags, writeWordTags } from './tag-list.ts'

/** Trackers and their surroundings: items 0xce to 0xfe. */
export const TRACKER_ITEMS = [
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
