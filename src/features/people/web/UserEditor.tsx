import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ApiError, sentenceOf, ValidationError } from '../../../platform/web/apiErrors.ts'
import { notify } from '../../../platform/web/notices.ts'
import type { User } from '../contract.ts'
import { type RoleName, roleLabels, roleNames } from '../rules.ts'
import { createUser, updateUser } from './client.ts'
import { EditDrawer } from './EditDrawer.tsx'
import { LogInAsButton } from './LogInAsButton.tsx'
import classes from './People.module.css'
import { useSession } from './session.ts'
import { type Choice, UserRights } from './UserRights.tsx'

interface UserEditorProps {
  /** `null` for somebody new. */
  user: User | null
  onClose: () => void
}

interface Values {
  first_name: string
  last_name: string
  email: string
  phone: string
  is_active: boolean
  is_agent: boolean
  roles: readonly RoleName[]
  permissions: Record<string, Choice>
  features: Record<string, Choice>
}

const valuesOf = (user: User | null): Values => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  is_active: user?.is_active ?? true,
  is_agent: user ? user.agent_id !== null : true,
  roles: user?.roles ?? ['agent'],
  permissions: {
    ...Object.fromEntries((user?.granted_permissions ?? []).map(name => [name, 'on'])),
    ...Object.fromEntries((user?.denied_permissions ?? []).map(name => [name, 'off'])),
  },
  features: Object.fromEntries(Object.entries(user?.own_features ?? {}).map(([name, on]) => [name, on ? 'on' : 'off'])),
})

/** What the form sends; rights only by those who may change them. */
export function fieldsOf(values: Values, mayChangeRights: boolean) {
  const { permissions, features, ...fields } = values
  const chosen = (choice: Choice) => Object.keys(permissions).filter(name => permissions[name] === choice)
  return {
    ...fields,
    roles: [...fields.roles],
    is_agent: fields.is_agent || fields.roles.includes('agent'),
    phone: fields.phone.trim() || null,
    own_features: Object.fromEntries(
      Object.entries(features).map(([name, choice]) => [name, choice === 'usual' ? null : choice === 'on']),
    ),
    ...(mayChangeRights && { granted_permissions: chosen('on'), denied_permissions: chosen('off') }),
  } as Parameters<typeof createUser.mutationFn>[0]
}

/** The account of a person: who they are, what they may do, what is switched on for them. */
export function UserEditor({ user, onClose }: UserEditorProps) {
  const mayChangeRights = useSession().permissions.includes('manage_permissions')
  const form = useForm<Values>({ initialValues: valuesOf(user) })
  const { values } = form
  const save = useMutation({
    mutationFn: () => {
      const fields = fieldsOf(values, mayChangeRights)
      return user
        ? updateUser.mutationFn({ ...fields, id: user.id, version: user.version })
        : createUser.mutationFn(fields)
    },
    async onSuccess(saved) {
      await createUser.onSuccess()
      notify(user ? `${saved.name} is saved.` : `${saved.name} can sign in now.`)
      onClose()
    },
    onError(error) {
      if (error instanceof ValidationError) form.setErrors(firstOf(error.fields))
    },
  })
  return (
    <EditDrawer title={user?.name ?? 'Add user'} size={460} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(() => save.mutate())}>
        <div className={classes.pair}>
          <TextInput label="First name" data-autofocus {...form.getInputProps('first_name')} />
          <TextInput label="Last name" {...form.getInputProps('last_name')} />
        </div>
        <TextInput
          label="E-mail"
          type="email"
          description="The address of the Google account"
          {...form.getInputProps('email')}
        />
        <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
        <section className={classes.formSection} aria-label="Roles">
          <h3 className={classes.formTitle}>Roles</h3>
          {roleNames.map(role => (
            <Switch
              key={role}
              label={roleLabels[role]}
              checked={values.roles.includes(role)}
              onChange={event =>
                form.setFieldValue('roles', withOrWithout(values.roles, role, event.currentTarget.checked))
              }
            />
          ))}
          {form.errors.roles && <p className={classes.failure}>{form.errors.roles}</p>}
          <Switch
            label="Has an agent record"
            description="Can hold leads, tasks and deals, whatever the role"
            {...form.getInputProps('is_agent', { type: 'checkbox' })}
            checked={values.is_agent || values.roles.includes('agent')}
            disabled={values.roles.includes('agent')}
          />
        </section>
        <UserRights
          permissions={mayChangeRights ? values.permissions : null}
          held={user?.permissions ?? []}
          features={values.features}
          onPermissions={next => form.setFieldValue('permissions', next)}
          onFeatures={next => form.setFieldValue('features', next)}
        />
        <section className={classes.formSection} aria-label="Account">
          <Switch
            label="Active"
            description="Switched off, the person cannot sign in; what they did stays"
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
        </section>
        <div className={classes.footer}>
          <span className={classes.failure} role="alert">
            {save.error && !(save.error instanceof ValidationError) && failureOf(save.error)}
          </span>
          {user && <LogInAsButton user={user} size="sm" />}
          <Button type="submit" loading={save.isPending}>
            {user ? 'Save' : 'Add user'}
          </Button>
        </div>
      </form>
    </EditDrawer>
  )
}

const withOrWithout = (roles: readonly RoleName[], role: RoleName, wanted: boolean): RoleName[] =>
  roleNames.filter(name => (name === role ? wanted : roles.includes(name)))

const firstOf = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, sentences]) => [field, sentences[0] ?? '']))

const failureOf = (error: Error) =>
  error instanceof ApiError && error.code === 'stale'
    ? 'Somebody else changed this person meanwhile. Close and open again.'
    : sentenceOf(error)
