import { MultiSelect, NumberInput, Radio, Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormGroup } from '../../../../platform/ui/forms/FormGroup.tsx'
import { WeekdayChips } from '../../../../platform/ui/forms/WeekdayChips.tsx'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { clockText, shortWeekdays } from '../../../../platform/wire/clock.ts'
import { type LeadRole, roleLabels } from '../../../leads/rules.ts'
import { agentOptionsQuery, sitesQuery } from '../../../leads/web/client/leads.ts'
import { teams as teamsQuery } from '../../../people/web/client/people.ts'
import type { HappyHourSettings } from '../../contract.ts'
import { MAX_CLAIMS, MAX_SESSION_MINUTES } from '../../rules/limits.ts'
import classes from './Settings.module.css'
import { clockTimes } from './wording.ts'

interface SettingsFieldsProps {
  form: CallForm<HappyHourSettings & Record<string, unknown>>['form']
  /** As they are saved. */
  before: HappyHourSettings
  changed: ReadonlySet<keyof HappyHourSettings>
}

/** The fields, in the order in which an evening goes; what was changed says what it was. */
export function SettingsFields(props: SettingsFieldsProps) {
  return (
    <div className={classes.fields}>
      <WindowGroup {...props} />
      <SessionGroup {...props} />
      <LeadsGroup {...props} />
      <JoinGroup {...props} />
    </div>
  )
}

function Row({ label, was, children }: { label: string; was?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span className={classes.rowLabel}>{label}</span>
      <div className={classes.control} data-changed={was ? '' : undefined}>
        {children}
        {was && <span className={classes.was}>was {was}</span>}
      </div>
    </div>
  )
}

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter(one => one !== value) : [...values, value]

function WindowGroup({ form, before, changed }: SettingsFieldsProps) {
  const { weekdays, start, end } = form.values
  const time = (key: 'start' | 'end', label: string) => (
    <Select
      aria-label={label}
      w={124}
      searchable
      allowDeselect={false}
      data={clockTimes
        .filter(one => (key === 'start' ? one !== '24:00' : one !== '00:00'))
        .map(value => ({ value, label: value === '24:00' ? 'Midnight' : clockText(value) }))}
      {...form.getInputProps(key)}
      error={form.errors[key] !== undefined}
    />
  )
  const wasTime = changed.has('start') || changed.has('end')
  return (
    <FormGroup title="Window" note="On each agent’s own clock">
      <Row
        label="Weekdays"
        was={changed.has('weekdays') && (before.weekdays.map(day => shortWeekdays[day - 1]).join(', ') || 'none')}
      >
        <WeekdayChips chosen={weekdays} onChange={days => form.setFieldValue('weekdays', days)} />
      </Row>
      <Row label="From, to" was={wasTime && `${clockText(before.start)} to ${clockText(before.end)}`}>
        {time('start', 'From')} to {time('end', 'To')}
        {form.errors.end && (
          <span className={classes.error} role="alert">
            {form.errors.end}
          </span>
        )}
        <span className="visually-hidden">{`${start} ${end}`}</span>
      </Row>
    </FormGroup>
  )
}

function SessionGroup({ form, before, changed }: SettingsFieldsProps) {
  const number = (key: 'session_minutes' | 'minutes_between_claims' | 'max_claims', label: string, unit: string) => (
    <Row label={label} was={changed.has(key) && String(before[key])}>
      <NumberInput
        aria-label={label}
        w={62}
        min={key === 'minutes_between_claims' ? 0 : 1}
        max={key === 'max_claims' ? MAX_CLAIMS : MAX_SESSION_MINUTES}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        {...form.getInputProps(key)}
        onChange={value => typeof value === 'number' && form.setFieldValue(key, value)}
      />
      {unit}
    </Row>
  )
  return (
    <FormGroup title="Session" note="What one agent may do in it">
      {number('session_minutes', 'Session length', 'minutes, never past the end of the window')}
      {number('minutes_between_claims', 'Between claims', 'minutes')}
      {number('max_claims', 'Most claims', 'a session')}
      <Row label="Follow-up first" was={changed.has('follow_up_first') && (before.follow_up_first ? 'on' : 'off')}>
        <Switch
          label="No next claim before a call, text or e-mail to the last one"
          checked={form.values.follow_up_first}
          onChange={event => form.setFieldValue('follow_up_first', event.currentTarget.checked)}
        />
      </Row>
    </FormGroup>
  )
}

