export { createPiecewiseUploads, type PiecewiseUploads } from './piecewise-uploads.ts'
