import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormGroup } from '../../../../platform/ui/forms/FormGroup.tsx'
import { callWith } from '../../../../platform/web/calls/call.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import { type AgentAccount, type AgentCommission, commissionCalls } from '../../contract.ts'
import { monthNames } from '../../rules/months.ts'
import { taxWord } from '../../rules/tax.ts'
import { refetchCommission } from '../client.ts'
import { inputOf, type PlanValues, termsOf, valuesOf } from './example.ts'
import { PlanExample } from './PlanExample.tsx'
import classes from './Plans.module.css'

interface PlanFormProps {
  account: AgentAccount
  agents: readonly AgentCommission[]
  onClose(): void
}

const percents = { suffix: ' %', decimalScale: 4, min: 0, max: 100 }
const dollars = { prefix: '$', thousandSeparator: ',', decimalScale: 2, min: 0, max: 100_000_000 }

/** The terms of a new version of a plan, with an example that is computed as one types. */
export function PlanForm({ account, agents, onClose }: PlanFormProps) {
  const { agent_id, name, versions } = account
  const entry = useCallForm(commissionCalls.savePlan, {
    initial: valuesOf(versions[0] ?? null, localNow().slice(0, 10)),
    inputOf: (values: PlanValues) => ({ agentId: agent_id, ...inputOf(values) }),
    send: (input, options) => callWith(commissionCalls.savePlan, input, { ...options, isJson: true }),
    async onSaved() {
      notify(`The plan of ${name} has a new version.`)
      await refetchCommission()
      onClose()
    },
  })
  const { form } = entry
  const { values } = form
  const word = taxWord(account.taxes)
  const referral = agents.find(one => String(one.agent_id) === values.referral_agent_id)?.name ?? ''
  return (
    <div className={classes.editing}>
      <form className={classes.form} onSubmit={event => void entry.submit(event)}>
        <FormGroup title="Plan" note="What it is called, and from which closing day on it holds.">
          <TextInput label="Name" required maxLength={60} {...form.getInputProps('name')} />
          <DateTimeField kind="date" label="For deals closing from" required {...form.getInputProps('valid_from')} />
          <NativeSelect
            label="Year begins in"
            data={monthNames.map((label, at) => ({ label, value: String(at + 1) }))}
            {...form.getInputProps('year_month')}
          />
        </FormGroup>
        <FormGroup title="Split and cap" note="How the agent’s side is divided.">
          <NumberInput label="The agent gets" {...percents} {...form.getInputProps('split_rate')} />
          <Switch label="The brokerage’s part has a cap" {...form.getInputProps('has_cap', { type: 'checkbox' })} />
          {values.has_cap && (
            <>
              <NumberInput label="Cap a year" {...dollars} {...form.getInputProps('cap')} />
              <NumberInput
                label="Above the cap the agent gets"
                {...percents}
                {...form.getInputProps('rate_above_cap')}
              />
            </>
          )}
          <Tiers form={form} />
        </FormGroup>
        <FormGroup title="Fees and referral" note="What leaves the side before, and what is charged after.">
          <NumberInput
            label="Transaction fee a deal"
            description="A fee on the deal itself comes in its place."
            {...dollars}
            {...form.getInputProps('deal_fee')}
          />
          <NumberInput label="Fee of the agent’s part" {...percents} {...form.getInputProps('side_fee_rate')} />
          {Number(values.side_fee_rate) > 0 && (
            <TextInput label="What it is for" maxLength={60} {...form.getInputProps('side_fee_name')} />
          )}
          <NumberInput
            label="Referral, off the top"
            description="Leaves the agent’s side before it is divided."
            {...percents}
            {...form.getInputProps('referral_rate')}
          />
          {Number(values.referral_rate) > 0 && (
            <>
              <NativeSelect
                label="Goes to"
                data={[
                  { label: 'Somebody else', value: '' },
                  ...agents
                    .filter(one => one.agent_id !== agent_id)
                    .map(one => ({ label: one.name, value: String(one.agent_id) })),
                ]}
                {...form.getInputProps('referral_agent_id')}
              />
              {values.referral_agent_id === '' && (
                <TextInput label="Name" maxLength={100} {...form.getInputProps('referral_name')} />
              )}
            </>
          )}
        </FormGroup>
        <FormGroup title={word} note="Whether it is put on the agent’s lines.">
          <Switch label="The agent is registered" {...form.getInputProps('is_registered', { type: 'checkbox' })} />
          {values.is_registered && (
            <TextInput label={`${word} number`} maxLength={60} {...form.getInputProps('hst_number')} />
          )}
        </FormGroup>
        {entry.failure !== null && (
          <p className={classes.failure} role="alert">
            {entry.failure}
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={entry.isSending}>
            Save as version {(versions[0]?.version ?? 0) + 1}
          </Button>
        </div>
      </form>
      <PlanExample terms={termsOf(values, referral)} year={account} taxes={account.taxes} />
    </div>
  )
}

type Form = ReturnType<typeof useCallForm<typeof commissionCalls.savePlan, PlanValues>>['form']

/** What the agent gets from more commission in a year on. */
function Tiers({ form }: { form: Form }) {
  const { tiers } = form.values
  const last = tiers.at(-1)
  return (
    <div className={classes.tiers}>
      {tiers.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
        <div key={at} className={classes.tier}>
          <NumberInput label="From a year’s commission of" {...dollars} {...form.getInputProps(`tiers.${at}.from`)} />
          <NumberInput label="the agent gets" {...percents} {...form.getInputProps(`tiers.${at}.rate`)} />
          <Button
            variant="subtle"
            aria-label={`Remove tier ${at + 1}`}
            onClick={() => form.removeListItem('tiers', at)}
          >
            <IconTrash size={15} stroke={1.6} />
          </Button>
        </div>
      ))}
      {form.errors.tiers && <p className={classes.failure}>{form.errors.tiers}</p>}
      {tiers.length < 6 && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() =>
            form.insertListItem('tiers', {
              from: (Number(last?.from) || 0) + 100_000,
              rate: Math.min(100, (Number(last?.rate ?? form.values.split_rate) || 0) + 5),
            })
          }
        >
          Add a tier
        </Button>
      )}
    </div>
  )
}
