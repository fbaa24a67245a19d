import { fromHex } from '@fleetglass/bytes'
import type { ByteTable } from './byte-table.ts'
import { POSITION, POSITION_FIELDS } from './tables-of-the-session.ts'

/** Drivers, pictures, passed-through data, tachograph and CAN. */
export const MEDIA_TABLES: readonly ByteTable[] = [
  {
    version: '2013',
    bytes: `
      04                                        length
      c0eec0ee                                  name
      3131000000000000000000000000000000000000  id card, 20 bytes
      ${'3232'.padEnd(80, '0')}                 licence, 40 bytes
      02                                        length
      6161                                      authority`,
    message: {
      name: 'driverIdentity',
      body: { layout: '2011', driverName: '李李', idCard: '11', licence: '22', authority: 'aa' },
    },
  },
  {
    version: '2013',
    bytes: `
      01                                        card in
      180816091616                              time
      00                                        read
      02                                        length
      6b6f                                      name
      3232000000000000000000000000000000000000  licence
      02                                        length
      6161                                      authority
      20180816                                  valid until`,
    message: {
      name: 'driverIdentity',
      body: {
        layout: '2013',
        state: 1,
        time: '180816091616',
        result: 0,
        card: { driverName: 'ko', licence: '22', authority: 'aa', validUntil: '20180816' },
      },
    },
  },
  {
    version: '2019',
    bytes: `
      01                                        card in
      180816091616                              time
      00                                        read
      02                                        length
      6b6f                                      name
      3232000000000000000000000000000000000000  licence
      00                                        no authority
      20180816                                  valid until
      3131000000000000000000000000000000000000  id card`,
    message: {
      name: 'driverIdentity',
      body: {
        layout: '2013',
        state: 1,
        time: '180816091616',
        result: 0,
        card: { driverName: 'ko', licence: '22', authority: '', validUntil: '20180816', idCard: '11' },
      },
    },
  },
  {
    version: '2013',
    bytes: `
      01            card in
      180816091616  time
      03            pulled out: nothing follows`,
    message: { name: 'driverIdentity', body: { layout: '2013', state: 1, time: '180816091616', result: 3 } },
  },
  {
    version: '2013',
    bytes: `
      02            card out
      180816091616  time`,
    message: { name: 'driverIdentity', body: { layout: '2013', state: 2, time: '180816091616' } },
  },
  {
    version: '2013',
    bytes: `
      000015c1  id
      00        picture
      00        JPEG
      03        collision
      02        channel`,
    message: { name: 'mediaEvent', body: { id: 5569, kind: 0, format: 0, event: 3, channel: 2 } },
  },
  {
    version: '2013',
    bytes: `
      000015c1  id
      00        picture
      00        JPEG
      03        collision
      02        channel ${POSITION_FIELDS}
      ffd801    data`,
    message: {
      name: 'mediaData',
      body: { id: 5569, kind: 0, format: 0, event: 3, channel: 2, position: POSITION, data: fromHex('ffd801') },
    },
  },
  {
    version: '2013',
    bytes: `
      000015c1  id
      00        picture
      00        JPEG
      03        collision
      02        channel, and no position in 2011
      ${'ffd8'.padEnd(80, '0')}  data`,
    message: {
      name: 'mediaData',
      body: { id: 5569, kind: 0, format: 0, event: 3, channel: 2, data: fromHex('ffd8'.padEnd(80, '0')) },
    },
  },
  {
    version: '2013',
    bytes: `
      00000081  id
      02        count
      0001      packet
      0005      packet`,
    message: { name: 'mediaAnswer', body: { mediaId: 129, packetNumbers: [1, 5] } },
  },
  {
    version: '2013',
    bytes: '00000081  id, and no count: complete',
    message: { name: 'mediaAnswer', body: { mediaId: 129 } },
  },
  {
    version: '2013',
    bytes: `
      0009      serial of the question
      0001      count
      00000102  id
      00        picture
      01        channel
      02        robbery ${POSITION_FIELDS}`,
    message: {
      name: 'mediaList',
      body: { answeredSerial: 9, media: [{ id: 258, kind: 0, channel: 1, event: 2, position: POSITION }] },
    },
  },
  {
    version: '2013',
    bytes: `
      00            pictures
      01            channel
      03            collision
      200707192359  from
      000000000000  to: open`,
    message: {
      name: 'mediaListRequest',
      body: { kind: 0, channel: 1, event: 3, from: '200707192359', to: '000000000000' },
    },
  },
  {
    version: '2013',
    bytes: `
      00            pictures
      01            channel
      03            collision
      200707192359  from
      200707192359  to
      01            delete afterwards`,
    message: {
      name: 'mediaUploadRequest',
      body: { kind: 0, channel: 1, event: 3, from: '200707192359', to: '200707192359', afterwards: 1 },
    },
  },
  {
    version: '2013',
    bytes: `
      01    start
      001e  30 s
      01    keep
      03    32 kHz`,
    message: { name: 'soundRecording', body: { command: 1, durationS: 30, keep: 1, rate: 3 } },
  },
  {
    version: '2013',
    bytes: `
      00006efa  id
      01        delete afterwards`,
    message: { name: 'singleMediaRequest', body: { mediaId: 28410, afterwards: 1 } },
  },
  {
    version: '2013',
    bytes: `
      0004      serial of the command
      00        done
      0001      count
      00003012  id`,
    message: { name: 'shotResult', body: { answeredSerial: 4, result: 0, mediaIds: [0x3012] } },
  },
  {
    version: '2013',
    bytes: `
      0004  serial of the command
      02    channel not supported: nothing follows`,
    message: { name: 'shotResult', body: { answeredSerial: 4, result: 2 } },
  },
  {
    version: '2013',
    bytes: `
      01    channel
      0002  two pictures
      0003  3 s between
      01    keep
      06    352x288
      05    quality
      ff    brightness
      7f    contrast
      40    saturation
      80    chroma`,
    message: {
      name: 'shot',
      body: {
        channel: 1,
        command: 2,
        intervalS: 3,
        keep: 1,
        size: 6,
        quality: 5,
        brightness: 255,
        contrast: 127,
        saturation: 64,
        chroma: 128,
      },
    },
  },
  ...(['transparentUp', 'transparentDown'] as const).map(
    (name): ByteTable => ({
      version: '2013',
      bytes: `
        41      serial port 1
        010203  data`,
      message: { name, body: { kind: 0x41, data: fromHex('010203') } },
    }),
  ),
  {
    version: '2013',
    bytes: `
      00000002  length
      1f8b      gzip`,
    message: { name: 'compressed', body: { gzip: fromHex('1f8b') } },
  },
  ...(['terminalRsaKey', 'platformRsaKey'] as const).map(
    (name): ByteTable => ({
      version: '2013',
      bytes: `
        00010001                     e
        ${'ab'.repeat(128)}          n`,
      message: { name, body: { e: 65537, n: fromHex('ab'.repeat(128)) } },
    }),
  ),
  {
    version: '2013',
    bytes: `
      0001                        serial of the request
      02                          command: clock
      557a0200060020032310101000  block`,
    message: {
      name: 'tachographData',
      body: { answeredSerial: 1, command: 2, block: fromHex('557a0200060020032310101000') },
    },
  },
  {
    version: '2013',
    bytes: `
      02            command: clock
      aa7502000000  block`,
    message: { name: 'tachographRequest', body: { command: 2, block: fromHex('aa7502000000') } },
  },
  {
    version: '2013',
    bytes: `
      83                      command: set the clock
      aa758300060020032310101000  block`,
    message: { name: 'tachographSetting', body: { command: 0x83, block: fromHex('aa758300060020032310101000') } },
  },
  {
    version: '2013',
    bytes: `
      00000004  length
      b2e2cad4  text`,
    message: { name: 'waybill', body: { text: '测试' } },
  },
  {
    version: '2013',
    bytes: `
      0001              count
      2000050350        20:00:05.0350
      40120304          extended id
      0102030405060708  data`,
    message: {
      name: 'canData',
      body: { time: '2000050350', frames: [{ canId: 0x40120304, data: fromHex('0102030405060708') }] },
    },
  },
  {
    version: '2013',
    bytes: '0102  bytes of a maker',
    message: { name: 'unknown', messageId: 0x0f00, body: { raw: fromHex('0102') } },
  },
]
