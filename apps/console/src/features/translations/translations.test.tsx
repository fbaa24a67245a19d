// @vitest-environment happy-dom
import {
  type Languages,
  textsPath,
  translationFileName,
  translationSaveSchema,
  translationTokenPath,
} from '@fleetglass/contract/translations'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { catchSavedFiles } from '../../shared/table-files/saved-files.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./translations.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(async () => {
  open?.close()
  open = null
  cleanup()
  giveBack()
  await startAllTexts()
})

const token = 'a-secret-token'
const texts: Languages = {
  configs: [
    { config: 'en', name: 'English', icon: 'En' },
    { config: 'tw', name: '繁體中文', icon: '繁' },
  ],
  raw: ['login.password', 'login.user', 'nav.user'],
  data: {
    en: { 'login.password': 'Password', 'login.user': 'User name', 'nav.user': 'Account of {{user}}' },
    tw: { 'login.password': '密碼', 'login.user': '使用者名稱' },
  },
}

/** A server that stores what it receives; `answer`: its reply to a save instead. */
async function page(answer?: () => unknown) {
  let kept = texts
  const http = {
    [translationTokenPath]: () => ({ token, version: '1' }),
    [textsPath]: () => kept,
    [`/i18n/${token}`]: (body: unknown) => {
      if (answer) return answer()
      kept = translationSaveSchema.parse(body)
      return { hasError: false }
    },
  }
  open = await openConsole({ path: '/i18neditor', store: memoryStore(remembered), http })
  await screen.findByRole('heading', { name: 'Translation editor' })
  await screen.findByRole('button', { name: 'Save' })
}

