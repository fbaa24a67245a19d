import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { daysField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-089, SET-090: the choices of the page; 0 keeps everything. */
export const KEEP_DAYS = [0, 30, 60, 90, 180, 360, 720] as const
export const GPS_KEEP_DAYS = [0, 180, 360, 720, 1080, 1440, 1800, 2160, 3600] as const

function choiceOf(choices: readonly number[]) {
  return daysField.refine((days) => choices.includes(days), ruleMessage('not-choice', { choices: choices.join(', ') }))
}

const keepDays = { events: choiceOf(KEEP_DAYS), uslogs: choiceOf(KEEP_DAYS), gps: choiceOf(GPS_KEEP_DAYS) }

/** SET-088: days that events, logs (talks, access) and GPS points are stored. */
export const databaseCall = {
  path: '/gkserver/dbmaintain',
  read: 'GET',
  inside: 'dbmaintain',
  fields: z.object(keepDays),
} as const satisfies SettingsCall

/** As they are stored: the configuration file may set what is no choice of the page. */
export const databaseKeepSchema = z.object({ events: daysField, uslogs: daysField, gps: daysField })

/** `POST` with the fields: what saving them would delete (`oldDataAnswerSchema`). */
export const oldRowsPath = '/gkserver/dbmaintain/old'
export const oldRowsSchema = z.object({ dbmaintain: databaseKeepSchema })
