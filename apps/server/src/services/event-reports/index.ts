export { createEventReports, type EventReports } from './event-reports.ts'
export { createReportStore } from './report.store.ts'
export { handOverReports } from './report-delivery.ts'
export { openReportFolder, type ReportFolder } from './report-folder.ts'
