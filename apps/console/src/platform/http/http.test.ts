import { expect, it } from 'vitest'
import { CallRefused, mayAskAgain } from './index.ts'

it('a query is asked once more where the server was not reached or does not know the caller yet, and else not', () => {
  const failed = [new Error('no way'), new CallRefused('who is that', 401), new CallRefused('not this group', 200)]
  expect(failed.map((error) => [mayAskAgain(0, error), mayAskAgain(1, error)])).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ])
})
