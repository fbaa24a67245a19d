import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { StoredAccount } from './session.store.ts';
import type { TokenKind, TokenStore } from './token.store.ts';
/**
 * Tokens of 64 hex digits. One lives until its user has been gone for twelve hours, another password ends it, and of each
 * kind a user has a bounded number: the one he used longest ago makes place.
 */
export interface SessionTokens {
    issue(kind: TokenKind, account: StoredAccount): Promise<string>;
    /** Name of the user, and whether the token still stands for these passwords. `null`: it ended or never was one. */
    holder(kind: TokenKind, token: string): Promise<{
        name: string;
        standsFor(account: StoredAccount): boolean;
    } | null>;
    end(token: string): Promise<void>;
    /** The user is there: asked something, or has a link or stream open. */
    seen(userId: number): void;
}
export declare function createSessionTokens(deps: {
    readonly store: TokenStore;
    readonly clock: Clock;
    readonly log: Log;
}): SessionTokens;
