import { type LimitedMonitor, type MonitorLimits, monitorLimitsSchema } from '@fleetglass/contract/monitors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { askLimits, type MonitorAsk } from '../monitor-link.ts'

const fields = ['maxRun', 'limitRate', 'maxWait'] as const satisfies readonly (keyof MonitorLimits)[]

interface FormProps {
  readonly ask: MonitorAsk
  readonly monitor: LimitedMonitor
}

/** The limits of the page's tasks: what holds now, and what is to hold (DEBUG-25). */
export function LimitsForm({ ask, monitor }: FormProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor', 'limits', monitor],
    queryFn: () => askLimits(ask, monitor),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null) {
    return (
      <p className="monitor-limits panel" role="alert">
        {t('monitor.limitsFailed')} {error.message}{' '}
        <button type="button" className="btn btn-sm btn-primary" onClick={() => void refetch()}>
          {t('monitor.again')}
        </button>
      </p>
    )
  }
  // What another administrator sets is a new form.
  return data === undefined ? null : <Fields key={JSON.stringify(data)} ask={ask} monitor={monitor} known={data} />
}

function Fields({ ask, monitor, known }: FormProps & { readonly known: MonitorLimits }) {
  const t = useText()
  const id = useId()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Readonly<Record<keyof MonitorLimits, string>>>({
    maxRun: String(known.maxRun),
    limitRate: String(known.limitRate),
    maxWait: String(known.maxWait),
  })
  const saving = useMutation({
    mutationFn: (limits: MonitorLimits) => askLimits(ask, monitor, limits),
    onSuccess: (limits) => queries.setQueryData(['monitor', 'limits', monitor], limits),
    meta: { saysItself: true },
  })
  const read = monitorLimitsSchema.safeParse(Object.fromEntries(fields.map((name) => [name, numberOf(draft[name])])))
  const wrong = read.success ? [] : read.error.issues.map(({ path }) => path[0])
  const isChanged = fields.some((name) => draft[name] !== String(known[name]))
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (read.success && isChanged) saving.mutate(read.data)
  }
  return (
    <form className="monitor-limits panel" aria-label={t('monitor.limits')} onSubmit={submit} noValidate>
      {fields.map((name) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          <span>{t(`monitor.limit.${name}`)}</span>
          <input
            id={`${id}-${name}`}
            className={`form-control form-control-sm num${wrong.includes(name) ? ' is-invalid' : ''}`}
            inputMode="numeric"
            autoComplete="off"
            value={draft[name]}
            aria-invalid={wrong.includes(name)}
            aria-describedby={`${id}-state`}
            onChange={(event) => {
              saving.reset()
              setDraft({ ...draft, [name]: event.target.value })
            }}
          />
        </label>
      ))}
      <button
        type="submit"
        className="btn btn-sm btn-primary"
        disabled={!read.success || !isChanged || saving.isPending}
      >
        {t('monitor.setLimits')}
      </button>
      <span id={`${id}-state`} className="muted" role="status">
        {read.success
          ? (saving.error?.message ?? (isChanged ? t('monitor.limitsChanged') : ''))
          : t('monitor.limitsWrong')}
      </span>
    </form>
  )
}

function numberOf(text: string): number {
  return /^\d{1,12}$/.test(text.trim()) ? Number(text) : Number.NaN
}
