import { noise } from './noise.ts'

const RATE = 8000

/** A cabin to listen to, 16-bit mono at 8 kHz: engine, tyres, and a stop bell twice a turn. Ends as it begins. */
export function cabinSound(seconds: number): Int16Array {
  const samples = new Int16Array(seconds * RATE)
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    const t = i / RATE
    const turn = t / seconds
    const pitch = 42 + 9 * Math.sin(turn * 2 * Math.PI) + 3 * Math.sin(turn * 6 * Math.PI)
    phase += pitch / RATE
    let engine = 0
    for (let harmonic = 1; harmonic <= 7; harmonic++)
      engine += Math.sin(phase * harmonic * 2 * Math.PI) / harmonic ** 1.2
    const tyres = (noise(t * 900, 3) - 0.5) * 0.5 + (noise(t * 2700, 8) - 0.5) * 0.3
    const edge = Math.min(1, t / 0.05, (seconds - t) / 0.05)
    samples[i] = Math.round((engine * 2300 + tyres * 4200 + bell(t - 4) + bell(t - 13)) * edge)
  }
  return samples
}

function bell(t: number): number {
  const note = (at: number, hertz: number): number =>
    t < at || t > at + 1.6 ? 0 : Math.sin((t - at) * hertz * 2 * Math.PI) * Math.exp(-(t - at) * 3.4) * 5200
  return note(0, 988) + note(0.42, 784)
}
