// How messages of the main channel, streams and sockets are opened without changing anything, and calls that only list; other calls:
// rights-ways.ts.

/** The credentials that the caller sends. */
export interface Claim {
  readonly user: string
  /** Or an API token, where `isToken` says so. */
  readonly passwordHash: string
  readonly isToken?: boolean
}

export interface Way {
  /** Fields of a message, body of a call, query of a stream or GET. */
  readonly ask?: (about: string, claim: Claim) => Readonly<Record<string, unknown>>
  /** Payload of a message. */
  readonly payload?: string
  /** It asks about one device or group, which does not exist for accounts that do not see it. */
  readonly about?: 'device' | 'group'
  /** Where passwords expire, an expired one is good for it. */
  readonly afterExpiry?: true
  /** The first message on a socket. */
  readonly firstText?: (claim: Claim) => string
  /** The last reply of a message that is answered with several. */
  readonly lastReply?: string
}

const nothing: Way = {}
export const BEGIN_S = 1_767_600_000

const ofDevice = (fields: Readonly<Record<string, string>> = {}): Way => ({
  about: 'device',
  ask: (deviceId) => ({ A: deviceId, ...fields }),
})

/** By the name of the endpoint. */
export const openWays: Readonly<Record<string, Way>> = {
  'GET /readyz': nothing,
  // Messages of the main channel.
  Q01: nothing,
  Q02: { ask: (_, { user, passwordHash }) => ({ U: user, P: passwordHash }) },
  Q03: { lastReply: 'fin' },
  Q04: { lastReply: 'fin' },
  Q05: ofDevice(),
  Q06: ofDevice({ B: String(BEGIN_S) }),
  Q07: ofDevice(),
  Q08: ofDevice({ T: '0' }),
  Q09: nothing,
  Q10: nothing,
  Q11: nothing,
  Q12: nothing,
  Q13: ofDevice({ B: String(BEGIN_S), E: String(BEGIN_S + 60) }),
  Q14: { ask: () => ({ F: '1' }) },
  // A device with no channel is refused after the right was asked.
  D01: { ask: () => ({ A: 'new', C: '0', F: '0' }) },
  D02: { ask: () => ({ A: 'nobody' }) },
  D03: ofDevice(),
  D04: { ...ofDevice(), payload: '{}' },
  D07: ofDevice(),
  D08: ofDevice(),
  D09: ofDevice(),
  D12: ofDevice({ C: '1', K: 'STOP' }),
  // It names no parameter, which is refused after the right was asked.
  D16: ofDevice(),
  D13: ofDevice(),
  D17: ofDevice({ N: 'preosd_driver' }),
  // This server may not format.
  S03: { ask: () => ({ F: 'format', N: 'nothing' }) },
  S04: { ask: () => ({ F: 'usergroup' }) },
  D15: ofDevice({ B: String(BEGIN_S), E: String(BEGIN_S + 1) }),
  // An upload of no bytes is refused after the right was asked.
  U01: { ask: () => ({ K: 'k', S: '0', O: '0', N: 'a.bin' }) },
  D10: ofDevice({ L: 'http://127.0.0.1:9/a.bin' }),
  D11: ofDevice(),
  U02: { ask: () => ({ K: 'k', S: '0', O: '0', T: 'jpg' }) },
  // The internal pages.
  DB1: { ask: (_, { user, passwordHash }) => ({ U: user, P: passwordHash }) },
  DB2: nothing,
  DB3: nothing,
  DB4: nothing,
  DB5: nothing,
  DB6: nothing,
  DB7: nothing,
  DB8: nothing,
  DB9: nothing,
  DB10: nothing,
  'GET /api/geoauth': nothing,
  'GET /api/georule': nothing,
  'GET /api/geodevice': nothing,
  'GET /api/devarray': nothing,
  'GET /api/devinfo': nothing,
  'GET /gkdevice/deviceinfo': nothing,
  ping: nothing,
  echo: nothing,
  // Streams.
  '/ws.cgi?type=live': { about: 'device', ask: (deviceid) => ({ deviceid, channel: 1 }) },
  '/ws.cgi?type=gps': { about: 'device', ask: (deviceid) => ({ type: 'gps', deviceid }) },
  '/ws.cgi?type=talk': { about: 'device', ask: (deviceid) => ({ type: 'talk', deviceid, channel: 1 }) },
  '/ws.cgi?deviceid=broadcast': { ask: () => ({ deviceid: 'broadcast' }) },
  '/ws.cgi?deviceid=*': { ask: () => ({ deviceid: '*', streamid: 1 }) },
  '/ws.cgi?type=lopb': {
    about: 'device',
    ask: (deviceid) => ({ type: 'lopb', deviceid, channel: 1, spbtime: BEGIN_S }),
  },
  '/ws.cgi?type=repb': {
    about: 'device',
    ask: (deviceid) => ({ type: 'repb', deviceid, channel: 1, spbtime: BEGIN_S }),
  },
  // Opens for any account, and is silent for who may not hear (the events' own tests).
  '/event': { firstText: ({ user, passwordHash }) => JSON.stringify({ user, password: passwordHash }) },
}
