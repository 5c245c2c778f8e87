import { Button, Switch, TextInput } from '@mantine/core'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { region } from '../../../../product/region/region.ts'
import { type User, userCalls } from '../../contract/people.ts'
import { agentLeadTypes, type RoleName, roleLabels, roleNames } from '../../rules.ts'
import { refetchPeople } from '../client/people.ts'
import { useSession } from '../session.ts'
import { AgentFields, type AgentValues, type Choosable } from './AgentFields.tsx'
import { EditDrawer } from './EditDrawer.tsx'
import { InvitationLine } from './InvitationLine.tsx'
import { LogInAsButton } from './LogInAsButton.tsx'
import classes from './People.module.css'
import { type Choice, UserRights } from './UserRights.tsx'
import { ZoneSelect } from './ZoneSelect.tsx'

interface UserEditorProps {
  /** `null` for somebody new. */
  user: User | null
  sites: readonly Choosable[]
  onClose: () => void
}

interface Values extends AgentValues, Record<string, unknown> {
  first_name: string
  last_name: string
  email: string
  phone: string
  zone: string
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
  zone: user?.zone ?? region.zone,
  is_active: user?.is_active ?? true,
  is_agent: user ? user.agent_id !== null : true,
  roles: user?.roles ?? ['agent'],
  lead_types: user?.agent_id ? user.lead_types : [...agentLeadTypes],
  area_ids: idsOf(user?.areas),
  site_ids: idsOf(user?.sites),
  permissions: {
    ...Object.fromEntries((user?.granted_permissions ?? []).map(name => [name, 'on'])),
    ...Object.fromEntries((user?.denied_permissions ?? []).map(name => [name, 'off'])),
  },
  features: Object.fromEntries(Object.entries(user?.own_features ?? {}).map(([name, on]) => [name, on ? 'on' : 'off'])),
})

/** What the form sends; rights only by those who may change them. */
function fieldsOf(values: Values, mayChangeRights: boolean) {
  const { permissions, features, lead_types, area_ids, site_ids, ...fields } = values
  const is_agent = isAgent(values)
  const chosen = (choice: Choice) => Object.keys(permissions).filter(name => permissions[name] === choice)
  return {
    ...fields,
    roles: [...fields.roles],
    is_agent,
    phone: fields.phone.trim() || null,
    own_features: Object.fromEntries(
      Object.entries(features).map(([name, choice]) => [name, choice === 'usual' ? null : choice === 'on']),
    ),
    ...(is_agent && { lead_types, area_ids: area_ids.map(Number), site_ids: site_ids.map(Number) }),
    ...(mayChangeRights && { granted_permissions: chosen('on'), denied_permissions: chosen('off') }),
  } as InputOf<typeof userCalls.create>
}

const STALE = 'Someone else changed this person. Close and open them again.'

/** The account of a person: who they are, what they may do, what is switched on for them. */
export function UserEditor({ user, sites, onClose }: UserEditorProps) {
  const mayChangeRights = useSession().permissions.includes('manage_permissions')
  const { form, isSending, failure, conflict, submit } = useCallForm(user ? userCalls.update : userCalls.create, {
    initial: valuesOf(user),
    inputOf: values => ({ ...(user && { id: user.id }), ...fieldsOf(values, mayChangeRights) }),
    ...(user && { version: user.version }),
    onSaved(saved) {
      void refetchPeople()
      notify(user ? `${saved.name} is saved.` : `${saved.name} can sign in now.`)
      onClose()
    },
  })
  const { values } = form
  return (
    <EditDrawer title={user?.name ?? 'Add user'} size={460} onClose={onClose}>
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <div className={classes.pair}>
          <TextInput label="First name" data-autofocus {...form.getInputProps('first_name')} />
          <TextInput label="Last name" {...form.getInputProps('last_name')} />
        </div>
        <TextInput label="E-mail" type="email" description="Google account address" {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
        <ZoneSelect value={values.zone} error={form.errors.zone} onChange={zone => form.setFieldValue('zone', zone)} />
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
            label="Works as an agent"
            description="Can hold leads, tasks and deals, whatever the role"
            {...form.getInputProps('is_agent', { type: 'checkbox' })}
            checked={isAgent(values)}
            disabled={values.roles.includes('agent')}
          />
        </section>
        {isAgent(values) && (
          <AgentFields
            values={values}
            user={user}
            sites={sites}
            errors={form.errors}
            onChange={next => form.setValues(next)}
          />
        )}
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
            description="When off, they cannot sign in. Their work stays."
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
          {user && <InvitationLine user={user} />}
        </section>
        <div className={classes.footer}>
          <span className={classes.failure} role="alert">
            {conflict ? STALE : failure}
          </span>
          {user && <LogInAsButton user={user} />}
          <Button type="submit" loading={isSending}>
            {user ? 'Save' : 'Add user'}
          </Button>
        </div>
      </form>
    </EditDrawer>
  )
}

const idsOf = (named: readonly Choosable[] | undefined) => (named ?? []).map(({ id }) => String(id))

const isAgent = ({ is_agent, roles }: Values) => is_agent || roles.includes('agent')

const withOrWithout = (roles: readonly RoleName[], role: RoleName, wanted: boolean): RoleName[] =>
  roleNames.filter(name => (name === role ? wanted : roles.includes(name)))
