export { dayText, localTimeText, shiftedTimeText, zoneLabel } from './time-text.ts'
