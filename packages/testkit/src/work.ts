/**
 * What `work` takes at best of several times, in milliseconds: for ratios alone, in which the speed of the machine cancels
 * out. The best is taken because another program may hold up any single one.
 */
export function leastWorkMs(work: () => unknown, times = 7): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < times; n += 1) {
    const beginMs = performance.now()
    work()
    least = Math.min(least, performance.now() - beginMs)
  }
  return least
}
