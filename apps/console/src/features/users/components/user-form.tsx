import { USERS_MAX } from '@fleetglass/contract/session'
import {
  ADMIN_NAME,
  isOffered,
  MEMO_MAX,
  PHONE_MAX,
  RETENTION_MAX,
  USER_NAME_MAX,
  type User,
} from '@fleetglass/contract/users'
import { useEffect, useId, useMemo, useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import {
  CheckField,
  DateField,
  Form,
  FormActions,
  LinesField,
  refusalOfField,
  refuseField,
  SecretField,
  SelectField,
  TextField,
  TextInput,
  useField,
  useIsChanged,
  useZodForm,
  type ZodForm,
} from '../../../ui/form/index.ts'
import { Icon, notify } from '../../../ui/index.ts'
import {
  changesLogin,
  formOf,
  TAKEN,
  type UserForm as Typed,
  userAddOf,
  userFormSchema,
  userSaveOf,
} from '../users.form.ts'
import styles from '../users.module.css'
import { type UsersLists, useUserWrites } from '../users.queries.ts'
import { GroupChoice } from './group-choice.tsx'

/** USR-03: one user; `user` is null for a new one. */
export function UserForm(props: {
  readonly lists: UsersLists
  readonly user: User | null
  readonly onChanged: (isChanged: boolean) => void
  readonly onClose: () => void
  /** USR-16. */
  readonly onDone: () => void
}) {
  const t = useText()
  const id = useId()
  const site = useSite()
  const { lists, onChanged, onClose, onDone } = props
  // As it was when the form was opened: what another user changes meanwhile is no change of this one.
  const [user] = useState(props.user)
  const { users, groups } = lists
  const { userName } = useSession()
  const schema = useMemo(() => userFormSchema(user, users, site, userName), [user, users, site, userName])
  const form = useZodForm({ schema, defaultValues: formOf(user, site), faultsFrom: 'changed' })
  const { send, isSaving, needsCode } = useSend(form, user, onDone)
  const isChanged = useIsChanged(form)
  useEffect(() => {
    onChanged(isChanged)
    // Also when the user was deleted meanwhile: a form that is gone has nothing to lose.
    return () => onChanged(false)
  }, [isChanged, onChanged])
  const title = user?.name ?? t('users.addTitle')
  return (
    <aside className={`panel ${styles.side}`} aria-labelledby={id}>
      <header>
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('users.close')}
          title={t('users.close')}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </button>
      </header>
      <Form form={form} className={styles.form} onSubmit={send}>
        {user === null && users.length >= USERS_MAX ? (
          <p className={styles.full} role="alert">
            {t('users.full', { most: USERS_MAX })}
          </p>
        ) : null}
        {user === null ? (
          <TextField
            form={form}
            name="editingName"
            label={t('users.name')}
            faultText={
              form.faults.get('editingName') === TAKEN
                ? t('users.fault.taken')
                : t('users.fault.name', { max: USER_NAME_MAX })
            }
          />
        ) : (
          <CheckField form={form} name="editingChangingPassword" label={t('users.changePassword')} look="switch" />
        )}
        {user === null || form.values.editingChangingPassword ? <Passwords form={form} /> : null}
        <GroupChoice form={form} groups={groups} />
        <PermissionField form={form} user={user} permissions={lists.permissions} />
        <Limits form={form} />
        <Details form={form} />
        {site.externalSetting ? <External form={form} user={user} /> : null}
        {user?.name === userName && changesLogin(user, form.values) ? (
          <OwnProof form={form} needsCode={needsCode} />
        ) : null}
        <FormActions form={form} isSaving={isSaving} {...(user === null && { saveLabel: t('users.addConfirm') })} />
      </Form>
    </aside>
  )
}

/** Sends the form; the server's reason stands at the field that it names. `needsCode`: the server asked for one. */
function useSend(form: ZodForm<Typed>, user: User | null, onDone: () => void) {
  const site = useSite()
  const { add, save } = useUserWrites()
  const [needsCode, setNeedsCode] = useState(false)
  const onError = ({ message }: Error): void => {
    if (refusalOfField(message)?.name === 'currentCode') setNeedsCode(true)
    if (!refuseField(form, message)) notify.error(message)
  }
  return {
    needsCode,
    isSaving: add.isPending || save.isPending,
    send: (typed: Typed): void => {
      if (user === null) add.mutate(userAddOf(typed, site), { onSuccess: onDone, onError })
      else save.mutate(userSaveOf(user, typed, site), { onSuccess: onDone, onError })
    },
  }
}

