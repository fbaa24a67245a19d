import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { withLogicalSides } from './logical-sides.ts'

it('sides become start and end', () => {
  const cases = [
    ['a{left:0}', 'a{inset-inline-start:0}'],
    ['a{margin-left:-1.5em;float:left}', 'a{margin-inline-start:-1.5em;float:inline-start}'],
    ['a { color: red; right : 1px !important; }', 'a { color: red; inset-inline-end:1px !important; }'],
    ['a{text-align:right}b{text-align:center}', 'a{text-align:end}b{text-align:center}'],
    ['a{padding:.375rem 2.25rem .375rem .75rem}', 'a{padding-block:.375rem .375rem;padding-inline:.75rem 2.25rem}'],
    ['a{padding:1px 2px 3px 2px;margin:0 auto}', 'a{padding:1px 2px 3px 2px;margin:0 auto}'],
    ['a{inset:0 calc(1px + (2px * 3)) 0 auto}', 'a{inset-block:0 0;inset-inline:auto calc(1px + (2px * 3))}'],
    [
      'a{border-radius:3px 3px 0 1px}',
      'a{border-start-start-radius:3px;border-start-end-radius:3px;border-end-end-radius:0;border-end-start-radius:1px}',
    ],
    ['a{border-radius:50%}b{border-radius:3px 3px 0 0}', 'a{border-radius:50%}b{border-radius:3px 3px 0 0}'],
    ['a{/* left: */left:1px}', 'a{/* left: */inset-inline-start:1px}'],
  ] as const
  for (const [physical, logical] of cases) expect(withLogicalSides(physical)).toBe(logical)
})

it('what only looks like a side stays', () => {
  for (const css of [
    '.left{color:red}',
    'a{--left:1px;transition:left 1s}',
    'a:left{color:red}',
    'a{background:url("data:x;left:1px") left center}',
    '@media (min-width:1px){.right:hover{top:0}}',
  ]) {
    expect(withLogicalSides(css)).toBe(css)
  }
})

it('[SHELL-019] every rule that Bootstrap itself turns for right-to-left is turned, but for the few done by hand', () => {
  const [ltr, rtl] = [declarationsOf('bootstrap.css'), new Set(declarationsOf('bootstrap.rtl.css'))]
  const turned = ltr.filter((one) => !rtl.has(one))
  expect(turned.length).toBeGreaterThan(300)
  const kept = turned.filter((one) => withLogicalSides(one) === one && !byHand.test(one) && !notUsed.test(one))
  expect(kept).toEqual([])
})

it('the popup of a vehicle has its middle on its anchor in both directions', () => {
  const css = readFileSync(new URL('../src/features/fleet-map/fleet-map.css', import.meta.url), 'utf8')
  const rule = /\n\.device-card \{[^}]*\}/.exec(css)?.[0] ?? ''
  expect(withLogicalSides(rule)).toBe(rule)
  expect(/\n {2}inset: 0 (\S+) auto;/.exec(rule)?.[1]).toBe('-10rem')
  expect(rule).not.toMatch(/[^-](left|right|width|inline)/)
})

/** In `ui/rtl.css`. */
const byHand = /^\.form-(select|switch)|\.form-control\.is-(in)?valid|\.form-select\.is-(in)?valid/
const notUsed = /^\.(form-floating|progress-bar-striped|carousel|offcanvas|icon-link|translate-middle|text-break)/

/** Each as `selector{property:value}`. */
function declarationsOf(sheet: string): string[] {
  const path = createRequire(import.meta.url).resolve(`bootstrap/dist/css/${sheet}`)
  const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    body
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => `${selector.trim()}{${one}}`.replace(/\s+/g, ' ')),
  )
}
