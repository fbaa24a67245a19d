/** What keeps the server from starting, in a sentence that says what to do: shown instead of a stack. */
export class StartError extends Error {}
