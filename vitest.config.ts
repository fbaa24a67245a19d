import { defineConfig } from 'vitest/config'

// Threads without isolation: a hundred files in seconds. Tests may therefore share no module state.
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
