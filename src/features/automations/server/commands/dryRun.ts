import { TZDate } from '@date-fns/tz'
import { addDays, lightFormat, subDays } from 'date-fns'
import type { WriteContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import type { Definition } from '../../contract/definition.ts'
import { type Automation, type DryRun, MAX_SHOWN_RUNS, type PlannedRun } from '../../contract/records.ts'
import { DRY_RUN_DAYS } from '../../rules/definition.ts'
import { drySentence, stoppedReasons } from '../../rules/dryRun.ts'
import { feedsOf } from '../../rules/loops.ts'
import { runSummary } from '../../rules/runText.ts'
import { othersOn } from '../queries/automations.ts'
import { namesOfLeads } from '../queries/history.ts'
import { referencesOf } from '../queries/references.ts'
import { isSameDefinition, latestVersion, writeRehearsed } from '../queries/versions.ts'
import { publishAutomation } from './publish.ts'
import type { Plan } from './rehearsal.ts'
import { rehearse } from './rehearse.ts'

/** The days of a dry run, up to now. */
export const dryRunSpan = (now: Date) => ({ from: subDays(now, DRY_RUN_DAYS), to: now })

/**
 * Says what an automation would have done over the last days, by what is saved or by a definition that is not. Of what is saved it is
 * remembered that it went through: it may be switched on from then.
 */
export async function dryRun(
  ctx: WriteContext,
  automation: Automation,
  given: Definition | undefined,
): Promise<DryRun> {
  const { id, name, agent_id } = automation
  const latest = await latestVersion(ctx, id)
  const definition = given ?? latest.definition
  const span = dryRunSpan(ctx.now)
  const known = await referencesOf(ctx, [definition])
  const { looked_at, plans } = await rehearse(ctx, { id, agent_id, definition, known }, { span })
  if (isSameDefinition(definition, latest.definition)) {
    await writeRehearsed(ctx, id, latest.id)
    publishAutomation(ctx, id)
  }
  const shown = plans.slice(-MAX_SHOWN_RUNS).toReversed()
  const names = await namesOfLeads(
    ctx,
    shown.map(({ event }) => event.lead_id),
  )
  const steps = plans.flatMap(plan => plan.steps)
  const leads = new Set(plans.map(({ event }) => event.lead_id)).size
  return {
    from: instantText(span.from),
    to: instantText(span.to),
    sentence: drySentence({ runs: plans.length, leads, steps }),
    looked_at: looked_at.length,
    runs: plans.length,
    leads,
    days: daysOf(plans, span.from),
    steps: definition.steps.map(step => {
      const own = steps.filter(({ step_id }) => step_id === step.id)
      const count = (state: string) => own.filter(one => one.state === state).length
      return { step_id: step.id, reached: own.length, done: count('done'), skipped: count('skipped') }
    }),
    stopped: stoppedReasons(steps),
    table: shown.map(plan => plannedRun(plan, names.get(plan.event.lead_id)?.name ?? '')),
    feeds: feedsOf({ id, name, definition }, await othersOn(ctx, id)),
  }
}

/** A plan as it is answered. */
export function plannedRun({ event, state, stop_reason, steps }: Plan, name: string): PlannedRun {
  const at = instantText(new Date(event.at))
  const shown = state === 'open' ? 'done' : state
  return {
    lead: { id: event.lead_id, name },
    at,
    state: shown,
    stop_reason,
    summary: runSummary({ state: shown, stop_reason }, steps),
    steps: steps.map(step => ({
      ...step,
      at: instantText(step.at),
      until: step.until === null ? null : instantText(step.until),
    })),
  }
}

function daysOf(plans: readonly Plan[], from: Date): DryRun['days'] {
  const dayOf = (at: Date) => lightFormat(new TZDate(at, region.zone), 'yyyy-MM-dd')
  const counts = new Map<string, number>()
  for (const { event } of plans) {
    const day = dayOf(new Date(event.at))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const first = new TZDate(from, region.zone)
  return Array.from({ length: DRY_RUN_DAYS + 1 }, (_, day) => {
    const date = lightFormat(addDays(first, day), 'yyyy-MM-dd')
    return { date, runs: counts.get(date) ?? 0 }
  })
}
