import type { Clock } from '../../platform/clock/index.ts';
/** Holds back whoever fails too often: each further failure doubles the wait, from one second to a minute. */
export interface Backoff {
    /** Milliseconds that this user at this address still has to wait; 0: he may try. */
    heldBackMs(user: string, address: string): number;
    failed(user: string, address: string): void;
    /** A good login forgives this user at this address. */
    succeeded(user: string, address: string): void;
}
export declare function createBackoff(clock: Clock): Backoff;
