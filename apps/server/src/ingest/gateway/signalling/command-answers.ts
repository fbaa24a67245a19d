/** 0x0001, which answers every command that has no answer message of its own. */
export const GENERAL_ANSWER = 0x0001

/** Which message answers which, where it is not 0x0001 (JT/T 808 section 2, JT/T 1078 section 2). */
const OWN_ANSWERS: ReadonlyMap<number, number> = new Map([
  [0x8104, 0x0104],
  [0x8106, 0x0104],
  [0x8107, 0x0107],
  [0x8201, 0x0201],
  [0x8500, 0x0500],
  [0x8608, 0x0608],
  [0x8700, 0x0700],
  [0x8702, 0x0702],
  [0x8801, 0x0805],
  [0x8802, 0x0802],
  [0x8900, 0x0900],
  [0x9003, 0x1003],
  [0x9201, 0x1205],
  [0x9205, 0x1205],
])

/** Commands for which some devices send only 0x0001, and mean it. */
const GENERAL_IS_ENOUGH: ReadonlySet<number> = new Set([0x8500, 0x8801, 0x9201])

/** Answers that do not begin with the serial of the command. */
const WITHOUT_SERIAL: ReadonlySet<number> = new Set([0x0107, 0x0608, 0x0702, 0x1003])

export function answerOf(commandId: number): number {
  return OWN_ANSWERS.get(commandId) ?? GENERAL_ANSWER
}

/** Whether 0x0001 with result 0 ends the command, or another message is still to come. */
export function generalAnswerEnds(commandId: number): boolean {
  return !OWN_ANSWERS.has(commandId) || GENERAL_IS_ENOUGH.has(commandId)
}

export function carriesSerial(answerId: number): boolean {
  return !WITHOUT_SERIAL.has(answerId)
}

/** 0x0900 of the face exchange always has its serial right: a late answer must not count for the next request. */
export function namesItsCommand(answerId: number, serial: number | null): boolean {
  return answerId === 0x0900 && serial !== null
}

const ALL_ANSWERS: ReadonlySet<number> = new Set([GENERAL_ANSWER, ...OWN_ANSWERS.values()])

/** Whether an up message may be an answer to a command of ours. */
export function isAnswer(messageId: number): boolean {
  return ALL_ANSWERS.has(messageId)
}
