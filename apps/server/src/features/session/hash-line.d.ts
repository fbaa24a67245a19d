/** Work that waits for its turn: few pieces at once, bounded lines, one for each address. */
export interface HashLine {
    /** Runs `work` when its turn has come. `null` without running: too many wait, in all or of this address. */
    run<T>(address: string, work: () => Promise<T>): Promise<T | null>;
}
export interface HashLineBounds {
    readonly atOnce: number;
    readonly waiting: number;
    readonly waitingOfAddress: number;
}
/** Addresses take turns, so that one with a long line keeps no other waiting. */
export declare function createHashLine({ atOnce, waiting, waitingOfAddress }: HashLineBounds): HashLine;
