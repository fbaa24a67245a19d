/**
 * The 4 bytes `00 01 LL 00` that HiSilicon chips put in front of G.711, G.726 and ADPCM, LL being half of the rest.
 * All four are tested: plain G.711 may begin with two of them.
 */
export function hasChipHeader(body: Uint8Array): boolean {
  return (
    body.length > 4 &&
    body[0] === 0 &&
    body[1] === 1 &&
    body[3] === 0 &&
    (body.length & 1) === 0 &&
    body[2] === (((body.length - 4) / 2) & 0xff)
  )
}

/** An audio body without the chip's header, as a view; the body itself when it has none. */
export function stripChipHeader(body: Uint8Array): Uint8Array {
  return hasChipHeader(body) ? body.subarray(4) : body
}

/** Puts the chip's header in front: a terminal whose own audio has it plays noise, or nothing, without it. */
export function addChipHeader(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + body.length)
  bytes[1] = 1
  bytes[2] = body.length / 2
  bytes.set(body, 4)
  return bytes
}
