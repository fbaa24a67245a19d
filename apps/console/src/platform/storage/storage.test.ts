import { expect, it } from 'vitest'
import { storeOf } from './storage.ts'

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem: () => {},
} as unknown as Storage

it('a storage that is full, forbidden or missing forgets with the page, not at once', () => {
  const forbidden = (): Storage => {
    throw new DOMException('no', 'SecurityError')
  }
  for (const find of [() => full, forbidden, () => null as unknown as Storage]) {
    const store = storeOf(find)
    expect(store.get('AutoLogin')).toBeNull()
    store.set('AutoLogin', 'true')
    expect(store.get('AutoLogin')).toBe('true')
    store.remove('AutoLogin')
    expect(store.get('AutoLogin')).toBeNull()
  }
})
