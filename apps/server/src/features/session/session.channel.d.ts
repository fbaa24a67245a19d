import { type ServerInfo } from '@fleetglass/contract/session';
import type { MainChannel } from '../../platform/channel/index.ts';
import type { Session } from './session.service.ts';
/** Login and server info on the main channel. */
export declare function sessionMessages(channel: MainChannel, deps: {
    session: Session;
    serverInfo: () => ServerInfo;
}): void;
