// A recorder that keeps parameters and answers 0x8103, 0x8104 and 0x8106, for tests; or does what a test wants instead.
import { fleetglassFamily, joinItems, type Message, type Parameter, textItems, type Version } from '@fleetglass/jt808'
import { DeviceClient } from './device-client.ts'

/** Instead of an answer to a message: nothing, a result of 0x0001, other parameters, or the end of the line. */
export type Habit = 'silent' | 'cut' | { readonly result: number } | { readonly reports: readonly Parameter[] }

type Asked = 'parameterSetting' | 'parametersRequest' | 'someParametersRequest'

const IDS: Readonly<Record<Asked, number>> = {
  parameterSetting: 0x8103,
  parametersRequest: 0x8104,
  someParametersRequest: 0x8106,
}

export class SettingsDevice {
  readonly client: DeviceClient
  readonly stored: Map<number, Uint8Array>
  /** What it was asked, in order; of 0x8103 the items. */
  readonly asked: { readonly name: Asked; readonly ids: readonly number[]; readonly items: readonly Parameter[] }[] = []
  readonly habits: Partial<Record<Asked, Habit>> = {}

  private constructor(client: DeviceClient, parameters: readonly Parameter[]) {
    this.client = client
    this.stored = new Map(joinItems(parameters))
  }

  static async connect(
    port: number,
    terminal: string,
    parameters: readonly Parameter[],
    version: Version = '2013',
  ): Promise<SettingsDevice> {
    const client = await DeviceClient.tcp(port, terminal, version)
    await client.login()
    const device = new SettingsDevice(client, parameters)
    void device.#serve()
    return device
  }

  /** The text of a parameter; it has only those of ASCII. */
  text(id: number): string {
    return String.fromCharCode(...(this.stored.get(id) ?? []))
  }

  async close(): Promise<void> {
    await this.client.close()
  }

  /** Until the line is closed: then nobody asks any more. */
  async #serve(): Promise<void> {
    for (;;) {
      const down = await this.client.nextOf(Object.keys(IDS) as Asked[]).catch(() => null)
      if (down === null) return
      const name = down.message.name as Asked
      this.#answer(name, down.message, down.header.serial)
    }
  }

  #answer(name: Asked, { body }: Message, serial: number): void {
    const items = 'parameters' in body ? (body.parameters as readonly Parameter[]) : []
    const ids = 'ids' in body ? (body.ids as readonly number[]) : items.map(({ id }) => id)
    this.asked.push({ name, ids, items })
    const habit = this.habits[name]
    if (habit === 'silent') return
    if (habit === 'cut') {
      void this.client.close()
      return
    }
    if (habit !== undefined) {
      if ('reports' in habit) this.#report(serial, habit.reports)
      else this.#result(name, serial, habit.result)
      return
    }
    if (name === 'parameterSetting') {
      for (const [id, value] of joinItems(items)) this.stored.set(id, value)
      this.#result(name, serial, 0)
      return
    }
    const received = [...this.stored].filter(([id]) => name === 'parametersRequest' || ids.includes(id))
    this.#report(
      serial,
      received.flatMap(([id, value]) => pieces(id, value)),
    )
  }

  #result(name: Asked, answeredSerial: number, result: number): void {
    this.client.send({ name: 'terminalAnswer', body: { answeredSerial, answeredId: IDS[name], result } })
  }

  #report(answeredSerial: number, parameters: readonly Parameter[]): void {
    this.client.send({ name: 'parameters', body: { answeredSerial, parameters } })
  }
}

function pieces(id: number, value: Uint8Array): Parameter[] {
  const count = Math.max(1, Math.ceil(value.length / 250))
  return Array.from({ length: count }, (_, at) => ({ id, value: value.subarray(at * 250, (at + 1) * 250) }))
}

/** Parameters of text by their number, and the list of what is supported. */
export function textParameters(texts: Readonly<Record<number, string>>, supported?: readonly string[]): Parameter[] {
  const list = supported === undefined ? {} : { [fleetglassFamily.settingList]: supported.join(',') }
  return Object.entries({ ...texts, ...list }).flatMap(([id, text]) => textItems(Number(id), text) ?? [])
}
