import { fromHex } from '@fleetglass/bytes'
import type { ByteTable } from './byte-table.ts'

const HOURS = `
  200726000000  from
  200726232359  to`
const LIMIT = `
  007b          123 km/h
  3c            for 60 s`
const hours = { from: '200726000000', to: '200726232359' }
const limit = { speedKmh: 123, overspeedS: 60 }
const nightLimit = { ...limit, nightSpeedKmh: 40 }
const NIGHT = '0028  40 km/h at night'
const NAME = `
  0002  length of the name
  6161  name`

/** Commands of a platform to a terminal, and areas and routes. */
export const COMMAND_TABLES: readonly ByteTable[] = [
  {
    version: '2013',
    bytes: `
      02            connect to a server
      313b61623b3b  switch back; code; no APN`,
    message: { name: 'terminalControl', body: { command: 2, parameters: '1;ab;;' } },
  },
  {
    version: '2013',
    bytes: `
      34          GNSS
      797a680000  maker
      02          length
      7631        firmware
      00000003    length
      010203      data`,
    message: {
      name: 'upgradePacket',
      body: { kind: 52, maker: 'yzh', firmware: 'v1', data: fromHex('010203') },
    },
  },
  {
    version: '2013',
    bytes: `
      09        urgent, spoken
      b2e2cad4  text`,
    message: { name: 'textMessage', body: { flags: 9, text: '测试' } },
  },
  {
    version: '2019',
    bytes: `
      0a        urgent, spoken
      02        service
      b2e2cad4  text`,
    message: { name: 'textMessage', body: { flags: 10, type: 2, text: '测试' } },
  },
  { version: '2013', bytes: '05  event', message: { name: 'eventReport', body: { eventId: 5 } } },
  {
    version: '2013',
    bytes: `
      0003  serial of the question
      02    answer`,
    message: { name: 'questionAnswer', body: { answeredSerial: 3, answerId: 2 } },
  },
  {
    version: '2013',
    bytes: `
      01  kind
      00  not any more`,
    message: { name: 'informationDemand', body: { kind: 1, action: 0 } },
  },
  {
    version: '2013',
    bytes: `
      02    append
      01    count
      01    id
      02    length
      6f6b  text`,
    message: { name: 'eventSetting', body: { action: 2, events: [{ id: 1, text: 'ok' }] } },
  },
  { version: '2013', bytes: '00  delete all', message: { name: 'eventSetting', body: { action: 0 } } },
  {
    version: '2013',
    bytes: `
      01    urgent
      02    length
      6f6b  question
      01    answer
      0003  length
      796573 text`,
    message: { name: 'question', body: { flags: 1, question: 'ok', answers: [{ id: 1, text: 'yes' }] } },
  },
  {
    version: '2013',
    bytes: `
      01    replace
      01    count
      0b    kind
      0002  length
      6f6b  name`,
    message: { name: 'informationMenu', body: { action: 1, entries: [{ kind: 11, text: 'ok' }] } },
  },
  { version: '2013', bytes: '00  delete all', message: { name: 'informationMenu', body: { action: 0 } } },
  {
    version: '2013',
    bytes: `
      0b    kind
      0002  length
      6f6b  text`,
    message: { name: 'information', body: { kind: 11, text: 'ok' } },
  },
  {
    version: '2013',
    bytes: `
      01      listen
      313130  number`,
    message: { name: 'callBack', body: { kind: 1, number: '110' } },
  },
  {
    version: '2013',
    bytes: `
      02      append
      01      count
      03      both ways
      03      length
      313130  number
      02      length
      6f6b    name`,
    message: {
      name: 'phoneBook',
      body: { action: 2, contacts: [{ direction: 3, number: '110', contactName: 'ok' }] },
    },
  },
  { version: '2013', bytes: '00  clear', message: { name: 'phoneBook', body: { action: 0 } } },
  { version: '2013', bytes: '01  lock', message: { name: 'vehicleControl', body: { flags: 1 } } },
  {
    version: '2019',
    bytes: `
      0001  count
      0001  doors
      01    lock`,
    message: { name: 'vehicleControl', body: { controls: [{ id: 1, value: 1 }] } },
  },
  {
    version: '2013',
    bytes: `
      01        append
      02        count
      00000001  id
      0003      by time, speed limit
      0001e0f3  latitude
      0001b6b8  longitude
      0000007b  radius 123 m ${HOURS} ${LIMIT}
      00000002  id
      0000      no rules
      00000001  latitude
      00000002  longitude
      00000003  radius 3 m`,
    message: {
      name: 'circleSetting',
      body: {
        action: 1,
        areas: [
          { id: 1, attributes: 3, centre: { latitudeE6: 123123, longitudeE6: 112312 }, radiusM: 123, hours, limit },
          { id: 2, attributes: 0, centre: { latitudeE6: 1, longitudeE6: 2 }, radiusM: 3 },
        ],
      },
    },
  },
  {
    version: '2019',
    bytes: `
      00        replace
      01        count
      00000001  id
      0002      speed limit
      00000002  latitude, upper left
      00000003  longitude
      00000004  latitude, lower right
      00000005  longitude ${LIMIT}
      ${NIGHT} ${NAME}`,
    message: {
      name: 'rectangleSetting',
      body: {
        action: 0,
        areas: [
          {
            id: 1,
            attributes: 2,
            upperLeft: { latitudeE6: 2, longitudeE6: 3 },
            lowerRight: { latitudeE6: 4, longitudeE6: 5 },
            limit: nightLimit,
            areaName: 'aa',
          },
        ],
      },
    },
  },
  {
    version: '2019',
    bytes: `
      00000003  id
      0003      by time, speed limit ${HOURS} ${LIMIT}
      0001      points
      0000007b  latitude
      00000159  longitude
      ${NIGHT}, behind the points here ${NAME}`,
    message: {
      name: 'polygonSetting',
      body: {
        id: 3,
        attributes: 3,
        hours,
        limit: nightLimit,
        points: [{ latitudeE6: 123, longitudeE6: 345 }],
        areaName: 'aa',
      },
    },
  },
  {
    version: '2013',
    bytes: `
      0000e805  id
      0001      by time ${HOURS}
      0002      points
      00000001  point
      00000009  segment
      01dc9a07  latitude
      0739e487  longitude
      09        9 m wide
      03        time, speed
      0001      too long after 1 s
      0002      too short before 2 s ${LIMIT}
      00000002  point
      00000009  segment
      01dc9a07  latitude
      0739e487  longitude
      09        9 m wide
      00        no rules`,
    message: {
      name: 'routeSetting',
      body: {
        id: 59397,
        attributes: 1,
        hours,
        points: [
          {
            pointId: 1,
            segmentId: 9,
            place: { latitudeE6: 31234567, longitudeE6: 121234567 },
            widthM: 9,
            attributes: 3,
            passage: { tooLongS: 1, tooShortS: 2 },
            limit,
          },
          {
            pointId: 2,
            segmentId: 9,
            place: { latitudeE6: 31234567, longitudeE6: 121234567 },
            widthM: 9,
            attributes: 0,
          },
        ],
      },
    },
  },
  ...(['circleDeletion', 'rectangleDeletion', 'polygonDeletion', 'routeDeletion'] as const).map(
    (name): ByteTable => ({
      version: '2013',
      bytes: `
        02        count
        00000001  id
        0000ffff  id`,
      message: { name, body: { ids: [1, 0xffff] } },
    }),
  ),
  {
    version: '2019',
    bytes: `
      01        circles
      00000002  count
      00000001  id
      00000002  id`,
    message: { name: 'areasRequest', body: { kind: 1, ids: [1, 2] } },
  },
  {
    version: '2019',
    bytes: `
      01        circles
      00000001  count
      00000001  id
      0000      no rules
      00000001  latitude
      00000002  longitude
      00000003  radius ${NAME}`,
    message: {
      name: 'areas',
      body: {
        kind: 1,
        circles: [{ id: 1, attributes: 0, centre: { latitudeE6: 1, longitudeE6: 2 }, radiusM: 3, areaName: 'aa' }],
      },
    },
  },
  {
    version: '2019',
    bytes: `
      03        polygons
      00000001  count
      00000001  id
      0000      no rules
      0000      no points ${NAME}`,
    message: { name: 'areas', body: { kind: 3, polygons: [{ id: 1, attributes: 0, points: [], areaName: 'aa' }] } },
  },
  {
    version: '2019',
    bytes: `
      02        rectangles
      00000000  none`,
    message: { name: 'areas', body: { kind: 2, rectangles: [] } },
  },
  {
    version: '2019',
    bytes: `
      04        routes
      00000001  count
      00000001  id
      0000      no rules
      0000      no points ${NAME}`,
    message: { name: 'areas', body: { kind: 4, routes: [{ id: 1, attributes: 0, points: [], areaName: 'aa' }] } },
  },
  { version: '2013', bytes: '', message: { name: 'timeRequest', body: {} } },
  {
    version: '2013',
    bytes: `
      07e9  2025
      0b    November
      15    21st
      06    hour
      1e    minute
      3b    second
      00    done`,
    message: {
      name: 'timeAnswer',
      body: { year: 2025, month: 11, day: 21, hour: 6, minute: 30, second: 59, result: 0 },
    },
  },
  { version: '2013', bytes: '', message: { name: 'secondHeartbeat', body: {} } },
  { version: '2013', bytes: '613d31  text', message: { name: 'parameterText', body: { text: 'a=1' } } },
  { version: '2013', bytes: '6f6b  text', message: { name: 'deviceText', body: { text: 'ok' } } },
  {
    version: '2013',
    bytes: `
      0001      serial answered
      006f006b  text in UTF-16`,
    message: { name: 'commandText', body: { answeredSerial: 1, text: 'ok' } },
  },
  {
    version: '2013',
    bytes: `
      210927151009  time
      000e          x
      802d          y, negative
      8000          z, which the device calls minus zero`,
    message: { name: 'acceleration', body: { samples: [{ time: '210927151009', x: 14, y: -45, z: -0 }] } },
  },
]