interface PartOfForm {
  readonly form: ZodForm<Typed>
}

/** USR-28. */
function Passwords({ form }: PartOfForm) {
  const t = useText()
  const { strictPassword } = useSite()
  return (
    <>
      <SecretField
        form={form}
        name="editingPW"
        label={t('users.password')}
        faultText={t(strictPassword ? 'password.incorrect' : 'users.fault.password')}
        {...(strictPassword && { hint: t('password.rule') })}
      />
      <SecretField form={form} name="repeat" label={t('users.repeat')} faultText={t('users.incorrect')} />
    </>
  )
}

/** Users who change how they themselves log in: an open console alone is not enough. */
function OwnProof({ form, needsCode }: PartOfForm & { readonly needsCode: boolean }) {
  const t = useText()
  return (
    <>
      <SecretField
        form={form}
        name="currentPassword"
        label={t('password.current')}
        hint={t('users.currentPasswordHint')}
        faultText={t('users.fault.password')}
      />
      {needsCode ? <TextField form={form} name="currentCode" label={t('secondFactor.code')} /> : null}
    </>
  )
}

/** USR-34, USR-36, VAR-14. What a user has stays a choice; the one named `admin` keeps it (USR-31). */
function PermissionField(
  props: PartOfForm & { readonly user: User | null; readonly permissions: UsersLists['permissions'] },
) {
  const t = useText()
  const site = useSite()
  const { userName: name } = useSession()
  const { form, user, permissions } = props
  const choices = permissions
    .filter(({ id }) => id === user?.permission || (user?.name !== ADMIN_NAME && isOffered(id, { name }, site)))
    .map((group) => [group.id, group.name] as const)
  return <SelectField form={form} name="editingPermission" label={t('users.permission')} choices={choices} />
}

/** VAR-08, VAR-09: in the strict deployment both are read-only. */
function Limits({ form }: PartOfForm) {
  const t = useText()
  const { strictPassword } = useSite()
  const expiry = useField(form, 'expirydate')
  const retention = useField(form, 'rdbretention')
  const control = { readOnly: true }
  if (strictPassword) {
    return (
      <>
        <TextInput
          {...expiry}
          label={t('users.expiry')}
          hint={t('users.expiryStrict')}
          control={control}
          onChange={expiry.change}
        />
        <TextInput
          {...retention}
          label={t('users.retention')}
          hint={t('users.retentionStrict')}
          control={control}
          onChange={retention.change}
        />
      </>
    )
  }
  return (
    <>
      <DateField
        form={form}
        name="expirydate"
        label={t('users.expiry')}
        hint={t('users.expiryHint')}
        faultText={t('users.fault.expiry')}
      />
      <TextField
        form={form}
        name="rdbretention"
        kind="decimal"
        label={t('users.retention')}
        hint={t('users.retentionHint')}
        faultText={t('users.fault.retention', { max: RETENTION_MAX })}
      />
    </>
  )
}

function Details({ form }: PartOfForm) {
  const t = useText()
  return (
    <>
      <TextField form={form} name="mail1" kind="email" label={t('users.mail')} faultText={t('users.fault.mail')} />
      <TextField
        form={form}
        name="phone"
        kind="tel"
        label={t('users.phone')}
        faultText={t('users.fault.phone', { max: PHONE_MAX })}
      />
      <TextField
        form={form}
        name="maplocation"
        label={t('users.place')}
        hint={t('users.placeHint')}
        faultText={t('users.fault.place')}
      />
      <LinesField
        form={form}
        name="memo"
        rows={2}
        label={t('users.memo')}
        faultText={t('users.fault.text', { max: MEMO_MAX })}
      />
    </>
  )
}

/** VAR-19. The stored password of the pair is never shown (USR-48). */
function External({ form, user }: PartOfForm & { readonly user: User | null }) {
  const t = useText()
  return (
    <>
      <TextField
        form={form}
        name="extuser"
        label={t('users.extuser')}
        faultText={t('users.fault.text', { max: USER_NAME_MAX })}
      />
      <SecretField
        form={form}
        name="extpass"
        label={t('users.extpass')}
        faultText={t('users.fault.extpass')}
        {...(user !== null && user.extuser !== '' && { hint: t('users.extpassHint') })}
      />
    </>
  )
}
