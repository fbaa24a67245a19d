/**
 * The position log marks each quarter of an hour that gets points, once, so that its sum is made again. A service that makes sums has
 * the marks of a device made anew before it reads the points. The points themselves are in the database, for every node.
 */
export interface TrackMarks {
  /** What these devices send from now on is marked anew; resolves when what was marked as before can be read. */
  free(deviceIds: readonly string[]): Promise<void>
}
