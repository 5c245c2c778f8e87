import { Button, NumberInput, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import type { AgentQuotaDetail } from '../../contract/agents.ts'
import { quotaCalls } from '../../contract/calls.ts'
import { climbOf } from '../../rules/ladder.ts'
import { MAX_LIMIT } from '../../rules/quotaTypes.ts'
import { dayText, showDetail, workspaceQuery } from '../client.ts'
import classes from './AgentPanel.module.css'

/** Limits of one's own, in place of a rung. */
const OWN = 'own'

/** Puts another rung, or other limits, in place of the agent's for a while. Opens in place. */
export function OverrideForm({ detail, onClose }: { detail: AgentQuotaDetail; onClose(): void }) {
  const { row, own_rule_id } = detail
  const { data } = useQuery(workspaceQuery)
  const rungs = climbOf(data?.in_force.ladders[row.type] ?? []).chain
  const choices = rungs
    .map(({ id, daily, weekly }, index) => ({
      value: `${id}`,
      label: `Rung ${index + 1}: ${daily} a day, ${weekly} a week`,
    }))
    .filter(({ value }) => value !== `${own_rule_id}`)
    .toReversed()
  const entry = useCallForm(quotaCalls.override, {
    initial: { quota_rule_id: '', daily: row.daily ?? 1, weekly: row.weekly ?? 5, reason: '', until: '' },
    inputOf: ({ quota_rule_id, daily, weekly, reason, until }) => ({
      agentId: row.agent_id,
      type: row.type,
      ...(quota_rule_id === OWN
        ? { quota_rule_id: null, daily, weekly }
        : { quota_rule_id: Number(quota_rule_id) || null }),
      reason,
      until,
    }),
    onSaved(answer) {
      showDetail(answer)
      notify(`The quota of ${row.name} is overridden until ${dayText(answer.override?.until ?? '')}.`)
      onClose()
    },
  })
  const { form, isSending, failure, submit } = entry
  const { quota_rule_id, reason, until } = form.values
  return (
    <form className={classes.form} aria-label="Override" onSubmit={event => void submit(event)}>
      <Select
        label="Instead of the rung"
        placeholder="Rung or own limits"
        data-autofocus
        data={[...choices, { value: OWN, label: 'Own limits' }]}
        allowDeselect={false}
        {...form.getInputProps('quota_rule_id')}
      />
      {quota_rule_id === OWN && (
        <div className={classes.pair}>
          <NumberInput label="A day" min={0} max={MAX_LIMIT} allowDecimal={false} {...form.getInputProps('daily')} />
          <NumberInput label="A week" min={0} max={MAX_LIMIT} allowDecimal={false} {...form.getInputProps('weekly')} />
        </div>
      )}
      <DateTimeField
        kind="date"
        label="Until"
        prefers="future"
        placeholder="Last day"
        min={localNow().slice(0, 10)}
        {...form.getInputProps('until')}
      />
      <Textarea label="Reason" required minRows={2} maxLength={300} {...form.getInputProps('reason')} />
      {failure !== null && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={isSending}
          disabled={quota_rule_id === '' || reason.trim() === '' || until === ''}
        >
          Override
        </Button>
      </div>
    </form>
  )
}
