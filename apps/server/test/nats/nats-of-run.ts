// The NATS server that the test files of a run share (nats-server.ts) ends with the run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test file that starts the NATS server of the run says which one it is. */
    natsFolder: string
  }
}

export const NATS_FILE = 'nats.json'

export interface NatsOfRun {
  readonly port: number
  readonly pid: number
}

/** Run by vitest before the first test file; what it answers is run after the last one. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-nats-'))
  project.provide('natsFolder', folder)
  return () => {
    const file = join(folder, NATS_FILE)
    try {
      if (existsSync(file)) process.kill((JSON.parse(readFileSync(file, 'utf8')) as NatsOfRun).pid)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
