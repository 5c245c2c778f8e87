import { z } from 'zod'
import { textInAddress } from '../../../../platform/web/forms/addressFields.ts'
import { ago, shortDay } from '../../../../platform/web/time/time.ts'
import type { Automation } from '../../contract/records.ts'
import { type ActionKind, actionKinds, triggerKinds } from '../../rules/definition.ts'

/** The lists of automations. */
export const automationTabs = [
  { id: 'all', label: 'All' },
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
  { id: 'draft', label: 'Drafts' },
] as const
export type AutomationTab = (typeof automationTabs)[number]['id']

/** What narrows a list beside its tab, as the address holds it. */
export const Narrowed = z.object({
  search: textInAddress,
  trigger: z.enum(triggerKinds).nullable().catch(null),
  action: z.enum(actionKinds).nullable().catch(null),
})
export type Narrowed = z.output<typeof Narrowed>

/** What a list shows of all automations: what ran last on top, drafts at the end. */
export function listedOf(
  automations: readonly Automation[],
  tab: AutomationTab,
  { search, trigger, action }: Narrowed,
): Automation[] {
  const sought = search.trim().toLowerCase()
  return automations
    .filter(({ state }) => tab === 'all' || state === tab)
    .filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(sought))
    .filter(({ definition }) => trigger === null || definition.trigger.kind === trigger)
    .filter(({ definition }) => action === null || definition.steps.some(({ kind }) => kind === action))
    .toSorted((one, other) => rank(one) - rank(other) || time(other) - time(one) || one.name.localeCompare(other.name))
}

const rank = ({ state }: Automation): number => ['on', 'off', 'draft'].indexOf(state)
const time = ({ last_run_at }: Automation): number => (last_run_at === null ? 0 : Date.parse(last_run_at))

/** The actions that at least one automation has. */
export const actionsOf = (automations: readonly Automation[]): ActionKind[] =>
  actionKinds.filter(kind => automations.some(({ definition }) => definition.steps.some(step => step.kind === kind)))

/** When it last ran, or why it does not. */
export function lastText(automation: Automation, now: Date): string {
  const { state, needs_dry_run, problems, last_run_at, state_changed_at, stopped_itself } = automation
  if (state === 'draft') {
    if (problems[0]) return `Draft: ${problems[0]}`
    return needs_dry_run ? 'Draft, no dry run yet' : 'Draft, ready to switch on'
  }
  if (state === 'off' && !stopped_itself && state_changed_at) return `Switched off ${shortDay(state_changed_at, now)}`
  return last_run_at === null ? 'No run yet' : ago(last_run_at, now)
}

/** Whether it may be switched on as it is. */
export const maySwitchOn = ({ problems, needs_dry_run, may_change }: Automation): boolean =>
  may_change && problems.length === 0 && !needs_dry_run
