import { type LoginRequest } from '@fleetglass/contract/session';
import type { Account, AccountWatch, Authenticator, Credentials } from '../../platform/account/index.ts';
import type { Bus } from '../../platform/bus/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { AccountStore } from './session.store.ts';
import type { TokenStore } from './token.store.ts';
/** Accounts and passwords. */
export interface Session extends Authenticator, AccountWatch {
    verify(credentials: Credentials, address: string): Promise<SessionAccount | null>;
    /** Throws the `Refusal` "too-many" as `verify` does. */
    login(request: LoginRequest, address: string): Promise<LoginResult>;
    /** Whether user and password are right, and whether the password has expired; the latter is told only with the former. */
    verifyUser(credentials: Credentials, address: string): Promise<{
        readonly valid: boolean;
        readonly expired: boolean;
    }>;
    /** Ends every login of the account. Throws a `Refusal` that says why nothing was changed. */
    changePassword(credentials: Credentials, newPasswordHash: string, address: string): Promise<void>;
    /** A session cookie for who has just shown these credentials; `null` when they are wrong. */
    openCookie(credentials: Credentials, address: string): Promise<string | null>;
    endCookie(token: string): Promise<void>;
    /**
     * Makes the account `admin` when there is no user yet. A password that was made up is told before the account is there,
     * so that whoever ends the server in between is told another one at the next start.
     */
    ensureAdministrator(password: string, announce: (password: string) => void): Promise<void>;
    close(): void;
}
/** What a login came to. A second factor would be a third kind (docs/adr/0007). */
export type LoginResult = {
    readonly kind: 'refused';
} | {
    readonly kind: 'logged-in';
    readonly account: SessionAccount;
    /** 64 hex digits that open streams and calls from now on. */
    readonly credential: string;
};
export interface SessionAccount extends Account {
    /** Where this user's map starts, `lat,lng`, or empty. */
    readonly mapLocation: string;
}
export interface SessionDeps {
    readonly store: AccountStore;
    readonly tokens: TokenStore;
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly bus: Bus;
    /** The strict deployment: what expires is the password, and whoever changes it may go on. */
    readonly strict: boolean;
    /** The group whose devices everybody may read about; `null`: reads need a login. */
    readonly openReadsOf: number | null;
}
export declare function createSession(deps: SessionDeps): Session;
