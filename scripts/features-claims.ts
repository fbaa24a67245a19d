// Which requirement lines a README claims, and which ones the titles of tests prove: both must name the same.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Numbered lines with the pages that own them, and with the test files whose titles name them. */
interface Claims {
  readonly owned: ReadonlyMap<string, readonly string[]>
  readonly proven: ReadonlyMap<string, readonly string[]>
}

const testHomes = ['apps', 'packages', 'e2e', 'scripts', 'bench']
/** SHA-256 looks like a numbered line and is none. */
const HASH_NAME = 'SHA'

const id = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/g
const range = /\b([A-Z][A-Z0-9]*)-(\d{2,3})\b(?:`?\s*(?:…|–)\s*`?(?:\1-)?(\d{2,3})\b)?/g
/** A text of a test file that begins with numbered lines, in brackets or not: titles do, those of a table of cases too. */
const title = /['"`]((?:[A-Z][A-Z0-9]*-\d{2,3} (?=[^'"`\s])|\[[A-Z][A-Z0-9]*(?:-\d{2,3})?\] ?)+)/g

/** A line that a page owns and no title names, or the other way round, as a sentence each. */
export function readClaimProblems(base: string, pages: readonly string[]): string[] {
  const { owned, proven } = readClaims(base, pages)
  const prefixes = new Set([...owned.keys()].map(prefixOf))
  const problems: string[] = []
  for (const [line, at] of owned) {
    if (!proven.has(line)) problems.push(`${line} stands in ${at.join(', ')}, but no title of a test names it`)
  }
  for (const [line, at] of proven) {
    if (!owned.has(line) && prefixes.has(prefixOf(line))) {
      problems.push(`${line} is named by a test (${at.join(', ')}), but stands in no page of a feature`)
    }
  }
  return problems
}

function readClaims(base: string, pages: readonly string[]): Claims {
  const owned = new Map<string, string[]>()
  const proven = new Map<string, string[]>()
  for (const page of pages) {
    for (const line of linesOf(readFileSync(join(base, page), 'utf8'))) note(owned, line, page)
  }
  for (const file of testHomes.flatMap((folder) => testFiles(join(base, folder)))) {
    const text = readFileSync(file, 'utf8')
    for (const [, lines = ''] of text.matchAll(title)) {
      for (const [line] of lines.matchAll(id)) note(proven, line, relative(base, file))
    }
  }
  return { owned, proven }
}

/** The lines of a page; `DASH-08 … 11` and `VCP-051`–`VCP-053` are each in the range. What is "not here yet" is not owned. */
export function linesOf(page: string): Set<string> {
  const lines = new Set<string>()
  const owned = page
    .split(/^## /m)
    .filter((section) => !section.startsWith('Not here yet'))
    .join('')
  for (const [, prefix = '', from = '', to = from] of owned.matchAll(range)) {
    if (prefix === HASH_NAME) continue
    for (let number = Number(from); number <= Number(to); number++) {
      lines.add(`${prefix}-${String(number).padStart(from.length, '0')}`)
    }
  }
  return lines
}

function testFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testFiles(path)
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function note(into: Map<string, string[]>, line: string, where: string): void {
  const known = into.get(line)
  if (known === undefined) into.set(line, [where])
  else if (!known.includes(where)) known.push(where)
}

function prefixOf(line: string): string {
  return line.slice(0, line.lastIndexOf('-'))
}