const field = (key: string, language: string) => screen.getByLabelText<HTMLInputElement>(`${key} in ${language}`)
const type = (key: string, language: string, value: string) =>
  fireEvent.change(field(key, language), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (element: HTMLElement) => act(async () => fireEvent.click(element))
const keys = () => [...document.querySelectorAll('tbody tr td:first-child')].map((cell) => cell.textContent)
const saves = () => (open?.called ?? []).filter(({ path }) => path === `/i18n/${token}`).map(({ body }) => body)

describe('the translation editor', () => {
  it('[I18N-01] [I18N-03] [I18N-04] /i18neditor has Reload and Save, and a table of raw keys by language', async () => {
    await page()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Key',
      'English',
      '繁體中文',
      '',
    ])
    expect(keys()).toEqual(texts.raw)
    expect([button('Reload').disabled, button('Save').disabled]).toEqual([false, true])
    expect([field('login.user', '繁體中文').value, field('nav.user', '繁體中文').value]).toEqual(['使用者名稱', ''])
  })

  it('[I18N-02] [I18N-16] one checkbox per language with its mark chooses the columns, and shows how many texts are missing', async () => {
    await page()
    const box = screen.getByRole('checkbox', { name: '繁體中文' })
    expect(box.closest('div')?.textContent).toContain('繁')
    expect(box.closest('div')?.textContent).toContain('1 missing')
    await click(box)
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Key', 'English', ''])
    await click(screen.getByRole('checkbox', { name: '繁體中文' }))
    await click(screen.getByRole('checkbox', { name: 'Only keys with a missing text' }))
    expect(keys()).toEqual(['nav.user'])
  })

  it('[API2-171] New link is confirmed, replaces the token, and reads it again', async () => {
    await page()
    const tokenCalls = () =>
      (open?.called ?? []).filter(({ path }) => path === translationTokenPath).map(({ method }) => method)
    expect(tokenCalls()).toEqual(['POST'])
    await click(button('New link'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make a new link?' }))
    expect(tokenCalls()).toEqual(['POST'])
    await click(dialog.getByRole('button', { name: 'New link' }))
    expect(await screen.findByText('The old link does not work any more')).toBeTruthy()
    await waitFor(() => expect(tokenCalls()).toEqual(['POST', 'DELETE', 'POST']))
  })

  it('[I18N-05] [I18N-10] Del strikes a row through and back; a save drops what is struck through', async () => {
    await page()
    await click(button('Remove login.user'))
    expect(document.querySelector('s')?.textContent).toBe('login.user')
    await click(button('Keep login.user'))
    expect(document.querySelector('s')).toBeNull()
    await click(button('Remove login.user'))
    await click(button('Save'))
    expect(saves()).toMatchObject([{ raw: ['login.password', 'nav.user'], version: '1' }])
    expect(JSON.stringify(saves())).not.toContain('login.user')
  })

  it('[I18N-06] [I18N-16] New below prompts "Please enter new word" and inserts a row below; an empty or known word is ignored', async () => {
    await page()
    const enter = async (word: string) => {
      await click(button('New word below login.password'))
      const dialog = await screen.findByRole('dialog')
      fireEvent.change(within(dialog).getByLabelText('Please enter new word'), { target: { value: word } })
      await click(within(dialog).getByRole('button', { name: 'Add' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await enter('')
    await enter(' login.user ')
    expect(keys()).toEqual(texts.raw)
    await enter('our.word')
    expect(keys()).toEqual(['login.password', 'our.word', 'login.user', 'nav.user'])
  })

  it('[I18N-07] [I18N-11] [I18N-14] cells are edited inline; a save drops empty texts and shows "success"', async () => {
    await page()
    type('login.user', '繁體中文', '帳號')
    type('login.password', '繁體中文', '')
    expect(screen.getByText('Unsaved changes: 2')).toBeTruthy()
    await click(button('Save'))
    await screen.findByText('success')
    expect(saves()).toMatchObject([{ data: { en: texts.data.en, tw: { 'login.user': '帳號' } } }])
    const [sent] = saves() as Languages[]
    expect(Object.keys(sent?.data.tw ?? {})).toEqual(['login.user'])
  })

  it('[I18N-12] 3 s after a save the editor reloads, and this console shows the new texts', async () => {
    await page()
    const reads = () => (open?.called ?? []).filter(({ path }) => path === translationTokenPath).length
    type('login.user', '繁體中文', '帳號')
    await click(button('Save'))
    await screen.findByText('success')
    const before = reads()
    act(() => open?.clock.advance(2999))
    expect(reads()).toBe(before)
    act(() => open?.clock.advance(1))
    await waitFor(() => expect(reads()).toBe(before + 1))
    await waitFor(() => expect(field('login.user', '繁體中文').value).toBe('帳號'))
    await waitFor(() => expect(screen.queryByText(/Unsaved changes/)).toBeNull())
  })

  it('[I18N-13] a failed save is an error notification without the reason, which is logged, and keeps the edits', async () => {
    await page(() => ({ hasError: true, message: 'the disk is full' }))
    type('login.user', '繁體中文', '帳號')
    await click(button('Save'))
    await screen.findByText('error')
    expect(document.body.textContent).not.toContain('the disk is full')
    expect(open?.logged.join(' ')).toContain('the disk is full')
    expect(field('login.user', '繁體中文').value).toBe('帳號')
  })

  it('a text with markup or an unknown part is marked at its cell, and cannot be saved', async () => {
    await page()
    type('login.user', '繁體中文', '<b>帳號</b>')
    expect([field('login.user', '繁體中文').title, button('Save').disabled]).toEqual([
      'Plain words only, no markup',
      true,
    ])
    type('login.user', '繁體中文', '{{name}}')
    expect(field('login.user', '繁體中文').title).toBe('Has a part in braces that the English text does not have')
    type('login.user', '繁體中文', '帳號')
    expect([field('login.user', '繁體中文').getAttribute('aria-invalid'), button('Save').disabled]).toEqual([
      'false',
      false,
    ])
  })
})

describe('files for a translator', () => {
  const choose = async (content: string) => {
    const file = new File([content], translationFileName('tw'), { type: 'application/json' })
    const input = screen.getByLabelText<HTMLInputElement>('Import 繁體中文 from JSON')
    Object.defineProperty(input, 'files', { configurable: true, value: [file] })
    await act(async () => fireEvent.change(input))
  }

  it('an imported file is taken as unsaved changes; its empty texts change nothing', async () => {
    await page()
    await choose(JSON.stringify({ 'login.user': '帳號', 'nav.user': '{{user}} 的帳號', 'login.password': '' }))
    await waitFor(() => expect(field('nav.user', '繁體中文').value).toBe('{{user}} 的帳號'))
    expect(field('login.password', '繁體中文').value).toBe('密碼')
    expect([saves(), button('Save').disabled]).toEqual([[], false])
  })

  it('a file with unknown keys or markup is refused with the list of them, and nothing is taken', async () => {
    await page()
    await choose(JSON.stringify({ 'login.user': '帳號', 'no.such': 'x', 'nav.user': '<i>{{user}}</i>' }))
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['no.such There is no such key', 'nav.user Plain words only, no markup'])
    expect([field('login.user', '繁體中文').value, button('Save').disabled]).toEqual(['使用者名稱', true])
  })

  it.each(['no json', '[1]', '{"login.user":7}'])('a file that is no JSON of texts is refused: %s', async (content) => {
    await page()
    await choose(content)
    expect((await screen.findByRole('dialog')).textContent).toContain('is no JSON file of keys with their texts')
  })

  it('an export has every key of the language, the missing ones empty', async () => {
    await page()
    const { saved, restore } = catchSavedFiles()
    await click(button('Export 繁體中文 as JSON'))
    restore()
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual({
      'login.password': '密碼',
      'login.user': '使用者名稱',
      'nav.user': '',
    })
  })
})
