/**
 * What can be said against a new password of which only the hash is known: that it is a hash anybody would guess. The
 * whole rule of the strict deployment (length, kinds of characters) is asked by the console, which knows the password.
 */
export declare function guessableFault(passwordHash: string, user: string, strict: boolean): string | null;
