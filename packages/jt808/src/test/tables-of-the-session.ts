import { fromHex } from '@fleetglass/bytes'
import type { ByteTable } from './byte-table.ts'

/** The 28 bytes most tables below share. */
export const POSITION_FIELDS = `
  00000003      alarm bits: emergency, overspeed
  0004000b      status bits: ACC, located, west, GPS used
  0298e832      latitude 43.575346
  04bf4be2      longitude 79.645666, west
  0073          altitude 115 m
  0143          speed 32.3 km/h
  0027          heading 39
  251025055706  2025-10-25 05:57:06 in the device's zone`

export const POSITION = {
  alarmBits: 3,
  statusBits: 0x0004000b,
  latE6: 43575346,
  lngE6: -79645666,
  altitudeM: 115,
  speedDkmh: 323,
  headingDeg: 39,
  localTimeS: Date.UTC(2025, 9, 25, 5, 57, 6) / 1000,
  timeBytes: fromHex('251025055706'),
  items: [],
}

/** Session, identity, positions. */
export const SESSION_TABLES: readonly ByteTable[] = [
  {
    version: '2013',
    bytes: `
      0007  serial of the platform's message
      8103  its id
      00    done`,
    message: { name: 'terminalAnswer', body: { answeredSerial: 7, answeredId: 0x8103, result: 0 } },
  },
  {
    version: '2013',
    bytes: `
      0008  serial of the terminal's message
      0200  its id
      04    alarm confirmed`,
    message: { name: 'platformAnswer', body: { answeredSerial: 8, answeredId: 0x0200, result: 4 } },
  },
  { version: '2013', bytes: '', message: { name: 'heartbeat', body: {} } },
  {
    version: '2013',
    bytes: `
      64    what some devices add: battery %
      1c    signal
      01    state`,
    message: { name: 'heartbeat', body: {}, extra: fromHex('641c01') },
  },
  { version: '2013', bytes: '', message: { name: 'unregistration', body: {} } },
  { version: '2019', bytes: '', message: { name: 'serverTimeRequest', body: {} } },
  {
    version: '2019',
    bytes: '191202101010  time in UTC',
    message: { name: 'serverTime', body: { utc: '191202101010' } },
  },
  {
    version: '2019',
    bytes: `
      04d2  serial of the first packet
      0002  count, a WORD in 2019
      0001  packet
      0003  packet`,
    message: { name: 'platformPacketRequest', body: { firstSerial: 1234, packetNumbers: [1, 3] } },
  },
  {
    version: '2013',
    bytes: `
      04d2  serial of the first packet
      02    count, a BYTE to 2013
      0001  packet
      0003  packet`,
    message: { name: 'terminalPacketRequest', body: { firstSerial: 1234, packetNumbers: [1, 3] } },
  },
  {
    version: '2013',
    bytes: `
      0028              province
      0032              city
      3132333400        maker
      746b313233343520  model, 8 bytes padded with spaces
      43484931323300    terminal id
      01                blue
      d4c1413132333435  plate`,
    message: {
      name: 'registration',
      body: {
        layout: '2011',
        province: 40,
        city: 50,
        maker: '1234',
        model: 'tk12345 ',
        terminalId: 'CHI123',
        plateColour: 1,
        plate: '粤A12345',
      },
    },
  },
  {
    version: '2013',
    bytes: `
      001f                                      province
      0073                                      city
      797a680000                                maker
      7777772e6a74743830382e636e00000000000000  model, 20 bytes
      37363534333231                            terminal id
      00                                        no plate
      4c4d30303030303030303030303030303031      VIN`,
    message: {
      name: 'registration',
      body: {
        layout: '2013',
        province: 31,
        city: 115,
        maker: 'yzh',
        model: 'www.jtt808.cn',
        terminalId: '7654321',
        plateColour: 0,
        plate: 'LM0000000000000001',
      },
    },
  },
  {
    version: '2019',
    bytes: `
      001f                                                          province
      0073                                                          city
      797a680000000000000000                                        maker, 11 bytes
      7777772e6a74743830382e636e0000000000000000000000000000000000  model, 30 bytes
      303938373635343332313039383736353433323100000000000000000000  terminal id, 30 bytes
      05                                                            green
      b2e24131                                                      plate`,
    message: {
      name: 'registration',
      body: {
        layout: '2019',
        province: 31,
        city: 115,
        maker: 'yzh',
        model: 'www.jtt808.cn',
        terminalId: '09876543210987654321',
        plateColour: 5,
        plate: '测A1',
      },
    },
  },
  {
    version: '2013',
    bytes: `
      0001      serial of the registration
      00        done
      41423132  authentication code`,
    message: { name: 'registrationAnswer', body: { answeredSerial: 1, result: 0, code: 'AB12' } },
  },
  {
    version: '2013',
    bytes: `
      0001      serial of the registration
      04        no such terminal, and so no code`,
    message: { name: 'registrationAnswer', body: { answeredSerial: 1, result: 4 } },
  },
  {
    version: '2013',
    bytes: '41423132  the code, all of the body',
    message: { name: 'authentication', body: { code: 'AB12' } },
  },
  {
    version: '2019',
    bytes: `
      04                                        length of the code
      41423132                                  code
      313233343536373839303132333435            IMEI
      332e372e31350000000000000000000000000000  software`,
    message: {
      name: 'authentication',
      body: { code: 'AB12', device: { imei: '123456789012345', software: '3.7.15' } },
    },
  },
  {
    version: '2019',
    bytes: '41423132  the bare code behind a 2019 header',
    message: { name: 'authentication', body: { code: 'AB12' } },
  },
  {
    version: '2013',
    bytes: `
      0007      serial of the question
      02        count
      00000001  heartbeat interval
      04        length
      0000003c  60 s
      00000083  plate
      00        empty`,
    message: {
      name: 'parameters',
      body: {
        answeredSerial: 7,
        parameters: [
          { id: 1, value: fromHex('0000003c') },
          { id: 0x83, value: fromHex('') },
        ],
      },
    },
  },
  ...(['2013', '2019'] as const).map(
    (version): ByteTable => ({
      version,
      bytes: `
        0041                                                        passenger, two boxes not, disk
        797a680000                                                  maker, 5 bytes in both
        ${'6d31'.padEnd(version === '2013' ? 40 : 60, '0')}         model
        ${'3736353433'.padEnd(version === '2013' ? 14 : 60, '0')}   terminal id
        12345678901234567890                                        ICCID
        02                                                          length
        6831                                                        hardware
        02                                                          length
        6631                                                        firmware
        03                                                          GPS, BeiDou
        20                                                          TD-LTE`,
      message: {
        name: 'attributes',
        body: {
          typeBits: 0x41,
          maker: 'yzh',
          model: 'm1',
          terminalId: '76543',
          iccid: '12345678901234567890',
          hardware: 'h1',
          firmware: 'f1',
          gnssBits: 3,
          radioBits: 0x20,
          layout: version,
        },
      },
    }),
  ),
  {
    version: '2013',
    bytes: `
      34  GNSS
      02  cancelled`,
    message: { name: 'upgradeResult', body: { kind: 52, result: 2 } },
  },
  {
    version: '2019',
    bytes: `
      0002  serial
      34    GNSS
      01    downloading
      2a    42 %
      00    no error`,
    message: { name: 'upgradeProgress', body: { answeredSerial: 2, kind: 52, state: 1, percent: 42, error: 0 } },
  },
  {
    version: '2013',
    bytes: `${POSITION_FIELDS}
      01        item: odometer
      04        length
      00000064  10.0 km
      30        item: signal
      01        length
      1f        31`,
    message: {
      name: 'position',
      body: {
        ...POSITION,
        items: [
          { id: 0x01, value: fromHex('00000064') },
          { id: 0x30, value: fromHex('1f') },
        ],
      },
    },
  },
  {
    version: '2013',
    bytes: `${POSITION_FIELDS}
      01        item: odometer
      04        length that is not there
      0000      the rest`,
    message: { name: 'position', body: POSITION, extra: fromHex('01040000') },
  },
  {
    version: '2013',
    bytes: `
      0009  serial of the question ${POSITION_FIELDS}`,
    message: { name: 'positionAnswer', body: { answeredSerial: 9, position: POSITION } },
  },
  {
    version: '2013',
    bytes: `
      000a  serial of the command ${POSITION_FIELDS}`,
    message: { name: 'vehicleControlAnswer', body: { answeredSerial: 10, position: POSITION } },
  },
  {
    version: '2013',
    bytes: `
      0002  count
      01    stored while out of coverage
      001c  length ${POSITION_FIELDS}
      001f  length ${POSITION_FIELDS}
      31    item: satellites
      01    length
      0f    15`,
    message: {
      name: 'positionBatch',
      body: {
        kind: 1,
        entries: [{ position: POSITION }, { position: { ...POSITION, items: [{ id: 0x31, value: fromHex('0f') }] } }],
      },
    },
  },
  {
    version: '2013',
    bytes: `
      1c  length ${POSITION_FIELDS}`,
    message: { name: 'trackerReport', body: { kind: 'positions', entries: [{ position: POSITION }] } },
  },
  {
    version: '2013',
    bytes: `
      64            battery 100 %
      250711145301  time`,
    message: { name: 'trackerReport', body: { kind: 'battery', batteryPercent: 100, time: '250711145301' } },
  },
  { version: '2013', bytes: '', message: { name: 'positionRequest', body: {} } },
  {
    version: '2013',
    bytes: `
      000a      every 10 s
      00000258  for 600 s`,
    message: { name: 'tracking', body: { intervalS: 10, validityS: 600 } },
  },
  { version: '2013', bytes: '0000  stop', message: { name: 'tracking', body: { intervalS: 0 } } },
  {
    version: '2013',
    bytes: `
      0008      serial of the alarm
      00000009  emergency, danger`,
    message: { name: 'alarmConfirmation', body: { alarmSerial: 8, typeBits: 9 } },
  },
  { version: '2019', bytes: '', message: { name: 'linkCheck', body: {} } },
  { version: '2013', bytes: '', message: { name: 'parametersRequest', body: {} } },
  { version: '2013', bytes: '', message: { name: 'attributesRequest', body: {} } },
  { version: '2013', bytes: '', message: { name: 'driverIdentityRequest', body: {} } },
  {
    version: '2013',
    bytes: `
      01        count
      00000029  default interval
      04        length
      0000001e  30 s`,
    message: { name: 'parameterSetting', body: { parameters: [{ id: 0x29, value: fromHex('0000001e') }] } },
  },
  {
    version: '2013',
    bytes: `
      02        count
      00000001  id
      0000f364  id`,
    message: { name: 'someParametersRequest', body: { ids: [1, 0xf364] } },
  },
]
