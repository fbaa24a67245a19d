/** The same numbers on every machine: mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function lattice(x: number, y: number): number {
  let n = Math.imul(x, 374761393) + Math.imul(y, 668265263)
  n = Math.imul(n ^ (n >>> 13), 1274126177)
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise, 0 to 1; `periodY` (whole lattice cells) makes it repeat. */
export function noise(x: number, y: number, periodY = 0): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const wrap = (value: number): number => (periodY > 0 ? ((value % periodY) + periodY) % periodY : value)
  const ya = wrap(y0)
  const yb = wrap(y0 + 1)
  const top = lattice(x0, ya) * (1 - sx) + lattice(x0 + 1, ya) * sx
  const bottom = lattice(x0, yb) * (1 - sx) + lattice(x0 + 1, yb) * sx
  return top * (1 - sy) + bottom * sy
}

/** Several octaves of noise, 0 to 1. */
export function cloud(x: number, y: number, octaves = 4): number {
  let sum = 0
  let weight = 0.5
  let total = 0
  for (let octave = 0; octave < octaves; octave++) {
    sum += noise(x * 2 ** octave + octave * 17.3, y * 2 ** octave) * weight
    total += weight
    weight /= 2
  }
  return sum / total
}