const roles = Object.entries(roleLabels).filter(([role]) => role !== 'registered_agent') as [LeadRole, string][]

function LeadsGroup({ form, before, changed }: SettingsFieldsProps) {
  const { data: sites } = useQuery(sitesQuery)
  const { lead_age_days, lead_types, site_ids } = form.values
  const labelsOf = (types: readonly string[]) => types.map(type => roleLabels[type as LeadRole]).join(', ') || 'any'
  const offered = (sites ?? []).filter(({ id, is_retired }) => !is_retired || site_ids.includes(id))
  const domainsOf = (ids: readonly number[]) =>
    (sites ?? []).flatMap(({ id, domain }) => (ids.includes(id) ? [domain] : [])).join(', ') || 'any'
  return (
    <FormGroup title="Which leads" note="From the pool, newest first">
      <Row label="Age" was={changed.has('lead_age_days') && (before.lead_age_days ?? 'any')}>
        <NumberInput
          aria-label="Age"
          w={62}
          min={1}
          max={3650}
          allowDecimal={false}
          hideControls
          placeholder="Any"
          value={lead_age_days ?? ''}
          onChange={value => form.setFieldValue('lead_age_days', typeof value === 'number' ? value : null)}
        />
        days at most
      </Row>
      <Row label="Types" was={changed.has('lead_types') && labelsOf(before.lead_types)}>
        {roles.map(([role, label]) => (
          <ToggleChip
            key={role}
            on={lead_types.includes(role)}
            onChange={() => form.setFieldValue('lead_types', toggled(lead_types, role))}
          >
            {label}
          </ToggleChip>
        ))}
        {lead_types.length === 0 && <span className={classes.was}>any type</span>}
      </Row>
      <Row label="Sites" was={changed.has('site_ids') && domainsOf(before.site_ids)}>
        {offered.map(({ id, domain }) => (
          <ToggleChip
            key={id}
            on={site_ids.includes(id)}
            onChange={() => form.setFieldValue('site_ids', toggled(site_ids, id))}
          >
            {domain}
          </ToggleChip>
        ))}
        {site_ids.length === 0 && <span className={classes.was}>any site</span>}
      </Row>
    </FormGroup>
  )
}

function JoinGroup({ form, before, changed }: SettingsFieldsProps) {
  const { join, team_ids, agent_ids } = form.values
  const { data: teams } = useQuery(teamsQuery())
  const { data: people } = useQuery({ ...agentOptionsQuery, enabled: join === 'agents' })
  const chosen = (
    label: string,
    key: 'team_ids' | 'agent_ids',
    ids: readonly number[],
    data: { value: string; label: string }[],
  ) => (
    <MultiSelect
      aria-label={label}
      w={360}
      searchable
      placeholder={ids.length === 0 ? `Choose ${label.toLowerCase()}` : ''}
      data={data}
      value={ids.map(String)}
      error={form.errors[key]}
      onChange={values => form.setFieldValue(key, values.map(Number))}
    />
  )
  return (
    <FormGroup title="Who may join" note="Needs the happy hour feature">
      <Row label="Agents" was={changed.has('join') && joinText[before.join]}>
        <Radio.Group
          aria-label="Agents who may join"
          value={join}
          onChange={value => form.setFieldValue('join', value as HappyHourSettings['join'])}
        >
          <div className={classes.joins}>
            <Radio value="everyone" label="All agents with the feature" />
            <Radio value="teams" label="Teams" />
            {join === 'teams' &&
              chosen(
                'Teams',
                'team_ids',
                team_ids,
                (teams ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
              )}
            <Radio value="agents" label="Chosen agents" />
            {join === 'agents' &&
              chosen(
                'Agents',
                'agent_ids',
                agent_ids,
                (people ?? []).filter(({ value }) => value !== '0'),
              )}
          </div>
        </Radio.Group>
      </Row>
    </FormGroup>
  )
}

const joinText = { everyone: 'all agents', teams: 'teams', agents: 'chosen agents' } as const
