export { MatrixTable } from './matrix-table.tsx'
