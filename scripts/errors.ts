// Every failure that a caller can receive, as docs/errors.md (`--write`). Without `--write` it fails when the page is out of
// step, or when no test of the server expects a code.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, type ErrorKind, errorCatalogue, errorKinds } from '@fleetglass/contract/errors'
import { callStatus, fileStatus, streamClose } from '@fleetglass/server'
import { errorTexts } from '@fleetglass/texts/errors'

const root = join(import.meta.dirname, '..')
const target = join(root, 'docs/errors.md')
const codes = Object.keys(errorCatalogue) as ErrorCode[]

const introduction = `# Errors

Written by \`npm run errors -- --write\` from the catalogue in \`packages/contract/src/errors\`; the check fails when it is out of
step, or when no test of the server provokes a code.

A failed call answers \`{hasError: true, code, message}\`, and \`parameters\` where the text names something. The main channel
answers \`R\` = 0 with the text in \`W\`, the code in \`E\` and the parameters as JSON in \`P\`; a refused login answers \`W\` alone. A
stream sends \`{type: "error", code, message, error}\` before it closes with the number in \`code\`; \`error\` is the code of this
page. A program compares the code, which keeps its meaning; a person reads the text, which may be improved and is translated by the
console.
`

function errorsPage(): string {
  return `${introduction}\n${(Object.keys(errorKinds) as ErrorKind[]).map(section).join('\n')}`
}

function section(kind: ErrorKind): string {
  const here = codes.filter((code) => errorCatalogue[code].kind === kind).sort()
  const first = here[0]
  if (first === undefined) throw new Error(`no error is of the kind ${kind}`)
  const rows = here.map((code) => `| \`${code}\` | ${textOf(code)} | ${errorCatalogue[code].advice} |`)
  return `## ${kind}

${errorKinds[kind]} ${statuses(first)}

| code | English text | what to do |
| --- | --- | --- |
${rows.join('\n')}
`
}

/** All codes of a kind are answered alike, but for the close of a stream. */
function statuses(code: ErrorCode): string {
  const error = { code, kind: errorCatalogue[code].kind }
  return `Status of a call ${callStatus(error)}, of a file ${fileStatus(error)}; a stream closes with ${streamClose(error)}.`
}

function textOf(code: ErrorCode): string {
  return errorTexts[`error.${code}`].replaceAll('|', '\\|').replace(/\{\{(\w+)\}\}/g, '*$1*')
}

/** Codes that no test expects. The helpers of `apps/server/test/failures.ts` build what a test compares an answer with. */
function withoutTest(): ErrorCode[] {
  const expected = new Set(globSync('apps/server/{src,test}/**/*.test.ts', { cwd: root }).flatMap(codesIn))
  return codes.filter((code) => !expected.has(code))
}

function codesIn(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8').replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const helpers = code.matchAll(/\b(?:failed(?:Call|Message|Login|Stream)|errorCode)\(\s*'([a-z-]+)'/g)
  const matchers = code.matchAll(/\.to(?:Equal|MatchObject|StrictEqual)\(\s*\{[^{}]*\bcode: '([a-z-]+)'/g)
  return [...helpers, ...matchers].map(([, name]) => name ?? '')
}

if (import.meta.main) {
  const wanted = errorsPage()
  const missing = withoutTest()
  if (process.argv.includes('--write')) writeFileSync(target, wanted)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
    console.error('docs/errors.md is out of step: npm run errors -- --write')
    process.exitCode = 1
  }
  if (missing.length > 0) {
    console.error(`no test of the server expects ${missing.join(', ')}`)
    process.exitCode = 1
  }
}
