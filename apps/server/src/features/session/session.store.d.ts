import type { Database } from '../../platform/database/index.ts';
/** What is said of an account when it is made. */
export interface NewAccount {
    readonly name: string;
    /** argon2id of the upper-case SHA-256 hex. */
    readonly passwordHash: string;
    /** Id of a permission group; 0 to 3 are built in. */
    readonly permission: number;
    /** `root`: the root group. */
    readonly groupId: number | 'root';
    /** Unix seconds; `null` never. */
    readonly expiresS: number | null;
    /** `lat,lng` or empty. */
    readonly mapLocation: string;
    /** Whom another site knows this account as; `passwordHash` as above, of the external password. */
    readonly external: {
        readonly user: string;
        readonly passwordHash: string;
    } | null;
}
/** An account as it is stored, with the flags of its permission group. */
export interface StoredAccount extends NewAccount {
    readonly id: number;
    readonly access: string;
    readonly groupId: number;
}
export interface AccountStore {
    find(name: string): Promise<StoredAccount | undefined>;
    findExternal(externalUser: string): Promise<StoredAccount | undefined>;
    isEmpty(): Promise<boolean>;
    /** `taken`: the name, or the external one, belongs to another account. */
    add(account: NewAccount): Promise<'added' | 'taken' | 'full'>;
    /** `false` when there is no such user. */
    setPasswordHash(name: string, passwordHash: string): Promise<boolean>;
    /**
     * Another password instead of that one; `expiresS` left out: the expiry stays. `false` when the account has not that
     * password any more.
     */
    replacePasswordHash(id: number, change: PasswordChange): Promise<boolean>;
}
export interface PasswordChange {
    readonly from: string;
    readonly to: string;
    readonly expiresS?: number;
}
export declare function createAccountStore(database: Database): AccountStore;
