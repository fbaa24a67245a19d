export { ExportButton } from './components/export-button.tsx'
export { RoomLine } from './components/room-line.tsx'
export { useDownloads } from './components/use-downloads.ts'
