export type { Player, StreamServer } from './player.types.ts'
export { TileGrid } from './tile-grid.tsx'
export { useStreamServer } from './use-stream-server.ts'
export { VideoTile } from './video-tile.tsx'
