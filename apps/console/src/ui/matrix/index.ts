export { type MatrixHead, MatrixTable } from './matrix-table.tsx'
