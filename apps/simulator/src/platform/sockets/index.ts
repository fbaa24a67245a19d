export { type Link, type LinkOwner, openTcp, openUdp } from './link.ts'
