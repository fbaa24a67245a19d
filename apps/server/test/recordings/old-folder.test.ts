// A data folder that version 0.1.0 left behind, opened by the present server: what it answered then it answers now.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { askAll, NOW_MS, type OldAnswers } from './old-folder.ts'

const FOLDER = join(import.meta.dirname, 'folder-0.1.0')
const answers = JSON.parse(readFileSync(join(FOLDER, 'answers.json'), 'utf8')) as OldAnswers

/** A setting is answered with its revision since it can be saved; the fields of then stay as they were. */
const SETTINGS = /GET \/gkserver\/iframes$/

/** An event says more since it can be checked, and its code, which was its "type", is `appdevid` (EVT-30). */
const EVENTS = /\/gkevent\/eventquery/
const codeRenamed = (answer: unknown): object =>
  JSON.parse(JSON.stringify(answer).replaceAll('"type":', '"appdevid":')) as object

describe('a data folder of version 0.1.0', () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-old-folder-'))
  let server: TestServer
  let present: OldAnswers
  beforeAll(async () => {
    cpSync(join(FOLDER, 'folder'), data, { recursive: true })
    const clock = createManualClock(NOW_MS + 1_200_000)
    server = await startTestServer({ data, clock })
    const moves = setInterval(() => clock.advance(20), 20)
    present = await askAll(server).finally(() => clearInterval(moves))
  })
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  it('is asked every question whose answer is known', () => {
    expect(Object.keys(present).toSorted()).toEqual(Object.keys(answers).toSorted())
  })

  it.each(Object.keys(answers))('gives the same answer to %s', (question) => {
    if (SETTINGS.test(question)) expect(present[question]).toMatchObject(answers[question] ?? {})
    else if (EVENTS.test(question)) expect(present[question]).toMatchObject(codeRenamed(answers[question]))
    else expect(present[question]).toEqual(answers[question])
  })
})
