export { openTcp, openUdp, type SocketConnection, type SocketOwner } from './connection.ts'
