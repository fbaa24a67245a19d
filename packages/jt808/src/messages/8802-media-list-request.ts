import { defineMessage } from '../message.ts'
import { readMediaSearch, writeMediaSearch } from '../shapes/media.ts'

/** 0x8802, down: which media are stored? JT/T 808-2013, 8.56. */
export const mediaListRequest = defineMessage({
  id: 0x8802,
  name: 'mediaListRequest',
  decode: readMediaSearch,
  encode: writeMediaSearch,
})
