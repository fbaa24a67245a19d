export { gridShapeFor, leftCheckMs, sizeCheckMs, useFullScreenGrid } from './full-screen-grid.ts'
export { Wall } from './wall.tsx'
export { WallCard } from './wall-card.tsx'
