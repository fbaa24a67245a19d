import type { ErrorCode } from './error-code.ts'
import type { CataloguedError } from './error-kinds.ts'
import { footageErrors } from './footage-errors.ts'
import { upkeepErrors } from './upkeep-errors.ts'

/** Every failure that a caller can receive. Its text is `error.<code>` of the texts. A code never changes its meaning. */
export const errorCatalogue: Readonly<Record<ErrorCode, CataloguedError>> = {
  // Who asks
  'wrong-credentials': {
    kind: 'unauthenticated',
    advice: 'Check the user name and the password. The same answer is given for an account that has expired.',
  },
  'second-factor-needed': {
    kind: 'incomplete-login',
    advice:
      'Send the code of the authenticator app, or a recovery code, with the login: `T` on the main channel, `code` over HTTP. Programs use an API token.',
  },
  'second-factor-wrong': {
    kind: 'incomplete-login',
    advice:
      'Wait for the next code of the authenticator app: each code is accepted once. Check the clock of the phone. A recovery code is accepted once, too.',
  },
  'second-factor-setup': {
    kind: 'incomplete-login',
    advice: 'Log in by the console, which shows how to set up the second factor.',
  },
  'current-password-needed': {
    kind: 'incomplete-login',
    advice: 'Send `currentPassword` with the call: who changes how they log in shows their password again.',
  },
  'current-password-wrong': {
    kind: 'incomplete-login',
    advice: 'Check `currentPassword`: it is the password that you have now.',
  },
  'current-code-needed': {
    kind: 'incomplete-login',
    advice: 'Send a code of the authenticator app, or a recovery code, in `currentCode`.',
  },
  'no-second-factor': { kind: 'conflict', advice: 'Start to set it up again.' },
  'wrong-token': {
    kind: 'unauthenticated',
    advice: 'Read the token from the configuration of the server and send it in the header `Authorization: Bearer`.',
  },
  'not-logged-in': { kind: 'unauthenticated', advice: 'Log in first: on the main channel with `Q02`.' },
  'login-ended': {
    kind: 'unauthenticated',
    advice: 'Log in again. If that fails, ask an administrator whether the account still exists.',
  },
  'too-many-attempts': {
    kind: 'held-back',
    advice:
      'Wait for the seconds that the answer names. A program with an old password makes this worse: stop it first.',
  },
  'too-many-logins': { kind: 'held-back', advice: 'Try again in a few seconds.' },
  'already-logged-in': { kind: 'conflict', advice: 'Open a second connection.' },
  'permission-denied': {
    kind: 'forbidden',
    advice: 'Ask an administrator for the right; `docs/rights.md` lists what each endpoint asks for.',
  },
  'read-only-api-token': {
    kind: 'forbidden',
    advice: 'Make an API token with the scope "full", or leave the call out.',
  },
  'not-by-api-token': {
    kind: 'forbidden',
    advice: 'Log in with user and password: sessions, API tokens and the second factor are managed by a person.',
  },
  // The call is allowed, one of its settings is not: API1-44 has no status for that.
  'setting-denied': {
    kind: 'invalid',
    advice: 'Ask an administrator for the right to change this setting, or leave it out.',
  },
  // What was sent
  'unknown-path': { kind: 'unknown-path', advice: 'Check the address and the method.' },
  'unknown-message': { kind: 'invalid', advice: 'Check the message code.' },
  'invalid-field': { kind: 'invalid', advice: 'Correct the field that the message names.' },
  'empty-field': { kind: 'invalid', advice: 'Fill in the field that the message names.' },
  'value-not-offered': {
    kind: 'invalid',
    advice: 'Choose one of the values that the page offers: this site allows no others.',
  },
  'field-set-by-server': { kind: 'invalid', advice: 'Leave the field out: the server sets it.' },
  'external-user-taken': { kind: 'conflict', advice: 'Give each user another external name.' },
  'invalid-body': { kind: 'invalid', advice: 'Correct the request as the message says.' },
  'unreadable-body': { kind: 'invalid', advice: 'Send a JSON object in UTF-8 and say so in `content-type`.' },
  'body-too-large': { kind: 'invalid', advice: 'Split the request, or send less in it.' },
  'invalid-request': { kind: 'invalid', advice: 'Correct the request as the message says.' },
  'nul-character': { kind: 'invalid', advice: 'Remove the character U+0000 from the field.' },
  'nul-character-in-name': { kind: 'invalid', advice: 'Remove the character U+0000 from the name of the field.' },
  'too-many-calls': { kind: 'too-many', advice: 'Wait for the seconds in `Retry-After`, and call less often.' },
  'too-many-saves': { kind: 'too-many', advice: 'Try again in a moment.' },
  'too-many-answers': {
    kind: 'too-many',
    advice: 'Read or cancel the answers under way before you ask for another one.',
  },
  // The server
  internal: {
    kind: 'internal',
    advice: 'Read the log of the server at the time of the answer and report what it says.',
  },
  'server-stopping': { kind: 'unavailable', advice: 'Try again when the server runs.' },
  'disk-full': { kind: 'unavailable', advice: 'Free space on the disk of the data folder.' },
  'database-locked': { kind: 'unavailable', advice: 'Close the other program that has the database open.' },
  'data-folder-read-only': {
    kind: 'unavailable',
    advice: 'Check the rights of the data folder and the health of its disk.',
  },
  'data-folder-gone': { kind: 'unavailable', advice: 'Stop the server, put the data folder back and start again.' },
  'database-silent': { kind: 'unavailable', advice: 'Check that the database runs and that the server can reach it.' },
  // Devices
  'unknown-device': {
    kind: 'not-found',
    advice: 'Check the device id, and that the device is in a group of the account.',
  },
  'unknown-device-listed': { kind: 'not-found', advice: 'Remove the device from the list, or check its id.' },
  'unknown-channel': { kind: 'not-found', advice: 'Check the number of channels of the device.' },
  'device-offline': {
    kind: 'unavailable',
    advice: 'Check the power and the mobile connection of the device, then try again.',
  },
  'device-timeout': {
    kind: 'unavailable',
    advice: 'Try again. If it happens again, the mobile connection of the device may be bad.',
  },
  'device-unreadable': { kind: 'unavailable', advice: 'Read the device log and report the bytes of the answer.' },
  'device-failed': { kind: 'unavailable', advice: 'Try again. If it happens again, restart the device.' },
  'device-misread': {
    kind: 'unavailable',
    advice: 'Check in the device log which command was sent; the firmware may need an update.',
  },
  'device-unsupported': { kind: 'unavailable', advice: 'The device has no such function; nothing was changed.' },
  'device-refused': { kind: 'unavailable', advice: 'Look up the result in the documentation of the device.' },
  'device-registered': { kind: 'conflict', advice: 'Edit the existing device instead.' },
  'licence-full': { kind: 'too-many', advice: 'Remove a device that is no longer used, or extend the licence.' },
  'invalid-channel-count': { kind: 'invalid', advice: 'Send a number of channels in this range.' },
  'invalid-device-id': { kind: 'invalid', advice: 'Choose another device id.' },
  'invalid-day': { kind: 'invalid', advice: 'Send the beginning of the day in unix seconds.' },
  'invalid-range': { kind: 'invalid', advice: 'Send both ends in unix seconds, the earlier one first.' },
  'invalid-day-query': {
    kind: 'invalid',
    advice: 'Send the offset from UTC in seconds, and `recording` in `K` or no `K`.',
  },
  'invalid-follow': { kind: 'invalid', advice: 'Send 1 to receive changed rows and 0 to end that.' },
  'invalid-command-word': { kind: 'invalid', advice: 'Send a number from 0 to 255.' },
  'command-word-changed': { kind: 'conflict', advice: 'Read the command word again and confirm that one.' },
  'device-model-unknown': { kind: 'unavailable', advice: 'Wait until the device was online, then try again.' },
  'format-command-unknown': {
    kind: 'unavailable',
    advice: 'Find the command in the documentation of the device and add it to `deviceModels` in the configuration.',
  },
  'partly-deleted': {
    kind: 'internal',
    advice:
      'Check the rights of the media folder, and that no media slot is read-only or unmounted, then delete again.',
  },
  'unknown-camera-command': { kind: 'invalid', advice: 'Send one of the commands that the contract lists.' },
  'pictures-off': { kind: 'forbidden', advice: 'Switch recording and streaming on in the settings of the device.' },
  'unknown-group': { kind: 'not-found', advice: 'Check the group id, and that the account may see the group.' },
  'unknown-permission': { kind: 'not-found', advice: 'Read the list of permission groups again.' },
  'permission-built-in': { kind: 'invalid', advice: 'Copy the permission group, and rename or delete the copy.' },
  'permission-name-taken': { kind: 'conflict', advice: 'Choose another name.' },
  'permission-in-use': { kind: 'conflict', advice: 'Give the users that the message names another permission first.' },
  'permission-changed': {
    kind: 'conflict',
    advice: 'Read the list of permission groups again, compare, and save what is still to be changed.',
  },
  'too-many-permissions': { kind: 'too-many', advice: 'Delete a permission group that nobody has.' },
  'group-name-taken': { kind: 'conflict', advice: 'Give groups with the same parent different names.' },
  'group-cycle': { kind: 'conflict', advice: 'Choose a parent that is neither the group nor below it.' },
  'root-group': { kind: 'conflict', advice: 'Rename the root group if its name is wrong; it stays where it is.' },
  'group-has-children': { kind: 'conflict', advice: 'Move or delete the groups below it, then delete the group.' },
  'group-has-users': { kind: 'conflict', advice: 'Give its users another group, then delete the group.' },
  'too-many-groups': { kind: 'too-many', advice: 'Delete groups that are not used any more.' },
  'too-many-groups-of-device': {
    kind: 'too-many',
    advice: 'Remove the device from a group, or add it to a group above: users see what is below their group.',
  },
  'device-needs-group': {
    kind: 'conflict',
    advice:
      'A device in no group belongs to the root group. Add it to the group in which it should be; it then leaves the root group.',
  },
  'unknown-session': { kind: 'not-found', advice: 'Read the list of sessions again: it may have ended meanwhile.' },
  'unknown-api-token': { kind: 'not-found', advice: 'Read the list of API tokens again.' },
  'too-many-api-tokens': { kind: 'too-many', advice: 'Revoke tokens that no program needs.' },
  'unknown-user': { kind: 'not-found', advice: 'Read the list of users again.' },
  'user-name-taken': { kind: 'conflict', advice: 'Choose another name.' },
  'too-many-users': { kind: 'too-many', advice: 'Delete a user that is no longer needed.' },
  'user-stays': {
    kind: 'invalid',
    advice: 'Keep this user as it is. In the peer-to-peer deployment set an expiry date instead of deleting a user.',
  },
  // Event profiles
  'unknown-event': { kind: 'not-found', advice: 'Read the events again: it may have been removed by its age.' },
  'unknown-event-profile': { kind: 'not-found', advice: 'Read the event profiles again.' },
  'unknown-event-definition': { kind: 'not-found', advice: 'Read the event profiles again; `POST` adds an entry.' },
  'event-definition-exists': { kind: 'conflict', advice: 'Change the entry with `PUT`.' },
  'event-profile-taken': { kind: 'conflict', advice: 'Choose another name.' },
  'event-profile-changed': {
    kind: 'conflict',
    advice: 'Read the event profiles again, compare, and save what is still to be changed.',
  },
  'event-profile-empty': { kind: 'invalid', advice: 'Delete the profile by its name, or keep an entry.' },
  'event-profile-global': {
    kind: 'invalid',
    advice: 'Delete entries of GLOBAL instead: they then have their built-in names.',
  },
  'event-profile-linked': { kind: 'conflict', advice: 'Change the profile of the device with `PUT`.' },
  'event-profile-not-linked': { kind: 'conflict', advice: 'Read again which profile each device has.' },
  'too-many-event-profiles': { kind: 'too-many', advice: 'Delete an event profile that no device needs.' },
  // Event plans
  'plan-without-device': {
    kind: 'invalid',
    advice: 'Name at least one device in `deviceid`, or choose another `updateMode`.',
  },
  'unknown-event-plan': { kind: 'not-found', advice: 'Read the plans again: another user may have deleted it.' },
  'unknown-event-delivery': { kind: 'not-found', advice: 'Read the delivery log again: it may be waiting or removed.' },
  'too-many-event-plans': {
    kind: 'too-many',
    advice: 'Cover devices by their group, or delete plans that no device needs.',
  },
  'upload-password-missing': {
    kind: 'invalid',
    advice: 'Send the password in place of `***`: the stored one is used for the same user and server only.',
  },
  // Translations
  'unknown-language': { kind: 'not-found', advice: 'Send texts of the languages that `GET /i18n/config` lists.' },
  'too-many-texts': { kind: 'too-many', advice: 'Remove keys that are no longer used.' },
  'invalid-texts': {
    kind: 'invalid',
    advice:
      'Correct the texts that the message names: plain words without markup, with the parts in braces of the English text.',
  },
  'translations-changed': { kind: 'conflict', advice: 'Read the translations again and repeat the changes.' },
  'customers-unavailable': { kind: 'unavailable', advice: 'Use a site of the peer-to-peer variant.' },
  // Settings
  'unknown-field': { kind: 'invalid', advice: 'Remove the field, or check its name.' },
  'unreadable-record': { kind: 'invalid', advice: 'Send the changed fields as a JSON object.' },
  'unknown-parameter': { kind: 'invalid', advice: 'Check the name of the parameter.' },
  'record-conflict': { kind: 'invalid', advice: 'Send one value for each channel, and no channel twice.' },
  'invalid-recording-days': { kind: 'invalid', advice: 'Send a whole number of days.' },
  'invalid-traffic-limit': { kind: 'invalid', advice: 'Send 0 or 1, a comma and the limit in KB.' },
  'unknown-setting': { kind: 'invalid', advice: 'Check the name of the setting.' },
  'invalid-setting': { kind: 'invalid', advice: 'Correct the value as the message says.' },
  'setting-missing': { kind: 'unavailable', advice: 'Leave the setting out; the device does not have it.' },
  'setting-characters': { kind: 'invalid', advice: 'Use characters of the GBK set.' },
  'setting-too-long': { kind: 'invalid', advice: 'Send a shorter text.' },
  'setting-shared-port': { kind: 'conflict', advice: 'Use the port of the first server for the second one.' },
  'setting-resolution': { kind: 'invalid', advice: 'Choose one of the resolutions that the device lists.' },
  'video-settings-unknown': {
    kind: 'unavailable',
    advice: 'The firmware of the device may not support these settings.',
  },
  'setting-not-saved': { kind: 'conflict', advice: 'Save the settings again, then confirm them.' },
  'setting-not-kept': {
    kind: 'unavailable',
    advice: 'Read the settings again and compare; the device may limit the value.',
  },
  'settings-not-reported': { kind: 'unavailable', advice: 'The firmware of the device may not have this setting.' },
  'settings-queue-full': { kind: 'too-many', advice: 'Try again in a moment.' },
  'settings-busy': { kind: 'too-many', advice: 'Try again in a moment.' },
  'same-password': { kind: 'invalid', advice: 'Choose another password.' },
  'empty-password': { kind: 'invalid', advice: 'Send the hash of a password that is not empty.' },
  'password-with-user': { kind: 'invalid', advice: 'Choose another password.' },
  // Server settings and mail
  'settings-changed': { kind: 'conflict', advice: 'Read the settings again, repeat the change and save.' },
  'tls-proxy-not-trusted': {
    kind: 'conflict',
    advice:
      'Add the address of the proxy to `trustedProxies` in the configuration, or save it by the https port of the server.',
  },
  'certificate-requested': { kind: 'conflict', advice: 'Wait until the status says how the request ended.' },
  'disks-not-listed': {
    kind: 'unavailable',
    advice: 'Check that the program `lsblk` is there, or set `diskListCommand` in the configuration file.',
  },
  'format-not-allowed': {
    kind: 'forbidden',
    advice: 'Allow it with `formatCommand` in the configuration file of the server, as ["mkfs.ext4", "-F"].',
  },
  'unknown-disk': { kind: 'not-found', advice: 'Read the list of disks again.' },
  'disk-has-parts': { kind: 'conflict', advice: 'Format one of its parts.' },
  'disk-mounted': { kind: 'conflict', advice: 'Unmount it on the machine first.' },
  'disk-is-none': { kind: 'conflict', advice: 'Choose a disk or a part of one.' },
  'disk-is-swap': { kind: 'conflict', advice: 'Choose another disk.' },
  'disk-is-member': {
    kind: 'conflict',
    advice: 'Choose another disk, or take it out of its group on the machine first.',
  },
  'format-running': { kind: 'conflict', advice: 'Wait until the disk that is being formatted is ready.' },
  'format-failed': { kind: 'unavailable', advice: 'Look for the reason on the machine of the server.' },
  'target-unknown': { kind: 'invalid', advice: 'Check the name, and the name server of this machine.' },
  'target-not-allowed': {
    kind: 'invalid',
    advice: 'Use another address, or allow such targets with `localTargets` in the configuration of the server.',
  },
  'mail-not-configured': { kind: 'unavailable', advice: 'Set the mail server in the server settings, Email Sender.' },
  'mail-unreachable': { kind: 'unavailable', advice: 'Check the address and the port, and the network of the server.' },
  'mail-not-encrypted': {
    kind: 'unavailable',
    advice: 'Check the kind of security, and that the certificate is for this name and of a known authority.',
  },
  'mail-login-refused': { kind: 'unavailable', advice: 'Check the user name, the password and the kind of login.' },
  'mail-refused': { kind: 'unavailable', advice: 'Check the addresses of the sender and the receiver.' },
  // Recordings, tracks and events
  'too-many-points': {
    kind: 'too-many',
    advice: 'Ask for a shorter range, or for several ranges one after the other.',
  },
  'too-many-half-hours': { kind: 'too-many', advice: 'Ask for fewer days, or for one device.' },
  'too-many-events': {
    kind: 'too-many',
    advice: 'Ask for a shorter range, or for several ranges one after the other.',
  },
  'log-export-left': { kind: 'unavailable', advice: 'Download the log again.' },
  'log-export-too-large': { kind: 'too-many', advice: 'Choose fewer days, or set a filter.' },
  'too-many-locks': { kind: 'too-many', advice: 'Remove a lock that is no longer needed.' },
  'unknown-lock': { kind: 'not-found', advice: 'Read the list of locks again.' },
  'locked-by-evidence': { kind: 'conflict', advice: 'Release the evidence package that needs the recordings.' },
  'unknown-evidence': { kind: 'not-found', advice: 'Read the list of evidence packages again.' },
  'too-many-evidence': {
    kind: 'too-many',
    advice: 'Wait until packages are made, or release those that nobody needs.',
  },
  'unknown-share': { kind: 'not-found', advice: 'Ask the person who sent the link for a new one.' },
  'share-password-needed': { kind: 'forbidden', advice: 'Enter the password of the link.' },
  'share-password-wrong': { kind: 'forbidden', advice: 'Ask the person who sent the link for its password.' },
  'too-many-shares': { kind: 'too-many', advice: 'Revoke a link that is no longer needed.' },
  'unknown-file': { kind: 'not-found', advice: 'Read the list again.' },
  'unknown-address': { kind: 'not-found', advice: 'Correct the parameter of the address that the message names.' },
  'no-such-bytes': { kind: 'invalid', advice: 'Read the length of the file in `content-range` and ask again.' },
  'too-many-downloads': { kind: 'too-many', advice: 'Wait until a download is complete.' },
  'too-many-exports': { kind: 'too-many', advice: 'Wait until a download is ready.' },
  'export-not-ready': {
    kind: 'not-found',
    advice: 'Ask with `type=lopbmp4ask` until the answer is READY, then fetch the file.',
  },
  'list-unreadable': { kind: 'unavailable', advice: 'Read the device log and report the bytes of the answer.' },
  'list-too-long': { kind: 'too-many', advice: 'Format the card of the device, or fetch the footage by time.' },
  ...footageErrors,
  ...upkeepErrors,
  // Streams
  'foreign-page': { kind: 'forbidden', advice: 'Open the page from the address of the server, or send no `Origin`.' },
  'too-many-streams': { kind: 'too-many', advice: 'Close streams that nobody watches.' },
  'too-many-commands': { kind: 'too-many', advice: 'Send commands more slowly.' },
  'stream-failed': { kind: 'internal', advice: 'Read the log of the server at the time of the answer.' },
  'streaming-off': { kind: 'forbidden', advice: 'Switch streaming on in the settings of the device.' },
  'live-off': { kind: 'forbidden', advice: 'Allow live streams on the tab Protocol of the server settings.' },
  'broadcast-off': { kind: 'forbidden', advice: 'Switch broadcast on in the options of the site.' },
  'no-camera-online': { kind: 'unavailable', advice: 'Try again when a device with a camera is online.' },
  'nothing-recorded': {
    kind: 'not-found',
    advice: 'Ask for a time with a recording; the calendar and the minute flags name them.',
  },
  'device-recorded-nothing': { kind: 'not-found', advice: 'Read the list of recordings of the device.' },
  'device-busy': { kind: 'too-many', advice: 'Wait until the other user has ended the talk.' },
  'device-playing': { kind: 'too-many', advice: 'Wait until the other user has ended the playback.' },
  'transcoder-busy': { kind: 'too-many', advice: 'Close a converted stream, or watch it where H.265 is played.' },
  'transcoder-failed': {
    kind: 'unavailable',
    advice: 'Read the log of the server. Set the camera to H.264, or use a browser that plays H.265.',
  },
  'transcoder-absent': {
    kind: 'unavailable',
    advice: 'Install ffmpeg on the server, or name it in the setting `ffmpeg`.',
  },
  'transcoder-too-large': { kind: 'unavailable', advice: 'Set the camera to smaller pictures or to H.264.' },
  'stream-forbidden': { kind: 'forbidden', advice: 'Switch streaming on in the settings of the device.' },
  'stream-used-up': { kind: 'forbidden', advice: 'Raise the limit of the device, or wait until the month ends.' },
  'stream-offline': { kind: 'unavailable', advice: 'Try again when the device is connected.' },
  'stream-refused': {
    kind: 'unavailable',
    advice: 'Check that the device has this channel with a camera, and that no other platform uses its video.',
  },
  'stream-no-answer': {
    kind: 'unavailable',
    advice: 'Check the mobile network of the device, and that it supports JT/T 1078.',
  },
  'stream-no-connection': {
    kind: 'unavailable',
    advice: 'Check that the device reaches the media port of the server, through firewall and router.',
  },
  'stream-no-media': {
    kind: 'unavailable',
    advice: 'Check that a camera is on this channel, and that it sends H.264 or H.265 with frequent key frames.',
  },
  'stream-closed': { kind: 'unavailable', advice: 'Check the mobile network of the device, then try again.' },
  // Fences and routes
  'invalid-fence-index': { kind: 'invalid', advice: 'Choose a number in this range.' },
  'invalid-route-index': { kind: 'invalid', advice: 'Choose a number in this range.' },
  'too-many-shapes': { kind: 'too-many', advice: 'Remove a shape that is no longer used.' },
  'unknown-shape': { kind: 'not-found', advice: 'Read the list of shapes again.' },
  // Reports
  'unknown-report': { kind: 'not-found', advice: 'Read the list of event reports again.' },
  'too-many-reports': { kind: 'too-many', advice: 'Delete an event report that is no longer used.' },
  'unknown-report-file': { kind: 'not-found', advice: 'Read the list of report files again: old ones are removed.' },
  'pdf-busy': { kind: 'too-many', advice: 'Try again when the PDF files under way are done.' },
  'pdf-gone': { kind: 'not-found', advice: 'Create it again: it is there for 10 minutes, for its user alone.' },
  'pdf-logo-unreadable': { kind: 'invalid', advice: 'Send a PNG or JPEG picture as a data address, or an empty text.' },
}
