import type { errorTexts } from '@fleetglass/texts/errors'

type Texts = typeof errorTexts

/** Stable name of a failure: clients may compare it. */
export type ErrorCode = keyof Texts extends infer Key ? (Key extends `error.${infer Code}` ? Code : never) : never

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never

type ParametersOf<Code extends ErrorCode> = Readonly<Record<Names<Texts[`error.${Code}`]>, string | number>>

/** What the text of a code is filled with: the names in its `{{…}}`. A text without them takes nothing. */
export type GivenParameters<Code extends ErrorCode> = [Names<Texts[`error.${Code}`]>] extends [never]
  ? []
  : [parameters: ParametersOf<Code>]
