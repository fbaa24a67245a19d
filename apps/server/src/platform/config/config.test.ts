import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultConfig, describeSettings, loadConfig, withoutSecrets } from './index.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const faultsOf = (args: string[], environment: Record<string, string> = {}): readonly string[] => {
  const result = loadConfig(args, environment)
  return result.ok ? [] : result.faults
}

describe('configuration', () => {
  it('[VCP-002] [CONST1-01] [CONST1-02] [CONST2-11] has a default for everything: 24680 for the main channel, 8900 for streams', () => {
    const result = loadConfig([], {})
    expect(result).toEqual({ ok: true, config: defaultConfig(), warnings: [] })
    expect(defaultConfig()).toMatchObject({ http: 8080, main: 24_680, streams: 8900, signalling: 7808, media: 7078 })
  })

  it('takes the file over the default, the environment over the file, and a flag over both', () => {
    const config = file('a.json', { http: 1, main: 2, streams: 3, site: { variant: 'minimal' } })
    const environment = { FLEETGLASS_MAIN: '20', FLEETGLASS_STREAMS: '30', FLEETGLASS_PUBLIC_HOST: 'a.example' }
    const result = loadConfig(['--config', config, '--streams=300', '--data', '/x'], { ...environment, OTHER: 'x' })
    expect(result.ok && result.config).toMatchObject({
      http: 1,
      main: 20,
      streams: 300,
      signalling: 7808,
      data: '/x',
      publicHost: 'a.example',
      site: { variant: 'minimal' },
    })
    const byVariable = loadConfig([], { FLEETGLASS_CONFIG: config })
    expect(byVariable.ok && byVariable.config.http).toBe(1)
  })

  it('names every fault at once, each with its place', () => {
    const config = file('b.json', { http: 70_000, nonsense: 1, recordingDays: 1.5, mapCenter: '91,0' })
    const environment = { FLEETGLASS_MAIN: '', FLEETGLASS_NONSENSE: '1' }
    const faults = faultsOf(['--config', config, '--streams', 'x', '--other', '--media'], environment)
    expect([...faults].sort()).toEqual([
      `"http" in ${config}: 70000 is above 65535`,
      `"mapCenter" in ${config}: "91,0" lies outside -90..90,-180..180`,
      `"nonsense" in ${config}: there is no such setting`,
      `"recordingDays" in ${config}: 1.5 is not a whole number`,
      '--media: the value is missing',
      '--other: there is no such option',
      '--streams: "x" is not a number',
      'FLEETGLASS_MAIN: "" is not a number',
      'FLEETGLASS_NONSENSE: there is no such setting',
    ])
  })

  it('reads lists and yes or no from words as from the file', () => {
    const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']
    const byFile = loadConfig(['--config', file('e.json', { trustedProxies: proxies, openReads: true })], {})
    const environment = { FLEETGLASS_TRUSTED_PROXIES: proxies.join(', '), FLEETGLASS_OPEN_READS: 'true' }
    for (const result of [byFile, loadConfig([], environment)]) {
      expect(result.ok && result.config).toMatchObject({ trustedProxies: proxies, openReads: true })
    }
    expect(defaultConfig()).toMatchObject({ trustedProxies: [], openReads: false, embeddedPages: [] })
    const wrong = ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', 'fd00::/129', '10.0.0.0/']
    for (const one of wrong) {
      const fault = `--trusted-proxies: "127.0.0.1,${one}" is not a list of addresses and networks like 10.0.0.0/8`
      expect(faultsOf(['--trusted-proxies', `127.0.0.1,${one}`])).toEqual([fault])
    }
    expect(loadConfig(['--open-reads', 'yes'], {})).toMatchObject({ ok: true, config: { openReads: true } })
    expect(loadConfig(['--open-reads', 'no'], {})).toMatchObject({ ok: true, config: { openReads: false } })
    const alone = loadConfig(['--open-reads', '--http', '1', '--open-metrics'], {})
    expect(alone).toMatchObject({ ok: true, config: { openReads: true, http: 1, openMetrics: true } })
    expect(faultsOf(['--open-reads', 'maybe'])).toEqual(['--open-reads: "maybe" is neither yes nor no'])
  })

  it('says what is wrong with the file itself', () => {
    expect(faultsOf(['--config', join(folder, 'none.json')])[0]).toContain('cannot be read')
    expect(faultsOf(['--config', file('c.json', '{')])[0]).toContain('is not JSON')
    expect(faultsOf(['--config', file('d.json', [])])[0]).toContain('is not a JSON object')
  })

  it('never repeats a secret', () => {
    const [fault] = faultsOf(['--database', 'mysql://root:hunter2@x'])
    expect(fault).toContain('--database')
    expect(fault).not.toContain('hunter2')
    const shown = withoutSecrets(defaultConfig({ adminPassword: 'hunter2', database: 'postgres://a:hunter2@b/c' }))
    expect(shown).toMatchObject({ adminPassword: '[set]', database: '[set]', http: 8080 })
  })

  it('takes the address of the bus without a user, and never repeats one that was given', () => {
    for (const bus of ['nats://bus:4222', 'tls://a.example:4222,b.example:4222', 'nats://[::1]:4222']) {
      expect(loadConfig(['--bus', bus], {})).toMatchObject({ ok: true, config: { bus, busPrefix: 'fleetglass' } })
    }
    for (const bus of ['nats://fg:swordfish@bus:4222', 'http://bus', 'bus:4222', 'nats://bus/x']) {
      const [fault = ''] = faultsOf(['--bus', bus])
      expect(fault).toMatch(/^--bus: the value is no address like nats:/)
      expect(fault).not.toContain('swordfish')
    }
    expect(faultsOf(['--bus-password', 'x'])).toEqual(['--bus-password: there is no such option', expect.anything()])
    const byVariable = loadConfig([], { FLEETGLASS_BUS_PASSWORD: 'swordfish', FLEETGLASS_BUS: 'nats://bus' })
    expect(byVariable.ok && withoutSecrets(byVariable.config)).toMatchObject({ busPassword: '[set]' })
  })

  it('describes every setting with flag, variable and default', () => {
    const text = describeSettings()
    expect(text.split('\n')).toHaveLength(Object.keys(defaultConfig()).length)
    expect(text).toMatch(/--signalling +FLEETGLASS_SIGNALLING +7808 +port where recorders report/)
  })

  it('a password behind --database is warned about without repeating it, and nowhere else', () => {
    const address = 'postgres://fleet:swordfish@db/fleetglass'
    const warned = loadConfig(['--database', address], {})
    expect(warned).toMatchObject({ ok: true, warnings: [expect.stringContaining('FLEETGLASS_DATABASE')] })
    expect(JSON.stringify(warned.ok && warned.warnings)).not.toContain('swordfish')
    expect(loadConfig([], { FLEETGLASS_DATABASE: address })).toMatchObject({ ok: true, warnings: [] })
    expect(loadConfig(['--database', 'postgres://fleet@db/fleetglass'], {})).toMatchObject({ ok: true, warnings: [] })
  })
})
