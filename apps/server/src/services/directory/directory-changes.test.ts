import { expect, it } from 'vitest'
import { createDirectoryChanges } from './directory-changes.ts'

it('a subscriber that throws keeps the change from no other one, of its stage or of a later one', () => {
  const errors: unknown[] = []
  const received: string[] = []
  const changes = createDirectoryChanges((error) => errors.push(error))
  const fault = new Error('planted')
  changes.subscribe('state', () => received.push('state'))
  changes.subscribe('access', () => {
    throw fault
  })
  changes.subscribe('access', () => received.push('access'))
  changes.publish([{ of: 'rights', kind: 'read-again' }])
  expect(received).toEqual(['access', 'state'])
  expect(errors).toEqual([fault])
})
