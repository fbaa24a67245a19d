export { createHostDisks, type HostDisks } from './host-disks.ts'
