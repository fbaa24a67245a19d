// What writes reports and PDF files, without the rest of the server: for the bench.
export { sql } from 'kysely'
export { systemClock } from '../src/platform/clock/index.ts'
export { type Database, openDatabase } from '../src/platform/database/index.ts'
export { createLog } from '../src/platform/log/index.ts'
export { createPdfWriter, type TableDocument } from '../src/platform/pdf/index.ts'
export { createEventReports, createReportStore, openReportFolder } from '../src/services/event-reports/index.ts'
