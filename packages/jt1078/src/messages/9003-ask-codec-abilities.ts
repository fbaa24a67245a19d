import { define } from '../definition.ts'

/** 0x9003, down: which codecs do you have? Empty body. JT/T 1078-2016, 5.4.1. Answer 0x1003, or only 0x0001, or none. */
export const askCodecAbilities = define({
  id: 0x9003,
  name: 'askCodecAbilities',
  decode: (): Record<never, never> => ({}),
  encode: () => {},
})
