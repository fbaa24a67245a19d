export { saveCsv, saveJson } from './table-files.ts'
