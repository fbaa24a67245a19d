import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import { PDF_VALID_MS, type PdfRequest, pdfTexts } from '@fleetglass/contract/pdf-files'
import { languages } from '@fleetglass/texts/languages'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { PdfWriter, TableDocument } from '../../platform/pdf/index.ts'
import { logoPicture } from './logo-picture.ts'

/** Files of one user: a further one replaces the oldest. */
const FILES_MAX = 4
/** Of all tables and files together; beyond it a further one is refused. */
const BYTES_MAX = 64 * 1024 * 1024
const SWEEP_MS = 60_000
const ID_BYTES = 18
/** UTF-16, which is what a text needs at most in memory. */
const BYTES_A_CHARACTER = 2
/** What a text needs beside its characters, and a row beside its texts: an empty cell costs memory too. */
const BYTES_A_TEXT = 40
const BYTES_A_ROW = 80

export interface PdfFiles {
  /** Keeps a table for ten minutes; answers its id. Throws `pdf-busy` and `pdf-logo-unreadable`. */
  add(accountId: number, request: PdfRequest): string
  /** The file, made at the first call. Rejects with `pdf-gone` for every user but the one who added it. */
  read(accountId: number, id: string): Promise<Uint8Array>
  close(): Promise<void>
}

interface StoredFile {
  readonly accountId: number
  readonly endMs: number
  table: TableDocument | null
  file: Promise<Uint8Array> | null
  bytes: number
}

export interface PdfFilesDeps {
  readonly clock: Clock
  readonly writer: PdfWriter
  /** The time at the foot of the pages. */
  readonly utcOffsetS: () => number
}

/** Files live in memory alone: a restart ends them, and nothing of them is left. */
export function createPdfFiles(deps: PdfFilesDeps): PdfFiles {
  return new MemoryPdfFiles(deps)
}

class MemoryPdfFiles implements PdfFiles {
  readonly #deps: PdfFilesDeps
  /** By id, the oldest first. */
  readonly #files = new Map<string, StoredFile>()
  readonly #timer: Timer

  constructor(deps: PdfFilesDeps) {
    this.#deps = deps
    this.#timer = deps.clock.every(SWEEP_MS, () => this.#sweep())
  }

  add(accountId: number, { logo, type, data }: PdfRequest): string {
    const { clock, utcOffsetS } = this.#deps
    this.#sweep()
    const own = [...this.#files].filter(([, file]) => file.accountId === accountId)
    for (const [id] of own.slice(0, Math.max(0, own.length + 1 - FILES_MAX))) this.#files.delete(id)
    const language = languages.find(({ config }) => config === data.language) ?? languages[0]
    if (language === undefined) throw new Error('there is no language')
    const { texts } = language
    const table: TableDocument = {
      title: texts[pdfTexts.titles[type]],
      subtitle: data.subtitle,
      direction: language.config === 'ar' ? 'rtl' : 'ltr',
      logo: logoPicture(logo),
      columns: data.columns,
      rows: data.rows,
      totals: data.totals,
      pageText: texts[pdfTexts.pageOf],
      footer: `${texts['app.name']} · ${minuteText(clock.nowMs(), utcOffsetS())}`,
    }
    const bytes = sizeOf(table)
    const used = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0)
    if (used + bytes > BYTES_MAX) throw new AppError('pdf-busy')
    const id = randomBytes(ID_BYTES).toString('base64url')
    this.#files.set(id, { accountId, endMs: clock.monotonicMs() + PDF_VALID_MS, table, file: null, bytes })
    return id
  }

  async read(accountId: number, id: string): Promise<Uint8Array> {
    this.#sweep()
    const stored = this.#files.get(id)
    if (stored === undefined || stored.accountId !== accountId) throw new AppError('pdf-gone')
    stored.file ??= this.#make(stored)
    return await stored.file
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    this.#files.clear()
    await this.#deps.writer.close()
  }

  async #make(stored: StoredFile): Promise<Uint8Array> {
    const { table } = stored
    if (table === null) throw new AppError('pdf-gone')
    try {
      const file = await this.#deps.writer.write(table)
      stored.table = null
      stored.bytes = file.length
      return file
    } catch (error) {
      // The table stays: who asks again may be lucky.
      stored.file = null
      throw error
    }
  }

  #sweep(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    for (const [id, { endMs }] of this.#files) if (endMs <= nowMs) this.#files.delete(id)
  }
}

function sizeOf({ rows, totals, columns, logo }: TableDocument): number {
  const labels = columns.map(({ label }) => label)
  return [...rows, totals, labels].reduce((sum, row) => sum + sizeOfRow(row), logo?.length ?? 0)
}

function sizeOfRow(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + BYTES_A_TEXT + length * BYTES_A_CHARACTER, BYTES_A_ROW)
}

function minuteText(nowMs: number, offsetS: number): string {
  return new Date(nowMs + offsetS * 1000).toISOString().slice(0, 16).replace('T', ' ')
}
