export { bindTcp, type TcpPort } from './listen-tcp.ts'
export { createListenerTable, type ListenerTable } from './listener-table.ts'
export { type BoundPort, MovableListener } from './movable-listener.ts'
export { protocolSettings } from './protocol-settings.ts'
