import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { StoredAccount } from './session.store.ts';
/** Somebody says that he is an account, and shows a password's hash. */
export interface Claim {
    /** Whom failures count against, beside the address. */
    readonly subject: string;
    readonly passwordHash: string;
    find(): Promise<StoredAccount | undefined>;
    /** The slow hash that must match; `undefined`: nobody can be this account in this way. */
    slowHashOf(account: StoredAccount): string | undefined;
    /** A right password of an account that is not accepted counts as a wrong one. */
    accepts(account: StoredAccount): boolean;
}
/** Checks passwords: each costs one slow hash and a place in one line, and the same for a name that does not exist. */
export interface PasswordCheck {
    /** Throws the `Refusal` "too-many" while he is held back; costs nothing else. */
    refuseHeldBack(subject: string, address: string): void;
    /** `null`: wrong, and counted. Throws the `Refusal` "too-many" while he is held back or too many wait. */
    prove(claim: Claim, address: string): Promise<StoredAccount | null>;
    /** A slow hash for storage; waits in the same line. */
    slowHash(passwordHash: string, address: string): Promise<string>;
}
export declare function createPasswordCheck(deps: {
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
}): PasswordCheck;
