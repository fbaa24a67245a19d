import { firstTexts } from '@fleetglass/texts/first'
import { pageTexts } from '@fleetglass/texts/of-pages'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { addTexts, loadPageTexts, showLanguage, startTexts } from './texts.ts'

const shown = (key: string) => i18next.t(key)
afterEach(async () => {
  await showLanguage('en')
  await startTexts()
})

describe('the texts of the pages', () => {
  it('come after those of the login page, which are there from the start', async () => {
    await startTexts()
    expect(shown('login.submit')).toBe(firstTexts['login.submit'])
    expect(shown('fence.save')).toBe('fence.save')
    await loadPageTexts()
    expect(shown('fence.save')).toBe(pageTexts['fence.save'])
  })

  it.each(['before', 'after'])('[I18N-15] give way to changed ones of the server that came %s them', async (when) => {
    await startTexts()
    const fromServer = () => addTexts('en', { 'fence.save': 'Keep this fence' })
    if (when === 'before') fromServer()
    await loadPageTexts()
    if (when === 'after') fromServer()
    expect(shown('fence.save')).toBe('Keep this fence')
  })

  it.each(['before', 'after'])(
    '[C16] [RIGHT-091] give way to clearer English and to words of the site, also where the server sent its texts %s them',
    async (when) => {
      await startTexts({ labels: { 'route.save': 'Keep the route' }, plainWords: true })
      const fromServer = () => addTexts('en', { 'users.incorrect': 'Wrong', 'route.save': 'Stored' })
      if (when === 'before') fromServer()
      await loadPageTexts()
      if (when === 'after') fromServer()
      expect([shown('users.incorrect'), shown('route.save')]).toEqual(['The passwords differ', 'Keep the route'])
    },
  )

  it('[SHELL-023] are what another language falls back to', async () => {
    await startTexts()
    addTexts('tw', { 'login.submit': '登入' })
    await loadPageTexts()
    await showLanguage('tw')
    expect([shown('login.submit'), shown('fence.save')]).toEqual(['登入', pageTexts['fence.save']])
  })
})
