// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { readSiteConfig } from '../config/index.ts'
import { loadMapsScript } from './maps-script.ts'

function load(site: object) {
  const { happyDOM } = window as { happyDOM?: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
  if (happyDOM) happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
  const page = document.implementation.createHTMLDocument()
  const logged: string[] = []
  loadMapsScript(page, readSiteConfig(site), (text) => logged.push(text))
  return { script: page.querySelector('script'), logged }
}

it('[SHELL-135] [CONST1-20] [CONST1-21] the key is added to the address only when there is one', () => {
  const mapScriptUrl = 'https://maps.test/api.js?v=3'
  expect(load({ mapScriptUrl }).script?.src).toBe('https://maps.test/api.js?v=3')
  expect(load({ mapScriptUrl, mapKey: 'a b&c' }).script?.src).toBe('https://maps.test/api.js?v=3&key=a+b%26c')
})

it('[SHELL-136] without an address there is no script; one that fails is only logged, without its key', () => {
  expect(load({}).script).toBeNull()
  const { script, logged } = load({ mapScriptUrl: 'https://maps.test/api.js', mapKey: 'hush' })
  script?.dispatchEvent(new Event('error'))
  expect(logged).toEqual(['the maps script of https://maps.test did not come'])
})
