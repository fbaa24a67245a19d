import type { AccountStore } from './session.store.ts';
/** Gives a user another password; `false` when there is no such user. A running server takes it within a minute. */
export declare function setPassword(store: AccountStore, user: string, password: string): Promise<boolean>;
