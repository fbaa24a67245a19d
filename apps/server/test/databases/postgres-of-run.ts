// The PostgreSQL that the test files of a run share (postgres-cluster.ts) ends with the run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test file that makes the cluster says which one it is. */
    clusterFolder: string
  }
}

export const CLUSTER_FILE = 'cluster.json'

export interface ClusterOfRun {
  readonly port: number
  readonly folder: string
  readonly pid: number
  /** Name of the database with the present schema, of which the others are copies. */
  readonly template: string
}

/** Run by vitest before the first test file; what it answers is run after the last one. */
export default function setup(project: TestProject): () => Promise<void> {
  const clusterFolder = mkdtempSync(join(tmpdir(), 'fleetglass-cluster-'))
  project.provide('clusterFolder', clusterFolder)
  return async () => {
    const file = join(clusterFolder, CLUSTER_FILE)
    if (existsSync(file)) await end(JSON.parse(readFileSync(file, 'utf8')) as ClusterOfRun)
    rmSync(clusterFolder, { recursive: true, force: true })
  }
}

async function end({ pid, folder }: ClusterOfRun): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown; this file goes last.
  process.kill(pid, 'SIGINT')
  await until('PostgreSQL has ended', () => !existsSync(join(folder, 'data', 'postmaster.pid')))
  rmSync(folder, { recursive: true, force: true })
}
