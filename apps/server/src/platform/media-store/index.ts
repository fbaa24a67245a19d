export {
  dayName,
  MediaFolder,
  minuteOf,
  openMediaFolder,
  parseSegmentPath,
  parseSetAsidePath,
  segmentPath,
} from './media-folder.ts'
