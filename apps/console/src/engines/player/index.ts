export type { Player, PlayerView, StreamServer, StreamSource, StreamStatistics } from './player.types.ts'
export type { TileState } from './tile-state.ts'
export { useStreamServer } from './use-stream-server.ts'
export { VideoTile } from './video-tile.tsx'
