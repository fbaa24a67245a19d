/** What travels instead of a password: SHA-256 of its UTF-8 bytes, upper-case hex. */
export declare function hashOfPassword(password: string): string;
/** A slow salted hash of the 64 hex digits, for storage. */
export declare function slowHash(passwordHash: string): Promise<string>;
export declare function matchesSlowHash(stored: string, passwordHash: string): Promise<boolean>;
