import type { Gateway, GatewayDeps } from './gateway.types.ts'

/** Opens the four listeners; rejects with a sentence that says what to do when a port cannot be had. */
export declare function createGateway(deps: GatewayDeps): Promise<Gateway>
