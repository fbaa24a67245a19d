import { spawnSync } from 'node:child_process'

/** A test picture as ffmpeg writes it. */
export function picture(format: 'mjpeg' | 'png' | 'apng' = 'mjpeg', size = '64x48'): Buffer {
  const source = ['-f', 'lavfi', '-i', `testsrc=s=${size}:d=1:r=2`]
  const frames = format === 'apng' ? [] : ['-frames:v', '1']
  const container = format === 'apng' ? 'apng' : 'image2pipe'
  const { stdout } = spawnSync('ffmpeg', ['-v', 'error', ...source, ...frames, '-c:v', format, '-f', container, '-'], {
    maxBuffer: 8_000_000,
  })
  return stdout
}
