export { saveCsv, saveJson } from './table-files.ts'
export { usePdfFile } from './use-pdf-file.ts'
