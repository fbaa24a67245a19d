export { useRecordedRanges } from './recorded-ranges.ts'
