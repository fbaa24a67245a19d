/** A clock that is further from the server's, in seconds, is not right: a position so far ahead is not believed, and the device needs work. */
export const CLOCK_OFFSET_S = 600
