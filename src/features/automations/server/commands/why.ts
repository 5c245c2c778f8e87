import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { type LeadFilters, leadFilters } from '../../../leads/contract/filters.ts'
import { fullName } from '../../../leads/rules.ts'
import { requireLead } from '../../../leads/server/queries/leads.ts'
import type { Automation, Why } from '../../contract/records.ts'
import { filterText } from '../../rules/filterText.ts'
import { matches } from '../../rules/matching.ts'
import type { KnownRecords } from '../../rules/references.ts'
import { triggerText } from '../../rules/summary.ts'
import { passing, saysSomething } from '../queries/facts.ts'
import { eventsOfLeads, type PastEvent } from '../queries/history.ts'
import { referencesOf } from '../queries/references.ts'
import { runsOnLead } from '../queries/runs.ts'
import { dryRunSpan } from './dryRun.ts'
import { rehearse } from './rehearse.ts'

type Check = Why['checks'][number]

/** Why a lead did or did not get an automation: what started it or did not, and the first condition that did not hold. */
export async function why(ctx: ReadContext, automation: Automation, leadId: number): Promise<Why> {
  const record = await requireLead(ctx, leadId)
  const lead = { id: leadId, name: fullName(record) }
  const { definition } = automation
  const known = await referencesOf(ctx, [definition])
  const trigger = triggerText(definition.trigger, known)
  const span = dryRunSpan(ctx.now)
  const runs = await runsOnLead(ctx, automation.id, leadId)
  const before = runs.map(run => ({ at: run.triggered_at, text: run.summary, run_id: run.id }))
  const [latest] = runs
  const text = (at: string) => format(new TZDate(at, ctx.viewer.zone), 'MMM d, h:mm a')
  const { id, agent_id } = automation
  const { looked_at } = await rehearse(ctx, { id, agent_id: null, definition, known }, { span, leadId })
  const event = looked_at.at(-1)
  const hasRun = latest && (!event || Date.parse(latest.triggered_at) >= Date.parse(event.at))
  const when = whenText(automation, trigger)
  if (hasRun) {
    const isOpen = latest.state === 'running' || latest.state === 'waiting'
    return {
      lead,
      sentence: isOpen
        ? `${lead.name} has been in this automation since ${text(latest.triggered_at)}.`
        : `It ran for ${lead.name} on ${text(latest.triggered_at)}: ${latest.summary}.`,
      outcome: isOpen ? 'running' : 'ran',
      checks: [{ label: `Trigger: ${trigger}`, outcome: 'passed', detail: text(latest.triggered_at) }],
      when: isOpen ? 'They are inside now.' : when,
      before: before.slice(1),
    }
  }
  if (!event) {
    const seen = ((await eventsOfLeads(ctx, [leadId], span)).get(leadId) ?? []).filter(one =>
      matches(definition.trigger, one),
    )
    const sentence = `Nothing happened to ${lead.name} in the last 30 days that starts this automation.`
    const checks: Check[] = [
      { label: `Trigger: ${trigger}`, outcome: 'failed', detail: `${seen.length} times in 30 days` },
    ]
    return { lead, sentence, outcome: 'never_triggered', checks, when, before }
  }
  const checks = await checksOf(ctx, { automation, event, known, trigger: { text: trigger, at: text(event.at) } })
  const failed = checks.find(({ outcome }) => outcome === 'failed')
  const reason = failed ? failed.label : `it had been through it before`
  return {
    lead,
    sentence: `It looked at ${lead.name} on ${text(event.at)} and left them alone: ${lowered(reason)}.`,
    outcome: 'not_started',
    checks,
    when: agent_id === null ? when : `${when} The lead must be with the agent of this automation.`,
    before,
  }
}

const lowered = (label: string): string => `${label.charAt(0).toLowerCase()}${label.slice(1)} did not hold`

function whenText({ state, definition }: Automation, trigger: string): string {
  const conditions = Object.values(definition.filters).some(saysSomething) ? ', if the conditions hold then' : ''
  return `${state === 'on' ? 'It runs' : 'Once it is on, it runs'} the next time: ${trigger}${conditions}.`
}

interface Looked {
  automation: Automation
  event: PastEvent
  known: KnownRecords
  trigger: { text: string; at: string }
}

/** What was asked about the lead at an event, in order; what comes after the first that failed was not asked. */
async function checksOf(ctx: ReadContext, { automation, event, known, trigger }: Looked): Promise<Check[]> {
  const { definition, agent_id, state, state_changed_at } = automation
  const at = new Date(event.at)
  const asked = [{ lead_id: event.lead_id, event_id: event.id || null, at }]
  const holds = async (filters: LeadFilters) => (await passing(ctx, filters, asked)).has(0)
  const questions: { label: string; ask: () => Promise<boolean> | boolean; detail: (passed: boolean) => string }[] = [
    {
      label: 'The automation was on',
      ask: () => state === 'on' && (state_changed_at === null || Date.parse(state_changed_at) <= at.getTime()),
      detail: passed => (passed ? 'On' : 'It was not switched on then'),
    },
    ...(agent_id === null
      ? []
      : [
          {
            label: `The lead was with ${automation.agent?.fullname ?? 'its agent'}`,
            ask: () => holds({ agent: [agent_id] }),
            detail: (passed: boolean) => (passed ? 'Yes' : 'With somebody else, or with nobody'),
          },
        ]),
    ...(Object.keys(leadFilters) as (keyof LeadFilters)[])
      .filter(name => saysSomething(definition.filters[name]))
      .map(name => ({
        label: filterText(name, definition.filters, known),
        ask: () => holds({ [name]: definition.filters[name] }),
        detail: (passed: boolean) => (passed ? 'Held at that time' : 'Did not hold at that time'),
      })),
    {
      label: definition.again === 'never' ? 'Not been through it before' : 'Not inside at the time',
      ask: () => false,
      detail: () => 'Goes through it once at a time',
    },
  ]
  const checks: Check[] = [{ label: `Trigger: ${trigger.text}`, outcome: 'passed', detail: trigger.at }]
  let isOver = false
  for (const { label, ask, detail } of questions) {
    const passed: boolean = !isOver && (await ask())
    checks.push({
      label,
      outcome: isOver ? 'not_asked' : passed ? 'passed' : 'failed',
      detail: isOver ? 'Not asked' : detail(passed),
    })
    isOver ||= !passed
  }
  return checks
}
