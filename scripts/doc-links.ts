// Fails on a link in our Markdown that leads nowhere: a missing file, or a heading that is not there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)))

const dead = pages.flatMap((page) =>
  linksOf(page)
    .map((link) => problem(page, link))
    .filter((text) => text !== null),
)
for (const text of dead) console.error(text)
console.log(`${pages.length} pages, ${dead.length} dead links`)
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
