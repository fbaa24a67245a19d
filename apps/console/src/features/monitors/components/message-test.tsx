import { type FormEvent, useId, useState } from 'react'
import type { Channel } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'

interface Exchange {
  readonly id: number
  readonly asked: string
  readonly answered: string
}

/** The newest; older ones leave. */
const KEPT = 50

/** `testvcp`: a message of the main channel as it is typed, and what comes back (DEBUG-30). */
export function MessageTest({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const id = useId()
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code')).trim()
    const fields = fieldsOf(String(form.get('fields')))
    const text = String(form.get('payload'))
    const payload = text === '' ? {} : { payload: new TextEncoder().encode(text) }
    const reply = await channel.request({ code, fields, ...payload })
    const answered = reply.ok
      ? [linesOf(reply.message.fields), new TextDecoder().decode(reply.message.payload)].filter(Boolean).join('\n\n')
      : reply.reason
    const asked = [code, linesOf(fields)].filter(Boolean).join('\n')
    setExchanges((old) => [{ id: (old[0]?.id ?? 0) + 1, asked, answered }, ...old].slice(0, KEPT))
  }
  return (
    <>
      <form className="monitor-message panel" onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-code`}>{t('monitor.code')}</label>
        <input
          id={`${id}-code`}
          name="code"
          className="form-control"
          defaultValue="Q01"
          pattern="[A-Za-z0-9]+"
          required
        />
        <label htmlFor={`${id}-fields`}>{t('monitor.fields')}</label>
        <textarea id={`${id}-fields`} name="fields" className="form-control" rows={3} placeholder="A:13800138000" />
        <label htmlFor={`${id}-payload`}>{t('monitor.payload')}</label>
        <textarea id={`${id}-payload`} name="payload" className="form-control" rows={3} />
        <button type="submit" className="btn btn-primary">
          {t('monitor.send')}
        </button>
      </form>
      <ol className="monitor-exchanges" aria-live="polite" aria-label={t('monitor.replies')}>
        {exchanges.map((exchange) => (
          <li key={exchange.id} className="panel">
            <pre className="muted">{exchange.asked}</pre>
            <pre>{exchange.answered}</pre>
          </li>
        ))}
      </ol>
    </>
  )
}

/** A line for each field, its name before the first colon; lines without one are left out. */
function fieldsOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
  })
  return Object.fromEntries(lines)
}

function linesOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .filter(([name]) => name !== 'X')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
