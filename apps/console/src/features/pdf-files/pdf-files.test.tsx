// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

let open: TestConsole | null = null
beforeAll(async () => {
  await startAllTexts()
  await import('./pdf-file.page.tsx')
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

async function page(answer: () => Response): Promise<void> {
  open = await openConsole({ path: '/pdf/abc', store: memoryStore(remembered) })
  const { fetch: own } = globalThis
  Object.assign(globalThis, {
    fetch: (path: string, init?: RequestInit) => (path === '/tmp/abc' ? Promise.resolve(answer()) : own(path, init)),
  })
}

it('[EXPORT-14] /pdf/{id} shows the file of that id, and offers it as a download', async () => {
  await page(() => new Response('%PDF-1.3', { headers: { 'content-type': 'application/pdf' } }))
  expect((await screen.findByTitle('PDF file')).getAttribute('src')).toBe('/tmp/abc')
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/tmp/abc')
})

it('[EXPORT-14] /pdf/{id} says that a file is no longer available', async () => {
  const gone = { hasError: true, code: 'pdf-gone', message: 'This PDF file is no longer available.' }
  await page(() => new Response(JSON.stringify(gone), { headers: { 'content-type': 'application/json' } }))
  expect((await screen.findByRole('alert')).textContent).toContain('This PDF file is no longer available')
})
