import type { ByteTable } from './byte-table.ts'

const SIGN_SHORT = `
  37363534333231  terminal id
  200707192359    time
  01              sequence
  02              files
  00              reserved`
const SIGN_LONG = `
  ${'37363534333231'.padEnd(60, '0')}  terminal id, 30 bytes
  200707192359    time
  01              sequence
  02              files
  0000            reserved, a WORD`
const SIGN_UNRESERVED = `
  ${'37363534333231'.padEnd(60, '0')}  terminal id, 30 bytes
  200707192359    time
  01              sequence
  02              files`
const signShort = {
  form: 'short' as const,
  terminalId: '7654321',
  time: '200707192359',
  sequence: 1,
  files: 2,
  reserved: 0,
}
const signLong = { ...signShort, form: 'long' as const }
const signUnreserved = { ...signShort, form: 'unreserved' as const }
const NUMBER = `${'6e31'.padEnd(64, '0')}  the platform's number of the alarm`

/** Files of active-safety alarms: what is asked for, and what the device lists. */
export const ALARM_FILE_TABLES: readonly ByteTable[] = [
  {
    version: '2013',
    bytes: `
      09                  length
      3132372e302e302e31  address
      1b64                TCP port 7012
      0000                no UDP ${SIGN_SHORT}
      ${NUMBER}
      ${'00'.repeat(16)}  reserved`,
    message: {
      name: 'alarmFilesRequest',
      body: {
        address: '127.0.0.1',
        tcpPort: 7012,
        udpPort: 0,
        sign: signShort,
        alarmNumber: 'n1',
        reserved: new Uint8Array(16),
      },
    },
  },
  {
    version: '2019',
    bytes: `
      01                  length
      61                  address
      1b64                TCP port
      0000                no UDP ${SIGN_LONG}
      ${NUMBER}
      ${'00'.repeat(16)}  reserved`,
    message: {
      name: 'alarmFilesRequest',
      body: {
        address: 'a',
        tcpPort: 7012,
        udpPort: 0,
        sign: signLong,
        alarmNumber: 'n1',
        reserved: new Uint8Array(16),
      },
    },
  },
  {
    version: '2019',
    bytes: `
      37363534333231  terminal id of the short form, behind a 2019 header ${SIGN_SHORT}
      ${NUMBER}
      00              normal
      02              count
      05              length
      612e6a7067      name
      00000009        size
      05              length
      622e6d7034      name
      0000000a        size`,
    message: {
      name: 'alarmFiles',
      body: {
        terminalId: '7654321',
        sign: signShort,
        alarmNumber: 'n1',
        kind: 0,
        files: [
          { fileName: 'a.jpg', byteLength: 9 },
          { fileName: 'b.mp4', byteLength: 10 },
        ],
      },
    },
  },
  {
    version: '2019',
    bytes: `
      ${'37363534333231'.padEnd(60, '0')}  terminal id ${SIGN_LONG}
      ${NUMBER}
      01              again
      00              no files`,
    message: {
      name: 'alarmFiles',
      body: { terminalId: '7654321', sign: signLong, alarmNumber: 'n1', kind: 1, files: [] },
    },
  },
  {
    version: '2013',
    bytes: `
      01                  length
      61                  address
      1b64                TCP port
      0000                no UDP ${SIGN_UNRESERVED}
      ${NUMBER}
      ${'00'.repeat(16)}  reserved`,
    message: {
      name: 'alarmFilesRequest',
      body: {
        address: 'a',
        tcpPort: 7012,
        udpPort: 0,
        sign: signUnreserved,
        alarmNumber: 'n1',
        reserved: new Uint8Array(16),
      },
    },
  },
  ...(['alarmFileStart', 'alarmFileEnd'] as const).map(
    (name): ByteTable => ({
      version: '2013',
      bytes: `
        05          length
        612e6a7067  name
        00          picture
        00000009    size`,
      message: { name, body: { fileName: 'a.jpg', kind: 0, byteLength: 9 } },
    }),
  ),
  {
    version: '2013',
    bytes: `
      05          length
      612e6a7067  name
      00          picture
      01          send again
      01          count
      00000400    offset
      00000010    length`,
    message: {
      name: 'alarmFileAnswer',
      body: { fileName: 'a.jpg', kind: 0, result: 1, missing: [{ offset: 1024, byteLength: 16 }] },
    },
  },
]
