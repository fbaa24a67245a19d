/** The pages that stand alone: a stream or a file by its address, without a login. */
export const standAloneTexts = {
  'standAlone.live': 'Live view of {{device}}',
  'standAlone.playback': 'Playback of {{device}}',
  'standAlone.remote': 'Remote playback of {{device}}',
  'standAlone.file': 'MP4 of {{device}}',
  'standAlone.failParam': 'fail param',
  'standAlone.badParam': 'The link is incomplete: “{{name}}” is not valid',
  'standAlone.missingParam': 'The link is incomplete: “{{name}}” is missing',
  'standAlone.downloadFail': 'Download fail',
  'standAlone.download': 'Download MP4',
  'standAlone.again': 'Try again',
  'standAlone.cancel': 'Cancel the download',
  'standAlone.speed': 'Speed',
  'standAlone.part': '{{time}}, {{length}}',
  'standAlone.begun': 'The file is on its way',
} as const
