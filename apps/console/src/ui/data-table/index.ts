export { type DataColumn, matchingRows } from './columns.ts'
export { DataTable } from './data-table.tsx'
export { SortHead } from './sort-head.tsx'
export { ListFailed, NoRows, TablePage } from './table-page.tsx'
