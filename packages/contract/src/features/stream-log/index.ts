export {
  STREAM_LOG_ARCHIVE,
  type StreamEntrance,
  type StreamLogRow,
  type StreamLogType,
  streamEntrances,
  streamLogExportPath,
  streamLogExportSchema,
  streamLogPath,
  streamLogRequestSchema,
  streamLogRowsSchema,
  streamLogTypes,
} from './stream-log.http.ts'
