// A page's styles stay when another page comes: a class that two files style has, on the page visited second, the looks of
// both. A class on its own is therefore styled in one file; what is another place's look of it stands below a parent. The classes of a
// module are its own.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../apps/console/src')

/** The classes that stand alone as a selector, of rules that are in no other rule. */
function plainClasses(css: string): Set<string> {
  const found = new Set<string>()
  const around: string[] = []
  for (const [, head, brace] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') around.pop()
    if (brace !== '{') continue
    const selector = head?.trim() ?? ''
    if (around.every((outer) => /^@(media|container|supports|layer)\b/.test(outer)))
      for (const one of selector.replace(/\([^()]*\)/g, '').split(','))
        if (/^\.[\w-]+$/.test(one.trim())) found.add(one.trim())
    around.push(selector)
  }
  return found
}

/** Those that stand in several files, each with its files. */
function styledTwice(files: ReadonlyMap<string, string>): string[] {
  const byClass = new Map<string, string[]>()
  for (const [file, css] of files)
    for (const name of plainClasses(css)) byClass.set(name, [...(byClass.get(name) ?? []), file])
  return [...byClass].filter(([, at]) => at.length > 1).map(([name, at]) => `${name}: ${at.join(', ')}`)
}

it('a class of the console is styled on its own in one file only', () => {
  const paths = globSync('**/*.css', { cwd: root, exclude: ['**/*.module.css'] }).sort()
  expect(paths.length).toBeGreaterThan(20)
  expect(styledTwice(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))).toEqual([])
})

it('a class in a list or in a question about the width counts; below a parent it does not', () => {
  const one = '/* .c {} */ .a { color: red; } .b:hover { x: y } .d { .e { x: y } }'
  const two = '.x, .a { color: blue } @media (width < 1px) { .d { x: y } } .p .b { x: y } .e { x: y }'
  expect(styledTwice(new Map(Object.entries({ one, two })))).toEqual(['.a: one, two', '.d: one, two'])
})
