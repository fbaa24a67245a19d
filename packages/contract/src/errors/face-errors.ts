import type { CataloguedError } from './error-kinds.ts'

/** Of the face library and of the face slots of devices. */
export const faceErrors = {
  'unknown-face': { kind: 'not-found', advice: 'Read the faces again.' },
  'unknown-face-photo': { kind: 'not-found', advice: 'Read the photos of the face again.' },
  'face-library-full': { kind: 'too-many', advice: 'Delete faces that are no longer used.' },
  'face-photos-full': { kind: 'too-many', advice: 'Delete a photo of the face first.' },
  'face-photo-type': {
    kind: 'invalid',
    advice: 'Upload a JPEG or PNG picture. The content counts, not the name of the file.',
  },
  'face-photo-too-large': { kind: 'invalid', advice: 'Upload a picture of at most 2097152 bytes.' },
  'face-photo-pixels': { kind: 'invalid', advice: 'Make the picture smaller, then upload it again.' },
  'face-photo-animated': { kind: 'invalid', advice: 'Upload a picture that does not move.' },
  'face-photo-broken': {
    kind: 'invalid',
    advice: 'Open and save the picture with another program, or take another one.',
  },
  'face-photo-unreadable': {
    kind: 'invalid',
    advice:
      'Send the upload key, the total size and the offset, the pieces in their order, and in the first one the face and the file extension.',
  },
  'face-photo-lost': { kind: 'conflict', advice: 'Start the upload again from its first piece.' },
  'face-photo-busy': { kind: 'too-many', advice: 'Wait until another photo has been taken in.' },
  'face-photo-not-stored': {
    kind: 'unavailable',
    advice:
      'Check that the disk of the data folder takes files and that `ffmpeg` is installed; the log of the server says which.',
  },
  'face-slots-full': { kind: 'conflict', advice: 'Delete a face from the device first.' },
  'face-slot-empty': { kind: 'not-found', advice: 'Read the summary of the device again.' },
  'face-slot-unknown': { kind: 'not-found', advice: 'Read the summary of the device: it has an entry for each slot.' },
  'face-slot-differs': {
    kind: 'unavailable',
    advice: 'Set the face again. If that fails again, delete the slot of the device first.',
  },
  'face-device-busy': { kind: 'conflict', advice: 'Wait until the other change of the device is done.' },
} as const satisfies Readonly<Record<string, CataloguedError>>
