// Fails on what our Markdown names and is not there: the file or the heading of a link, a folder or a file in the first column of
// a README's table; and on a folder that such a table leaves out.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)))

const dead = pages.flatMap((page) => [
  ...linksOf(page)
    .map((link) => problem(page, link))
    .filter((text) => text !== null),
  ...tableProblems(page),
])
for (const text of dead) console.error(text)
console.log(`${pages.length} pages, ${dead.length} dead links and names`)
process.exit(dead.length === 0 ? 0 : 1)

function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
}

function problem(page: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)))
  if (!existsSync(join(root, target))) return `${page}: ${link} leads nowhere`
  if (anchor === undefined || !statSync(join(root, target)).isFile()) return null
  return headings(target).includes(anchor) ? null : `${page}: ${link} names a heading that is not there`
}

function headings(page: string): string[] {
  const lines = readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((line) => /^#+ /.test(line))
  return lines.map((line) =>
    line
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

/** What is wrong with the tables of a README that begin with a column `folder` or `file`. */
function tableProblems(page: string): string[] {
  if (!page.endsWith('README.md')) return []
  const folder = join(root, dirname(page))
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^\| (folder|file) \|.*\n\|[ |-]*\n((?:\|.*\n?)+)/gm)].flatMap(([, kind, rows = '']) => {
    const names = rows
      .trimEnd()
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    const absent = names.filter((name) => !existsSync(join(folder, name))).map((name) => `${page}: there is no ${name}`)
    const forgotten = kind === 'folder' ? foldersIn(folder).filter((name) => !names.includes(name)) : []
    return [...absent, ...forgotten.map((name) => `${page}: the table leaves out ${name}`)]
  })
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
