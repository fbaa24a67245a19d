/** The self-tests of a browser: video and audio. */
export const selfTestTexts = {
  'videoTest.device': 'Device',
  'videoTest.channel': 'Channel',
  'videoTest.frames': 'Frames received',
  'videoTest.noneTitle': 'No device is online',
  'videoTest.noneHint': 'As soon as one is, its channels can be tested here.',
  'audioTest.lead': 'Speak, and listen to what this browser took and encoded.',
  'audioTest.record': 'Record',
  'audioTest.stop': 'Stop',
  'audioTest.recording': 'Recording',
  'audioTest.result': 'What was recorded',
  'audioTest.figures': '{{coding}}, {{bytes}} bytes',
  'audioTest.failed': 'The microphone cannot be used',
  'audioTest.insecure': 'A browser gives out its microphone only on https and on the machine itself.',
} as const
