import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { ACTIVITY_DAYS } from './rules.ts'

const Named = z.object({ id: Id, name: z.string() })

/** How one agent is doing. Leads and tasks are those that the caller may see; calls and other contacts are the agent's own work. */
export const TeamAgent = z.object({
  agent_id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  team: Named.nullable(),
  is_lead: z.boolean(),
  leads: z.int(),
  /** New leads that nobody was in touch with. */
  waiting: z.int(),
  /** Since when the longest of them waits. */
  waiting_since: Instant.nullable(),
  /** Calls since Monday, in the caller's zone. */
  calls: z.int(),
  /** Calls of last week up to the same time of the same day. */
  calls_before: z.int(),
  /** Open tasks of days before today. */
  overdue: z.int(),
  /** Calls, texts and e-mails of each of the last days, today last. */
  contacts: z.array(z.int()).length(ACTIVITY_DAYS),
  last_seen_at: Instant.nullable(),
})
export type TeamAgent = z.output<typeof TeamAgent>

/** The agents that the caller leads, with those first who need help most. */
export const TeamOverview = z.object({
  /** Teams that the caller may look at. */
  teams: z.array(Named),
  /** Whether the caller may look at everybody, in a team or not. */
  is_office: z.boolean(),
  /** Monday, and today. */
  week: z.object({ from: CalendarDate, to: CalendarDate }),
  agents: z.array(TeamAgent),
})
export type TeamOverview = z.output<typeof TeamOverview>

/** A new lead that nobody was in touch with. */
export const WaitingLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  roles_string: z.string(),
  area: z.string().nullable(),
  /** Dollars; 0 when not known. */
  price_max: z.int(),
  /** Since when this agent has it. */
  since: Instant,
  /** The agent who was offered it and has not answered. */
  on_its_way_to: z.string().nullable(),
})
export type WaitingLead = z.output<typeof WaitingLead>

const right = 'can_view_team'

export const teamCalls = {
  overview: read('team/overview', {
    right,
    input: z.object({
      /** Only this team; everybody whom the caller leads when left out. */
      team_id: Id.optional(),
    }),
    output: TeamOverview,
    summary:
      'How the agents of the caller’s team are doing; for administrators, all agents. Most in need of help first.',
  }),
  waiting: read('team/agents/:id/waiting', {
    right,
    input: PageInput,
    output: page(WaitingLead),
    summary: 'New leads of an agent that nobody was in touch with, the longest wait first.',
  }),
}
