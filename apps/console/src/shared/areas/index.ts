export { AreaDevices, AreaPage } from './area-page.tsx'
export { AreaWords, SlotOptions, withoutQuotes } from './area-words.tsx'
export { useAreaDraft } from './use-area-draft.ts'
export { showAreaFault, useAreaWrite } from './use-area-write.ts'
