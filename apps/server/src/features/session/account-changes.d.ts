import type { Bus } from '../../platform/bus/index.ts';
/** Tells every server of the site that an account is not what it was. */
export interface AccountChanges {
    /** Changes heard of so far: whoever finds it risen asks again what he has just learned. */
    readonly count: number;
    publish(accountId: number): void;
    listen(accountId: number, changed: () => void): {
        close(): void;
    };
    close(): void;
}
/** `heard` is called before those who listen to the account. */
export declare function createAccountChanges(bus: Bus, heard: (accountId: number) => void): AccountChanges;
