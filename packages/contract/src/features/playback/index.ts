export {
  isCommandedSpeed,
  isPlaybackSpeed,
  type PlaybackSpeed,
  playbackSpeeds,
  playsSound,
  sendsKeyFramesOnly,
} from './playback.rules.ts'
export {
  decodeRecordedDays,
  decodeRecordedMinutes,
  encodeRecordedDays,
  encodeRecordedMinutes,
  MINUTES_A_DAY,
  RECORDED_DAYS,
  RECORDED_MINUTES,
  readDayStarts,
  readMinuteFlags,
  writeDayStarts,
} from './playback.vcp.ts'
