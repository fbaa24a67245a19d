// Secrets that are recognized wherever they lie, and where the server has left them: in texts, in the tables, in the files of the data folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { sha256 } from '../channel-client.ts'

/** Secrets of a test by their names. */
export class MarkedSecrets {
  readonly #forms = new Map<string, readonly string[]>()

  /** A secret that a person makes up. Its SHA-256 is as good as the secret itself. */
  made(name: string): string {
    const secret = `Marked.${name.replaceAll(' ', '.')}.7Qx`
    const basic = Buffer.from(`admin:${sha256(secret)}`).toString('base64')
    this.#keep(name, secret, [sha256(secret), basic])
    return secret
  }

  /** A long random secret that the server made: with its hash nothing can be opened. */
  known(name: string, secret: string): string {
    this.#keep(name, secret, [])
    return secret
  }

  #keep(name: string, secret: string, more: readonly string[]): void {
    if (secret.length < 8) throw new Error(`${name} is too short to be recognized`)
    const bytes = Buffer.from(secret)
    const plain = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('hex')]
    // Inside a JSON text that stands in another one, a line break has other forms.
    const escaped = [JSON.stringify(secret).slice(1, -1), secret.split('\n')[1] ?? secret]
    const forms = [...plain, ...escaped, ...more].map((form) => form.toLowerCase())
    this.#forms.set(name, forms)
  }

  /** Names of the secrets in a text. */
  in(text: string): string[] {
    const lower = text.toLowerCase()
    return [...this.#forms].filter(([, forms]) => forms.some((form) => lower.includes(form))).map(([name]) => name)
  }

  /** `secret: table.column` for each column of the database that has one. */
  inTables(database: string): string[] {
    const file = new BetterSqlite3(database, { readonly: true })
    try {
      const tables = file.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[]
      const found = new Set<string>()
      for (const { name: table } of tables) {
        for (const row of file.prepare(`select * from "${table}"`).iterate() as Iterable<Record<string, unknown>>) {
          for (const [column, value] of Object.entries(row)) {
            for (const secret of this.in(textOf(value))) found.add(`${secret}: ${table}.${column}`)
          }
        }
      }
      return [...found].sort()
    } finally {
      file.close()
    }
  }

  /** `secret: file` for each file below the folder that has one; the database is looked at by its tables. */
  inFiles(folder: string): string[] {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/fleetglass\.sqlite(-\w+)?$/.test(path))
      .flatMap((path) => this.in(readFileSync(path, 'latin1')).map((secret) => `${secret}: ${relative(folder, path)}`))
      .sort()
  }
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return value === null ? '' : String(value)
}
