/**
 * Takes `@import url(…)` of web fonts out of a stylesheet: nothing outside is fetched. The address itself contains
 * semicolons, so the end is the closing parenthesis, not the next semicolon.
 */
export function withoutWebFonts(css: string): string {
  const opening = '@import url('
  let rest = css
  let clean = ''
  for (;;) {
    const start = rest.indexOf(opening)
    if (start < 0) return clean + rest
    const end = rest.indexOf(')', start + opening.length)
    if (end < 0) return clean + rest.slice(0, start)
    clean += rest.slice(0, start)
    rest = rest.slice(end + 1).replace(/^\s*;/, '')
  }
}
