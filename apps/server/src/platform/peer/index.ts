export { connectionAddress, createPeers, type Peers } from './peers.ts'
