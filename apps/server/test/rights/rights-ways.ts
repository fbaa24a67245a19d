// How to call each endpoint of the server without changing anything, with any account. A new route, message or stream
// needs a line here: the rights matrix fails without it.

import { errorTexts } from '@fleetglass/texts/errors'
import { sha256 } from '../channel-client.ts'
import { ADMIN_PASSWORD } from '../harness.ts'
import { BEGIN_S, type Claim, openWays, type Way } from './rights-ways-open.ts'

export type { Claim, Way } from './rights-ways-open.ts'

const nothing: Way = {}

const somewhere = { lat: 0, lng: 0 }
const nobodysPlan = { appdevid: 15, updateMode: 'DEVICE', deviceid: 'nobody' }
const noCustomer = {
  dealer: '',
  customer: '',
  salesman: '',
  address: '',
  phone: '',
  mail: '',
  memo: '',
  follow: 0,
}

const credentials = (claim: Claim) => ({ username: claim.user, password: claim.passwordHash })

/** By the name of the endpoint. */
export const ways: Readonly<Record<string, Way>> = {
  ...openWays,
  'GET /*': nothing,
  'GET /healthz': nothing,
  'GET /metrics': nothing,
  'GET /gkserver/protocol': nothing,
  'GET /api/server': nothing,
  'GET /gms.js': nothing,
  'GET /.well-known/acme-challenge/:token': nothing,
  'GET /gms-map.js': nothing,
  'GET /i18n/config': nothing,
  'POST /gkserver/userlist': nothing,
  // What is asked for is refused, after the right was checked.
  'POST /gkserver/account': {
    ask: () => ({ editingName: 'nobody', editingPW: '0'.repeat(64), editingGroupid: '998' }),
  },
  'PUT /gkserver/account': { ask: () => ({ editingName: 'nobody' }) },
  'DELETE /gkserver/account': { ask: () => ({ editingName: 'nobody' }) },
  'GET /api/account/sessions': nothing,
  'DELETE /api/account/sessions': { ask: () => ({ id: 'nobody' }) },
  'GET /api/account/tokens': nothing,
  // It is refused for its days, after the right was asked.
  'POST /api/account/tokens': { ask: () => ({ name: 'nobody', scope: 'read', days: 0 }) },
  'DELETE /api/account/tokens': { ask: () => ({ id: 'nobody' }) },
  'GET /api/users/sessions': { ask: () => ({ name: 'nobody' }) },
  'DELETE /api/users/sessions': { ask: () => ({ name: 'nobody', id: 'nobody' }) },
  'GET /api/users/tokens': { ask: () => ({ name: 'nobody' }) },
  'DELETE /api/users/tokens': { ask: () => ({ name: 'nobody', id: 'nobody' }) },
  'GET /api/account/second-factor': nothing,
  'POST /api/account/second-factor': { afterExpiry: true, ask: (_, claim) => credentials(claim) },
  // A code that cannot be one: refused, by a sentence of its own.
  'PUT /api/account/second-factor': { afterExpiry: true, ask: (_, claim) => ({ ...credentials(claim), code: 'none' }) },
  'DELETE /api/account/second-factor': {
    afterExpiry: true,
    ask: (_, claim) => ({ ...credentials(claim), code: 'none' }),
  },
  'GET /api/users/second-factor': { ask: () => ({ name: 'nobody' }) },
  'PUT /api/users/second-factor': { ask: () => ({ name: 'nobody', required: false }) },
  'DELETE /api/users/second-factor': { ask: () => ({ name: 'nobody' }) },
  'POST /i18n/token': nothing,
  'DELETE /i18n/token': nothing,
  // The path with the wrong token is unknown.
  'PUT /i18n/:token': { ask: () => ({ configs: [], raw: [], data: {} }) },
  'POST /gkserver/permissionlist': nothing,
  // A group that is not there is refused after the right was asked.
  'PUT /gkserver/permission': { ask: () => ({ id: 998, name: 'nobody' }) },
  'POST /gkserver/permission': { ask: () => ({ id: 998 }) },
  'DELETE /gkserver/permission': { ask: () => ({ id: 998 }) },
  'DELETE /gkserver/buffer': { ask: (_, { user }) => ({ name: user, notifyGMS: false }) },
  'GET /api/basemap': nothing,
  'GET /api/basemap/tile': { ask: () => ({ z: 0, x: 0, y: 0 }) },
  'GET /gkserver/usergroup': nothing,
  // Groups that do not exist, which is refused after the right was asked.
  'POST /gkserver/usergroup': { ask: () => ({ parentid: 'none', newChildrenName: 'New' }) },
  'PUT /gkserver/usergroup': { ask: () => ({ groupid: 'none', newGroupName: 'New' }) },
  'DELETE /gkserver/usergroup': { ask: () => ({ groupid: 'none' }) },
  'GET /gkserver/groupdevice': nothing,
  'POST /gkserver/groupdevice': { ask: () => ({ groupid: 'none', deviceid: 'nobody' }) },
  'DELETE /gkserver/groupdevice': { ask: () => ({ groupid: 'none', deviceid: 'nobody' }) },
  'GET /gkserver/iframes': nothing,
  'GET /pic.cgi': {
    about: 'device',
    ask: (deviceid, { user, passwordHash }) => ({ type: 'live', deviceid, ch: 1, user, password: passwordHash }),
  },
  'GET /web.cgi': {
    about: 'device',
    ask: (deviceid, { user, passwordHash }) => ({
      type: 'lopbmp4ask',
      deviceid,
      ch: 1,
      user,
      password: passwordHash,
      spbtime: BEGIN_S,
      duration: 15,
    }),
  },
  'POST /gkdevice/setting': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  'PUT /gkdevice/setting': { about: 'device', ask: (deviceid) => ({ deviceid, changed: {} }) },
  // What has no channel, is not there, or is not confirmed is refused after the right was asked.
  'PUT /gkdevice/device': { ask: () => ({ deviceid: 'new', channel: 0 }) },
  'DELETE /gkdevice/device': { ask: () => ({ deviceid: 'nobody' }) },
  'DELETE /gkdevice/code': { ask: () => ({ deviceid: 'nobody' }) },
  'POST /gkdevice/control': { ask: (deviceid) => ({ deviceid, cmd: 'none' }) },
  'POST /gkdevice/control/word': { ask: (deviceid) => ({ deviceid, cmd: 'none' }) },
  'DELETE /gkdevice/record': { ask: (deviceid) => ({ deviceid, confirm: '' }) },
  'POST /gkdevice/settings': nothing,
  'PUT /gkdevice/settings': { ask: () => ({ deviceids: [], name: 'recdays', value: 1 }) },
  'DELETE /gkdevice/settings': { ask: () => ({ deviceids: [] }) },
  'POST /gkdevice/driverinfo': nothing,
  'PUT /gkdevice/driverinfo': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  'POST /gkdevice/modelinfo': nothing,
  'GET /api/recording-locks': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  // A channel that no device has is refused after the right was asked.
  'POST /api/recording-locks': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, ch: 255, start: BEGIN_S, end: BEGIN_S + 60, reason: '' }),
  },
  'DELETE /api/recording-locks': { about: 'device', ask: (deviceid) => ({ deviceid, id: 0 }) },
  'GET /api/evidence': nothing,
  'POST /api/evidence': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, channels: [16], start: BEGIN_S, end: BEGIN_S + 60, reason: 'a reason' }),
  },
  'DELETE /api/evidence': { ask: () => ({ id: '0'.repeat(32) }) },
  'GET /api/evidence/custody': { ask: () => ({ id: '0'.repeat(32) }) },
  'GET /api/evidence/cover': { ask: () => ({ id: '0'.repeat(32) }) },
  'GET /api/evidence/key': nothing,
  'GET /api/evidence/file': { ask: (_, { user, passwordHash: password }) => ({ user, password, id: '0'.repeat(32) }) },
  'POST /api/trips': { about: 'device', ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 60 }) },
  'POST /api/clock-faults': { about: 'device', ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 60 }) },
  'POST /api/mileage-days': { about: 'device', ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 899 }) },
  'GET /api/gps/export': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 60, format: 'csv' }),
  },
  'GET /api/recording-room': nothing,
  // What cannot be saved, and what is not there, is refused after the right was asked.
  'GET /gkevent/eventdownloadplan': nothing,
  'POST /gkevent/eventdownloadplan': { ask: () => ({ eventDownloadPlan: nobodysPlan }) },
  'PUT /gkevent/eventdownloadplan': { ask: () => ({ eventDownloadPlan: nobodysPlan }) },
  'DELETE /gkevent/eventdownloadplan': { ask: () => ({ deviceid: 'nobody' }) },
  'GET /gkevent/pusheventplan': nothing,
  'POST /gkevent/pusheventplan': { ask: () => ({ pushEventPlan: { ...nobodysPlan, script: 'x' } }) },
  'PUT /gkevent/pusheventplan': { ask: () => ({ pushEventPlan: { ...nobodysPlan, script: 'x' } }) },
  'DELETE /gkevent/pusheventplan': { ask: () => ({ deviceid: 'nobody' }) },
  'GET /gkevent/realtimeeventplan': nothing,
  'POST /gkevent/realtimeeventplan': { ask: () => ({ realtimeEventPlan: nobodysPlan }) },
  'PUT /gkevent/realtimeeventplan': { ask: () => ({ realtimeEventPlan: nobodysPlan }) },
  'DELETE /gkevent/realtimeeventplan': { ask: () => ({ deviceid: 'nobody' }) },
  'GET /gkevent/eventdefine': nothing,
  'GET /gkevent/eventdefinedevice': nothing,
  'POST /gkevent/eventdefine': { ask: () => ({ eventDefine: { definename: 'nobody', eventtype: 15 } }) },
  'PUT /gkevent/eventdefine': { ask: () => ({ eventDefine: { definename: 'nobody', eventtype: 18 } }) },
  'DELETE /gkevent/eventdefine': { ask: () => ({ definename: 'nobody' }) },
  'POST /gkevent/eventdefinedevice': { ask: () => ({ deviceid: 'nobody', definename: 'nowhere' }) },
  'PUT /gkevent/eventdefinedevice': { ask: () => ({ deviceid: 'nobody', definename: 'nowhere' }) },
  'DELETE /gkevent/eventdefinedevice': { ask: () => ({ deviceid: 'nobody', definename: 'nowhere' }) },
  'POST /gkevent/customevent': {
    about: 'device',
    ask: (deviceid) => ({
      deviceid,
      start: BEGIN_S,
      end: BEGIN_S + 60,
      downloadplan: 128,
      streamtype: 0,
      audioout: 0,
    }),
  },
  'GET /api/footage': nothing,
  'POST /api/footage': { ask: () => ({ id: 0, action: 'cancel' }) },
  'GET /api/footage/file': { ask: (_, { user, passwordHash }) => ({ user, password: passwordHash, id: 0, ch: 1 }) },
  'POST /gkevent/eventcount': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  // There is no such event, which is refused after the right was asked.
  'PUT /gkevent/eventset': { ask: () => ({ serialno: 0, checkstatus: 1 }) },
  'POST /gkevent/eventset': { ask: () => ({ serialno: 0, memo: '' }) },
  'GET /gkevent/footage/:name': { ask: (_, { user, passwordHash }) => ({ u: user, p: passwordHash, s: 0, c: 1 }) },
  'GET /gkevent/footageinfo': { ask: (_, { user, passwordHash }) => ({ u: user, p: passwordHash, s: 0, c: 1 }) },
  'POST /gkevent/eventquery': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, afterTime: BEGIN_S, beforeTime: BEGIN_S + 60 }),
  },
  'GET /gkserver/fencelist': nothing,
  'GET /gkserver/fence/:index': nothing,
  'GET /gkserver/tracklist': nothing,
  'GET /gkserver/track/:index': nothing,
  'GET /api/shapes': nothing,
  // What is no fence, route or shape is refused after the right was asked.
  'PUT /gkserver/fence/:index': nothing,
  'PUT /gkserver/track/:index': nothing,
  'POST /api/shapes': nothing,
  'DELETE /api/shapes': { ask: () => ({ id: 0 }) },
  'GET /gmslog.cgi': {
    about: 'device',
    ask: (deviceid, { user, passwordHash }) => ({
      type: 'syslog',
      deviceid,
      t: BEGIN_S,
      user,
      password: passwordHash,
    }),
  },
  'POST /gkserver/session': { ask: (_, claim) => credentials(claim) },
  'DELETE /gkserver/session': nothing,
  // The password that it is already: refused, by a sentence of its own.
  'PUT /gkserver/passwd': {
    afterExpiry: true,
    ask: (_, claim) => ({ ...credentials(claim), newpass: sha256(ADMIN_PASSWORD) }),
  },
  'POST /gkserver/verifyUser': { afterExpiry: true, ask: (_, claim) => credentials(claim) },
  'POST /gkcommon/userinfo': nothing,
  'POST /gkcommon/groupdevicelist': { about: 'group', ask: (groupid) => ({ groupid }) },
  'POST /gkdevice/device': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  'POST /gkdevice/ptz': { about: 'device', ask: (deviceid) => ({ deviceid, channel: 1, cmd: 'STOP' }) },
  'POST /gkserver/gkdevicesetup/:deviceid': { about: 'device' },
  'PUT /gkserver/gkdevicesetup/:deviceid': {
    about: 'device',
    ask: () => ({ deviceParams: { preosd_driver: 'Lin' } }),
  },
  'POST /gkserver/gkdevicesetup/:deviceid/confirm': { about: 'device', ask: () => ({ keys: ['preosd_driver'] }) },
  'POST /gkdevice/recordlist': { about: 'device', ask: (deviceid) => ({ deviceid }) },
  'POST /gkdevice/recordinfo': { about: 'device', ask: (deviceid) => ({ deviceid, date: '2026-09-01', tz: 0 }) },
  'POST /gkdevice/recorddays': { about: 'device', ask: (deviceid) => ({ deviceid, month: '2026-09', tz: 0 }) },
  'POST /gkdevice/recordranges': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 60 }),
  },
  'POST /gkdevice/streamladder': { about: 'device', ask: (deviceid) => ({ deviceid, channel: 1 }) },
  'POST /gkdevice/carmemo': nothing,
  'PUT /gkdevice/carmemo': { about: 'device', ask: (deviceid) => ({ deviceid, type: 0, memo: '' }) },
  'POST /gkdevice/dkcustomer': nothing,
  'PUT /gkdevice/dkcustomer': { about: 'device', ask: (deviceid) => ({ dkcustomer: { deviceid, ...noCustomer } }) },
  'POST /gkmileage/summary': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, afterTime: BEGIN_S, beforeTime: BEGIN_S + 60 }),
  },
  'POST /gkmileage/mileagequery': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, afterTime: BEGIN_S, beforeTime: BEGIN_S + 60 }),
  },
  'GET /gkevent/eventreport': nothing,
  'POST /gkevent/eventreport': { ask: () => ({ eventReport: { profile: 'Weekly', type: 'event', enable: 0 } }) },
  'PUT /gkevent/eventreport': { ask: () => ({ eventReport: { reportid: 998, profile: 'Weekly', type: 'event' } }) },
  'DELETE /gkevent/eventreport': { ask: () => ({ eventReport: { reportid: 998 } }) },
  'POST /gkevent/eventreportlist': nothing,
  'POST /gkevent/reportlist': { ask: () => ({ from: '2026-09-01T00:00:00Z', to: '2026-09-02T00:00:00Z' }) },
  'GET /gkevent/reportfile/:filename': nothing,
  'POST /tmp': { ask: () => ({ tmp: { type: 'mileage', data: { columns: [{ label: 'a' }], rows: [['b']] } } }) },
  'GET /tmp/:id': nothing,
  'POST /gklog/netflow': { ask: () => ({ starttime: BEGIN_S, endtime: BEGIN_S + 60 }) },
  'POST /gklog/talklog': {
    ask: () => ({ afterUpdatetime: '2026-01-01T00:00:00Z', beforeUpdatetime: '2026-01-02T00:00:00Z' }),
  },
  // The name of no file, which is found out after the right was asked.
  'GET /gklog/talkaudio/:name': { ask: (_, { user, passwordHash }) => ({ user, password: passwordHash }) },
  // A save without fields changes nothing.
  'GET /gkserver/protocol/listeners': nothing,
  'POST /gkserver/protocol': nothing,
  'PUT /gkserver/protocol': nothing,
  'GET /gkserver/network': nothing,
  'PUT /gkserver/network': nothing,
  'GET /gkserver/gpsrelay': nothing,
  'PUT /gkserver/gpsrelay': nothing,
  'GET /gkserver/hbrelay': nothing,
  'PUT /gkserver/hbrelay': nothing,
  'GET /gkserver/googlekey': nothing,
  'PUT /gkserver/googlekey': nothing,
  'GET /gkserver/center': nothing,
  'PUT /gkserver/center': nothing,
  'GET /gkserver/cloud': nothing,
  'PUT /gkserver/cloud': nothing,
  'POST /gkserver/ddns': nothing,
  'PUT /gkserver/ddns': nothing,
  'GET /gkserver/deviceredirect': nothing,
  'PUT /gkserver/deviceredirect': { ask: () => ({ deviceRedirect: {} }) },
  'GET /gkserver/gmsjs': nothing,
  'PUT /gkserver/gmsjs': nothing,
  'GET /gkserver/nominatim': nothing,
  'PUT /gkserver/nominatim': nothing,
  'GET /gkserver/restartplan': nothing,
  'PUT /gkserver/restartplan': nothing,
  'GET /gkserver/event': nothing,
  'PUT /gkserver/event': { ask: () => ({ eventParams: {} }) },
  'POST /gkserver/encrypt': nothing,
  'PUT /gkserver/encrypt': nothing,
  'GET /gkserver/certbot': nothing,
  // Nothing is requested without a domain.
  'POST /gkserver/certbot': { ask: () => ({ domains: '', email: '' }) },
  'PUT /gkserver/certbot': nothing,
  'GET /gkserver/certbot/domains': nothing,
  'PUT /gkserver/certbot/domains': nothing,
  'GET /gkserver/recordoption': nothing,
  'PUT /gkserver/recordoption': nothing,
  'POST /gkserver/recordoption/old': { ask: () => ({ recorddays: 0 }) },
  'POST /gkserver/recordoption/slots': { ask: () => ({ slots: [] }) },
  'GET /gkserver/cover': nothing,
  'PUT /gkserver/cover': nothing,
  'GET /gkserver/dbmaintain': nothing,
  'PUT /gkserver/dbmaintain': { ask: () => ({ dbmaintain: {} }) },
  'POST /gkserver/dbmaintain/old': { ask: () => ({ dbmaintain: { events: 0, uslogs: 0, gps: 0 } }) },
  'POST /gkserver/smtp': nothing,
  'PUT /gkserver/smtp': { ask: () => ({ mail: {} }) },
  'PUT /gkserver/iframes': nothing,
  // No mail address.
  'POST /gkserver/smtp/test': { ask: () => ({ to: '' }) },
  // The server of a test has nobody who starts it again.
  'POST /gkserver/reboot': nothing,
  'GET /nominatim/status': nothing,
  'POST /nominatim/reverse': { ask: () => ({ lat: 0, lon: 0 }) },
  'POST /api/directions': { ask: () => ({ places: [somewhere, somewhere] }) },
  'POST /api/gps': {
    about: 'device',
    ask: (deviceid) => ({ deviceid, start: BEGIN_S, end: BEGIN_S + 60 }),
  },
}

/** What an answer comes to. */
export type Verdict = 'answered' | 'not logged in' | 'permission denied'

/** Sentences that reject a caller because of the account, whatever the call was. */
export const turnedAway: Readonly<Record<string, Verdict>> = {
  [errorTexts['error.not-logged-in']]: 'not logged in',
  [errorTexts['error.wrong-credentials']]: 'not logged in',
  [errorTexts['error.permission-denied']]: 'permission denied',
  [errorTexts['error.read-only-api-token']]: 'permission denied',
  [errorTexts['error.not-by-api-token']]: 'permission denied',
}
