import type { CataloguedError } from './error-kinds.ts'

/** Of the firmware store and of updates. */
export const firmwareErrors = {
  'firmware-too-large': { kind: 'invalid', advice: 'Upload a file of at most 209715200 bytes.' },
  'firmware-empty': { kind: 'invalid', advice: 'Choose a file that has content.' },
  'firmware-name': { kind: 'invalid', advice: 'Send a file name without slashes and without a folder.' },
  'firmware-upload-unreadable': {
    kind: 'invalid',
    advice:
      'Send the upload key, the total size and the offset, the pieces in their order, and in the first one the name.',
  },
  'firmware-upload-lost': { kind: 'conflict', advice: 'Start the upload again from its first piece.' },
  'firmware-upload-busy': { kind: 'too-many', advice: 'Wait until another upload has ended.' },
  'firmware-not-stored': { kind: 'unavailable', advice: 'Check that the disk of the data folder takes files.' },
  'firmware-store-full': { kind: 'too-many', advice: 'Delete firmware that is no longer used.' },
  'firmware-downloads-busy': { kind: 'too-many', advice: 'Try again after the time in the header `Retry-After`.' },
  'unknown-firmware': { kind: 'not-found', advice: 'Read the firmware store again.' },
} as const satisfies Readonly<Record<string, CataloguedError>>
