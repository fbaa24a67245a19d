import { describe, expect, it } from 'vitest'
import { actionOf, matchesPattern } from './index.ts'

describe('the action catalogue', () => {
  it.each([
    ['/a/%', '/a/b/c', true],
    ['/a/%', '/a/', true],
    ['%', '', true],
    ['/a/%/c', '/a/b/c', true],
    ['/a/%/c', '/a/c', false],
    ['%b%', 'abc', true],
    ['%b%b%', 'abc', false],
    ['a%a', 'a', false],
    ['a.c', 'abc', false],
    ['/a', '/a/b', false],
  ])('[ACCLOG-08] in the pattern %s the sign %% stands for any text: %s', (pattern, text, isMatch) => {
    expect(matchesPattern(pattern, text)).toBe(isMatch)
  })

  it('[ACCLOG-06] [ACCLOG-07] [ACCLOG-12] names a call by its type, its method and the patterns of an entry', () => {
    const catalogue = [
      { type: 'web', method: 'POST', action: 'Pause', data: { url: '/job', body: '%"pause"%' } },
      { type: 'web', method: 'POST', action: 'Other', data: { url: '/job' } },
      { type: 'vcp', method: 'D02', action: 'Remove' },
    ] as const
    const web = { type: 'web', method: 'POST', url: '/job' } as const
    expect(actionOf(catalogue, { ...web, body: '{"do":"pause"}' })).toBe('Pause')
    expect(actionOf(catalogue, { ...web, body: '{}' })).toBe('Other')
    expect(actionOf(catalogue, { type: 'vcp', method: 'D02' })).toBe('Remove')
    expect(actionOf(catalogue, { type: 'web', method: 'D02' })).toBe('')
    expect(actionOf(catalogue, { ...web, method: 'GET' })).toBe('')
  })
})
