import { expect, it } from 'vitest'
import { WriteBatches } from './write-batches.ts'

/** Batches of numbers whose writes end when the test says so. */
function summing(size: number) {
  const writes: { changes: [number, number][]; end: (error?: Error) => void }[] = []
  const batches = new WriteBatches<number>({
    size,
    merge: (earlier, later) => earlier + later,
    write: (changes) =>
      new Promise((resolve, reject) => {
        writes.push({ changes: [...changes], end: (error) => (error ? reject(error) : resolve()) })
      }),
  })
  return { batches, writes }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('changes that come during a write are the next write, merged by key, at most as many as one write takes', async () => {
  const { batches, writes } = summing(2)
  const first = batches.put(1, 10)
  await turn()
  const later = [batches.put(1, 1), batches.put(1, 2), batches.put(2, 5), batches.put(3, 7)]
  await turn()
  expect(writes.map(({ changes }) => changes)).toEqual([[[1, 10]]])
  writes[0]?.end()
  await first
  await turn()
  writes[1]?.end()
  await turn()
  writes[2]?.end()
  await Promise.all(later)
  expect(writes.map(({ changes }) => changes)).toEqual([
    [[1, 10]],
    [
      [1, 3],
      [2, 5],
    ],
    [[3, 7]],
  ])
})

it('a write that fails is reported to its waiting callers, and the next write continues', async () => {
  const { batches, writes } = summing(10)
  const failed = batches.put(1, 1)
  await turn()
  const next = batches.put(2, 2)
  writes[0]?.end(new Error('the disk is full'))
  await expect(failed).rejects.toThrow('the disk is full')
  await turn()
  writes[1]?.end()
  await next
  await batches.idle()
})
