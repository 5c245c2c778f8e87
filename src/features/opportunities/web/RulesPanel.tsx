import { NumberInput, Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { Template } from '../../templates/contract.ts'
import { templatesQuery } from '../../templates/web/client.ts'
import { type OpportunityRule, opportunityCalls } from '../contract.ts'
import { opportunityTypeOf } from '../rules/opportunityTypes.ts'
import classes from './RulesPanel.module.css'

const rulesQuery = queryOf(opportunityCalls.rules, {}, { topics: ['opportunities'] })

type Changes = Partial<Omit<OpportunityRule, 'id' | 'name'>>

const send = async (id: number, { times, days, ...rest }: Changes) =>
  queryClient.setQueryData(
    rulesQuery.queryKey,
    await call(opportunityCalls.setRule, { id, ...rest, ...(times ? { times } : {}), ...(days ? { days } : {}) }),
  )

const save = (rule: OpportunityRule, changes: Changes) => {
  const before = Object.fromEntries(Object.keys(changes).map(key => [key, rule[key as keyof Changes]])) as Changes
  return undoable({
    run: () => send(rule.id, changes),
    said: `“${rule.name}” saved.`,
    undo: () => send(rule.id, before),
  })
}

/** When each kind of opportunity arises, and which templates stand ready for it. Saved with each change. */
export function RulesPanel() {
  const { data, error, refetch } = useQuery(rulesQuery)
  const { data: templates } = useQuery(templatesQuery)
  return (
    <FrameSection title="Opportunities">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      <ul className={classes.rules}>
        {data?.map(rule => (
          <Rule
            key={`${rule.id} ${rule.times} ${rule.days}`}
            rule={rule}
            texts={templates?.defaultText ?? []}
            emails={templates?.defaultEmail ?? []}
          />
        ))}
      </ul>
    </FrameSection>
  )
}

interface RuleProps {
  rule: OpportunityRule
  texts: readonly Template[]
  emails: readonly Template[]
}

const optionsOf = (templates: readonly Template[]) =>
  templates.map(({ id, name }) => ({ value: String(id), label: name }))
const idOf = (value: string | null) => (value === null ? null : Number(value))

function Rule({ rule, texts, emails }: RuleProps) {
  const thresholds = opportunityTypeOf(rule.id)?.thresholds ?? []
  return (
    <li className={classes.rule} aria-label={rule.name}>
      <Switch
        label={rule.name}
        checked={rule.is_on}
        onChange={event => void save(rule, { is_on: event.currentTarget.checked })}
      />
      <span className={classes.thresholds}>
        {thresholds.includes('times') && (
          <Threshold label="Times" most={100} value={rule.times} onSave={times => void save(rule, { times })} />
        )}
        {thresholds.includes('days') && (
          <Threshold label="Days" most={730} value={rule.days} onSave={days => void save(rule, { days })} />
        )}
      </span>
      <Select
        aria-label={`Text for ${rule.name}`}
        placeholder="No text template"
        data={optionsOf(texts)}
        value={rule.default_message_template_id === null ? null : String(rule.default_message_template_id)}
        clearable
        onChange={value => void save(rule, { default_message_template_id: idOf(value) })}
      />
      <Select
        aria-label={`E-mail for ${rule.name}`}
        placeholder="No e-mail template"
        data={optionsOf(emails)}
        value={rule.default_email_template_id === null ? null : String(rule.default_email_template_id)}
        clearable
        onChange={value => void save(rule, { default_email_template_id: idOf(value) })}
      />
    </li>
  )
}

interface ThresholdProps {
  label: string
  most: number
  value: number | null
  onSave(value: number): void
}

/** A number that is saved when the field is left. */
function Threshold({ label, most, value, onSave }: ThresholdProps) {
  return (
    <NumberInput
      aria-label={label}
      suffix={` ${label.toLowerCase()}`}
      w={96}
      min={1}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      defaultValue={value ?? ''}
      onBlur={event => {
        const next = Number.parseInt(event.currentTarget.value, 10)
        if (next >= 1 && next !== value) onSave(next)
      }}
    />
  )
}
