export { EventExportDialog } from './event-export-dialog.tsx'
export type { ExportedEvent } from './export-rows.ts'
