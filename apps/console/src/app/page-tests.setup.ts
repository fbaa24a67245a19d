// Runs before each test file of a page.

interface Counts {
  recentlyCreatedOwnerStacks: number
}

/**
 * In development React records a stack trace for each element that is created, for tools that show its owner. No test reads
 * them, and they cost about a sixth of the time of a page's tests. React stops recording them above ten thousand elements a
 * second; here that limit counts as exceeded from the start.
 */
async function skipOwnerStacks(): Promise<void> {
  const { default: react } = await import('react')
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  const counts = (react as unknown as Readonly<Record<string, Counts>>)[internals]
  if (counts === undefined) throw new Error('React keeps its counts elsewhere now: look for recentlyCreatedOwnerStacks')
  Object.defineProperty(counts, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}

/** A page may take its time on a busy machine: a test waits for what it expects, and not for one second, which is the default. */
async function waitPatiently(): Promise<void> {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 60_000 })
}

if ('document' in globalThis) {
  await skipOwnerStacks()
  await waitPatiently()
}

export {}
