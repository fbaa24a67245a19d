export { dayName, MediaFolder, minuteOf, parseSegmentPath, parseSetAsidePath, segmentPath } from './media-folder.ts'
