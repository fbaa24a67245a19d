export { dayText, durationText, localTimeText, shiftedTimeText, zoneLabel } from './time-text.ts'
