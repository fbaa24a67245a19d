export {
  type StreamEntrance,
  type StreamLogRow,
  type StreamLogType,
  streamEntrances,
  streamLogPath,
  streamLogRequestSchema,
  streamLogRowsSchema,
  streamLogTypes,
} from './stream-log.http.ts'
