export { DayCalendar } from './day-calendar.tsx'
export { dayAfter, dayDate, dayName, dayOf, dayStartS, isDay, utcOffsetS } from './local-days.ts'
export { type DayRange, RangeCalendar } from './range-calendar.tsx'
