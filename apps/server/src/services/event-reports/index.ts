export { createEventReports, type EventReports } from './event-reports.ts'
export { createReportStore } from './report.store.ts'
export { createReportDelivery } from './report-delivery.ts'
export { openReportFolder } from './report-folder.ts'
