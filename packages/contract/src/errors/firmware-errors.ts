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
  'firmware-url': {
    kind: 'invalid',
    advice: 'Send an address that begins with http:// or https://, without user, password and `;`.',
  },
  'firmware-login': {
    kind: 'invalid',
    advice: 'Send a user name and a password of at most 64 characters without `;`.',
  },
  'firmware-update-running': { kind: 'conflict', advice: 'Wait until the update of the device has ended.' },
  'firmware-plans-full': { kind: 'too-many', advice: 'Delete automatic plans that are no longer used.' },
  'unknown-firmware-plan': { kind: 'not-found', advice: 'Read the automatic plans again.' },
  'firmware-rollouts-full': { kind: 'too-many', advice: 'Delete rollouts that have ended.' },
  'firmware-rollout-empty': { kind: 'invalid', advice: 'Choose groups or models that have devices.' },
  'firmware-rollout-state': { kind: 'conflict', advice: 'Read the rollouts again.' },
  'firmware-rollout-hidden': { kind: 'forbidden', advice: 'Ask a user who sees all devices of the rollout.' },
  'unknown-firmware-rollout': { kind: 'not-found', advice: 'Read the rollouts again.' },
} as const satisfies Readonly<Record<string, CataloguedError>>
