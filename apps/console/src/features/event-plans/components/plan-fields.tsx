import {
  isWebAddress,
  type PushPlan,
  pushPlanSaveSchema,
  type RealtimePlan,
  realtimePlanSaveSchema,
} from '@fleetglass/contract/event-plans'
import { useText } from '../../../platform/texts/index.ts'
import { CheckInput, TextInput } from '../../../ui/form/index.ts'
import styles from '../event-plans.module.css'
import { useWebhookSecret } from '../event-plans.queries.ts'

/** PLAN-28. */
export function PushFields({
  plan,
  onEdit,
}: {
  readonly plan: PushPlan
  readonly onEdit: (change: Partial<PushPlan>) => void
}) {
  const t = useText()
  const secret = useWebhookSecret()
  const isFaulty = plan.script !== '' && !isFieldOf(pushPlanSaveSchema, { pushEventPlan: plan })
  return (
    <>
      <CheckInput
        label={t('eventPlans.enable')}
        look="switch"
        value={plan.enable === 1}
        onChange={(isOn) => onEdit({ enable: isOn ? 1 : 0 })}
      />
      <TextInput
        label={t('eventPlans.name')}
        value={plan.name}
        fault={null}
        max={64}
        onChange={(name) => onEdit({ name })}
      />
      <TextInput
        label={t('eventPlans.script')}
        value={plan.script}
        fault={isFaulty ? t('eventPlans.scriptFault') : null}
        hint={t('eventPlans.scriptHint')}
        onChange={(script) => {
          secret.reset()
          onEdit({ script })
        }}
      />
      {isWebAddress(plan.script) ? (
        <div className={styles.devices}>
          {secret.data === undefined ? (
            <button
              type="button"
              className="btn btn-quiet btn-sm"
              disabled={secret.isPending}
              onClick={() => secret.mutate(plan.script)}
            >
              {t('eventPlans.showSecret')}
            </button>
          ) : (
            <code className={styles.secret}>{secret.data}</code>
          )}
        </div>
      ) : null}
    </>
  )
}

/** PLAN-29. */
export function RealtimeFields({
  plan,
  onEdit,
}: {
  readonly plan: RealtimePlan
  readonly onEdit: (change: Partial<RealtimePlan>) => void
}) {
  const t = useText()
  const isFaulty = plan.receivers !== '' && !isFieldOf(realtimePlanSaveSchema, { realtimeEventPlan: plan })
  return (
    <>
      <CheckInput
        label={t('eventPlans.call')}
        look="switch"
        value={plan.call_en === 1}
        onChange={(isOn) => onEdit({ call_en: isOn ? 1 : 0 })}
      />
      <TextInput
        label={t('eventPlans.callTimeSeconds')}
        kind="number"
        value={String(plan.call_time)}
        fault={null}
        onChange={(text) => onEdit({ call_time: Number(text) })}
      />
      <CheckInput
        label={t('eventPlans.email')}
        look="switch"
        value={plan.email_en === 1}
        onChange={(isOn) => onEdit({ email_en: isOn ? 1 : 0 })}
      />
      <TextInput
        label={t('eventPlans.receivers')}
        value={plan.receivers}
        fault={isFaulty ? t('eventPlans.receiversFault') : null}
        hint={t('eventPlans.receiversHint')}
        onChange={(receivers) => onEdit({ receivers })}
      />
    </>
  )
}

function isFieldOf(schema: { safeParse(value: unknown): { readonly success: boolean } }, value: unknown): boolean {
  return schema.safeParse(value).success
}
