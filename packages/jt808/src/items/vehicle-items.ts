import { fromHex, toHex } from '@fleetglass/bytes'
import { defineItem, defineNumber, isPrintable, writeSignMagnitude } from './item.ts'
import { type Cell, NO_SENSOR, readSensor, readToEnd, startsWith, type Wlan } from './maker-parts.ts'
import { defineTextItem } from './standard-items.ts'

/** Sensors, locks, tyres and OBD: items 0x06 to 0xbd. */
export const VEHICLE_ITEMS = [
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
] as const
