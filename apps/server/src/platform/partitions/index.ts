export type { BeforeDrop } from './partition.store.ts'
export type { PartitionedTable } from './partition.types.ts'
export { createPartitionsAhead } from './partitions-ahead.ts'
export { openTimePartitions } from './time-partitions.ts'
