// Private words that docs/glossary.md replaced must not come back, and requirement ids stand in brackets in front of test titles.
// Looks at identifiers, file names, comments, pages and sentences in strings (log messages, errors, titles, screen texts). A string
// without a space is a name, mostly of the wire, and is not checked.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')

/** The word, and the term to use instead. It grows with each word that the code no longer uses. */
const replaced = new Map([
  ['allowance', 'TokenBucket'],
  ['desk', 'PendingCommands, PacketReassembly'],
  ['diary', 'activity log'],
  ['easel', 'SpriteCanvas'],
  ['farewell', 'GracefulClose'],
  ['happening', 'transition'],
  ['he', 'they'],
  ['hearer', 'subscriber'],
  ['him', 'them'],
  ['himself', 'themselves'],
  ['his', 'their'],
  ['ladder', 'startup trace'],
  ['nameless', 'unidentified, unauthenticated'],
  ['purse', 'MemoryBudget'],
  ['stranger', 'unauthenticated connection, unknown device'],
])

/** Good English words that stood for private ideas as names of code: the word, and the term to use instead. */
const replacedAsName = new Map([
  ['film', 'recording, clip, footage'],
  ['kept', 'cached, stored, retained'],
  ['movie', 'Mp4File'],
  ['tell', 'report, publish, notify'],
  ['told', 'reported, received'],
  ['voice', 'talk session'],
])

/** Words that are gone from the texts of these folders; the other folders still use them. */
const replacedIn: readonly { readonly folders: RegExp; readonly terms: ReadonlyMap<string, string> }[] = [
  {
    folders: /^(apps\/(server\/src|simulator)|packages\/(?!texts\/))/,
    terms: new Map([
      ['film', 'recording, clip, video, MP4 file'],
      ['heard', 'received'],
      ['told', 'reported, notified, sent'],
      ['whoever', 'the user, the client, the caller'],
    ]),
  },
]

/** Names of the console still use these words. */
const namesNotChecked = /^apps\/console\//

const allowed: readonly { readonly word: string; readonly files: RegExp; readonly why: string }[] = [
  { word: 'tell', files: /services\/areas\/rule\.store\.ts$/, why: 'columns of the database' },
  {
    word: 'ladder',
    files: /live\.http\.ts$|startup-trace(\.routes)?\.ts$/,
    why: 'the name of the message on the wire',
  },
  { word: 'ladder', files: /ways-to-a-picture\.test\.ts$/, why: 'reads the answer as it is on the wire' },
]

const MAX_IDS = 4
const ID = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/
/** In a table of cases `%s` may be the ids of the row. */
const BRACKETED = /^(?:(?:\[[^\]]+\]|%s) )+/
/** Looks like an id of a requirement line, and is none. */
const NO_IDS = /^(UTF|ISO|SHA|RFC|AES|JT|WGS|GMT|UTC)-/
const TITLED = new Set(['describe', 'it', 'test', 'step'])

const found: string[] = []
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'scripts/plain-words.ts' && existsSync(join(root, file)))
for (const file of files) {
  report(file, 1, file)
  const text = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('.md')) checkPage(file, text)
  else checkCode(file, text)
}
for (const text of found) console.error(text)
console.log(`${files.length} files, ${found.length} findings`)
process.exit(found.length === 0 ? 0 : 1)

/** A text that people read: comments, pages, sentences. */
function reportText(file: string, line: number, text: string): void {
  report(file, line, text)
  for (const { folders, terms } of replacedIn) if (folders.test(file)) report(file, line, text, terms)
}

function report(file: string, line: number, text: string, terms: ReadonlyMap<string, string> = replaced): void {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  for (const word of words) {
    const singular = [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].find((form) => terms.has(form))
    if (singular === undefined || allowed.some((rule) => rule.word === singular && rule.files.test(file))) continue
    found.push(`${file}:${line}: "${word}": say ${terms.get(singular)}`)
  }
}

/** Names of the wire stand in code spans, which are not read. */
function checkPage(file: string, text: string): void {
  if (file === 'CHANGELOG.md' || file === 'docs/rights.md') return
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) reportText(file, index + 1, line.replace(/`[^`]*`/g, ''))
}

function checkCode(file: string, text: string): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  const comments = new Set<number>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      report(file, lineOf(node.getStart()), node.text)
      if (!namesNotChecked.test(file)) report(file, lineOf(node.getStart()), node.text, replacedAsName)
    } else if (isSentence(node)) reportText(file, lineOf(node.getStart()), node.text.replace(/`[^`]*`/g, ''))
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]
    for (const { pos, end } of ranges) {
      if (comments.has(pos)) continue
      comments.add(pos)
      reportText(file, lineOf(pos), text.slice(pos, end).replace(/`[^`]*`/g, ''))
    }
    if (isTest && ts.isCallExpression(node)) checkTitle(file, node, lineOf)
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function isSentence(node: ts.Node): node is ts.LiteralLikeNode | ts.JsxText {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)
  return isText && /[a-z] [a-z]/.test(node.text)
}

function checkTitle(file: string, call: ts.CallExpression, lineOf: (position: number) => number): void {
  const [title] = call.arguments
  if (title === undefined || !ts.isStringLiteralLike(title) || !TITLED.has(calledName(call.expression))) return
  const front = BRACKETED.exec(title.text)?.[0] ?? ''
  const line = lineOf(title.getStart())
  const stray = ID.exec(title.text.slice(front.length))?.[0]
  if (stray !== undefined && !NO_IDS.test(stray))
    found.push(`${file}:${line}: ${stray} belongs in brackets in front of the title`)
  const ids = front.match(new RegExp(ID, 'g')) ?? []
  if (ids.length > MAX_IDS)
    found.push(`${file}:${line}: ${ids.length} ids in one title, at most ${MAX_IDS}: split the test`)
}

/** `it` of `it.each(rows)('…')`, `step` of `test.step('…')`. */
function calledName(expression: ts.Expression): string {
  if (ts.isCallExpression(expression)) return calledName(expression.expression)
  if (!ts.isPropertyAccessExpression(expression)) return ts.isIdentifier(expression) ? expression.text : ''
  const { text } = expression.name
  return TITLED.has(text) ? text : calledName(expression.expression)
}
