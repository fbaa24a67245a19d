import type { Database } from '../../platform/database/index.ts';
/** `cookie`: of a browser, for reads. `external`: stands for the hash after an external login. */
export type TokenKind = 'cookie' | 'external';
export interface StoredToken {
    /** SHA-256 in hex. */
    readonly hash: string;
    readonly userId: number;
    readonly kind: TokenKind;
    /** Of the passwords the account had when the token was given. */
    readonly passwordsMark: string;
    /** Unix seconds when the user was last seen. */
    readonly seenS: number;
}
export interface TokenStore {
    find(hash: string, kind: TokenKind): Promise<(StoredToken & {
        readonly userName: string;
    }) | undefined>;
    /** Of the user's other tokens of this kind the `keep` last seen stay, unless they are void. */
    add(token: StoredToken, rest: {
        readonly keep: number;
        readonly seenSinceS: number;
    }): Promise<void>;
    remove(hash: string): Promise<void>;
    /** Of the user's tokens that were seen after that time. */
    seen(userId: number, times: {
        readonly seenS: number;
        readonly lastSeenAfterS: number;
    }): Promise<void>;
}
export declare function createTokenStore(database: Database): TokenStore;
