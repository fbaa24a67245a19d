export { connectionAddress, createPeers, networkOf, type Peers } from './peers.ts'
