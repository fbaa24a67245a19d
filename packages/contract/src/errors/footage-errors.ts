import type { CataloguedError } from './error-kinds.ts'

/** Of footage that users request, and of footage and pictures of events: why there is none, why it waits, or what is wrong with it. */
export const footageErrors = {
  'too-much-footage': { kind: 'too-many', advice: 'Cancel footage that is no longer needed, or wait.' },
  'unknown-footage': { kind: 'not-found', advice: 'Read the list of footage again.' },
  'no-footage-channel': { kind: 'not-found', advice: 'Choose channels that the device has.' },
  'event-channel-absent': {
    kind: 'not-found',
    advice: 'Correct the channels of the download plan.',
  },
  'too-many-event-fetches': {
    kind: 'too-many',
    advice: 'Set a longer least interval in the download plan, so that fewer events are fetched.',
  },
  'fetch-queue-full': {
    kind: 'too-many',
    advice: 'Allow more fetches to wait on the cover monitor, or fetch less with the download plans.',
  },
  'ignition-on': {
    kind: 'unavailable',
    advice: 'Wait until the ignition is switched off, or allow fetching at all times in the download plan.',
  },
  'event-footage-partial': {
    kind: 'unavailable',
    advice: 'Read the begin and end of the file; the device recorded no more, or did not send it.',
  },
  'event-footage-wrong-time': {
    kind: 'unavailable',
    advice: 'Check the clock of the device and its recordings.',
  },
  'event-footage-failed': {
    kind: 'unavailable',
    advice: 'Read the device log, check its mobile network, and fetch the footage by time.',
  },
  'event-media-not-failed': {
    kind: 'conflict',
    advice: 'Wait until everything that is being fetched of the event is over, and read the event again.',
  },
  'event-media-not-planned': {
    kind: 'not-found',
    advice: 'Save a download plan that fetches this of such events, or fetch the footage by time.',
  },
  'event-media-removed': {
    kind: 'unavailable',
    advice: 'Fetch it again, and allow more space for event files in the server settings.',
  },
  'event-snapshot-failed': {
    kind: 'unavailable',
    advice: 'Check the camera of this channel.',
  },
  'upload-queue-full': {
    kind: 'too-many',
    advice: 'Allow more uploads to wait on the FTP monitor, and check that the FTP server takes files.',
  },
  'upload-failed': {
    kind: 'unavailable',
    advice: 'Check the address, the user and the password in the download plan, and that the server accepts files.',
  },
} as const satisfies Readonly<Record<string, CataloguedError>>
