import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { LeadRoleName, Named } from '../leads/contract/record.ts'
import { joinKinds, MAX_CLAIMS, MAX_SESSION_MINUTES } from './rules/limits.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'happy-hour': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    happy_hour_settings: true
    happy_hour_session: true
  }
}

/** A time on a clock, `HH:mm`; `24:00` is the end of the day. */
const ClockTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'must be a time such as 16:00' })

/** What administrators set. */
export const settingsFields = {
  /** Days on which happy hour is held: 1 is Monday, 7 Sunday. */
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  /** Between these times on the clock of each agent. */
  start: ClockTime,
  end: ClockTime,
  /** How long a session lasts; never past the end of the window. */
  session_minutes: z.int().min(1).max(MAX_SESSION_MINUTES),
  minutes_between_claims: z.int().min(0).max(MAX_SESSION_MINUTES),
  /** Claims of one session at most. */
  max_claims: z.int().min(1).max(MAX_CLAIMS),
  /** Whether the next claim waits for the first follow-up of the one before. */
  follow_up_first: z.boolean(),
  /** Leads of the pool that signed up at most so many days ago; `null` for any age. */
  lead_age_days: z.int().min(1).max(3650).nullable(),
  /** Any of these types; every type when empty. */
  lead_types: z.array(LeadRoleName).max(20).default([]),
  /** Any of these sites; every site when empty. */
  site_ids: z.array(Id).max(100).default([]),
  /** Which agents with the feature may join: all, those of some teams, or chosen ones. */
  join: z.enum(joinKinds),
  team_ids: z.array(Id).max(200).default([]),
  agent_ids: z.array(Id).max(1000).default([]),
}
const settingsSchema = z.object(settingsFields)
export type HappyHourSettings = z.output<typeof settingsSchema>

/** The settings in force. */
export const SavedSettings = z.object({
  ...settingsFields,
  /** Goes up with each save. */
  version: z.int(),
  saved_at: Instant,
  /** `null` while they are as delivered. */
  saved_by: Named.nullable(),
  /** Sessions that are under way; they go on under the rules that they began with. */
  open_sessions: z.int(),
})
export type SavedSettings = z.output<typeof SavedSettings>

/** What settings would come to. */
export const SettingsPreview = z.object({
  /** Agents with the feature who may join. */
  agents: z.int(),
  /** Leads of the pool that match now. */
  leads: z.int(),
})
export type SettingsPreview = z.output<typeof SettingsPreview>

/** When happy hour is held. */
const Window = z.object({ start: Instant, end: Instant })

/** A lead that was claimed in a session. */
const ClaimedLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** What kind of lead it is. */
  contactType: z.object({ name: z.string() }),
  area: z.string().nullable(),
  claimedAt: Instant,
  /** The first call, text or e-mail to the lead after the claim; `null` before it. */
  firstFollowUpAt: Instant.nullable(),
  /** What the first follow-up was. */
  followUp: z.enum(['Call', 'Text', 'Email']).nullable(),
})
export type ClaimedLead = z.output<typeof ClaimedLead>

/** A claiming session of an agent. Before the first of an evening, its times are `null`. */
export const HappyHourSession = z.object({
  /** `null` when there was no session in this window. */
  id: Id.nullable(),
  /** It was begun, is not over, and nobody ended it. */
  isActive: z.boolean(),
  sessionStart: Instant.nullable(),
  sessionEnd: Instant.nullable(),
  /** When the next lead can be claimed, the follow-up aside; `null` when no claim is left. */
  nextClaimAt: Instant.nullable(),
  /** The window that is open; the next one otherwise, and `null` when none is planned. */
  happyHour: Window.nullable(),
  claimedLeads: z.array(ClaimedLead),
  maxClaims: z.int(),
})
export type HappyHourSession = z.output<typeof HappyHourSession>

/** A home that the lead looked at. */
const ViewedHome = z.object({ price: z.int(), address: z.string(), property_type: z.string() })

/** The lead that a claim would give; nothing of it says who it is. */
export const NextLead = z.object({
  id: Id,
  masked_name: z.string(),
  roles_string: z.string(),
  /** Dollars; `null` when not known. */
  price_min: z.int().nullable(),
  price_max: z.int().nullable(),
  /** Two at most; `more_areas` says how many others there are. */
  areas: z.array(z.string()),
  more_areas: z.int(),
  site: z.string().nullable(),
  lead_score: z.number(),
  created_at: Instant,
  channels: z.object({ call: z.boolean(), email: z.boolean(), text: z.boolean() }),
  viewed: z.array(ViewedHome),
})
export type NextLead = z.output<typeof NextLead>

/** How an agent does in happy hour today. */
const BoardLine = z.object({
  agent_id: Id,
  name: z.string(),
  claims: z.int(),
  /** Median seconds from claim to first follow-up; `null` before the first. */
  follow_up_seconds: z.int().nullable(),
})
export type BoardLine = z.output<typeof BoardLine>

/** Happy hour as one agent sees it now. */
export const HappyHourState = z.object({
  /** The server's clock, for countdowns. */
  now: Instant,
  /** Whether any day is planned. */
  isEnabled: z.boolean(),
  /** Whether the settings let this agent join. */
  accessible: z.boolean(),
  session: HappyHourSession,
  /** 1 when the agent can claim a lead now, 0 otherwise. */
  outstandingLeads: z.int().min(0).max(1),
  /** Whether the next claim waits for the first call, text or e-mail to a lead that was claimed before. */
  awaitsFollowUp: z.boolean(),
  /** The lead that the next claim gives; `null` when none matches, or outside of a session. */
  nextClaimable: NextLead.nullable(),
  /** Leads of the pool that match. */
  pool: z.int(),
  /** Agents whose session is under way. */
  participants: z.int(),
  /** Who claimed how much today, most claims first. */
  board: z.array(BoardLine),
  /** Claims of the last seven days by minutes to their first follow-up: under 1, 1, 2, 3, 4, 5 and more. */
  follow_up_minutes: z.array(z.int()).length(6),
})
export type HappyHourState = z.output<typeof HappyHourState>

/** The numbers of some claims. */
const figures = {
  claims: z.int(),
  followed_up: z.int(),
  /** First follow-up within five minutes. */
  in_time: z.int(),
  connected: z.int(),
  showings: z.int(),
  converted: z.int(),
  /** Median seconds to the first follow-up. */
  follow_up_seconds: z.int().nullable(),
  /** Claims by time to the first follow-up; see `followUpBuckets`. */
  follow_ups: z.array(z.int()),
}
const Figures = z.object(figures)
export type Figures = z.output<typeof Figures>

const Totals = Figures.extend({ sessions: z.int(), agents: z.int(), evenings: z.int() })
export type Totals = z.output<typeof Totals>

const SessionLine = Figures.extend({ id: Id, agent: Named, started_at: Instant, ended_at: Instant })
export type SessionLine = z.output<typeof SessionLine>
const AgentLine = Figures.extend({ agent: Named, sessions: z.int() })
export type AgentLine = z.output<typeof AgentLine>
const EveningLine = Figures.extend({ day: CalendarDate, sessions: z.int() })
export type EveningLine = z.output<typeof EveningLine>

/** What happy hour came to between two days. */
export const HappyHourReport = z.object({
  from: CalendarDate,
  to: CalendarDate,
  totals: Totals,
  /** The same number of days just before. */
  before: Totals.extend({ from: CalendarDate, to: CalendarDate }),
  evenings: z.array(EveningLine),
  agents: z.array(AgentLine),
  /** The newest first, at most `MAX_SESSIONS`. */
  sessions: z.array(SessionLine),
  /** The next window, for days without a session. */
  next: Window.nullable(),
})
export type HappyHourReport = z.output<typeof HappyHourReport>

/** A claim, as the report lists it. */
export const ReportedClaim = z.object({
  id: Id,
  agent: Named,
  /** `null` when the lead was erased since, and for people who do not see all leads. */
  lead: Named.nullable(),
  claimed_at: Instant,
  follow_up_seconds: z.int().nullable(),
  follow_up: z.enum(['Call', 'Text', 'Email']).nullable(),
  connected: z.boolean(),
  converted: z.boolean(),
})
export type ReportedClaim = z.output<typeof ReportedClaim>

/** Which claims a report is about. Days are those of the agents' clocks, both included. */
const reportFilters = {
  from: CalendarDate,
  to: CalendarDate,
  team: Id.optional(),
  agent: Id.optional(),
  site: Id.optional(),
  type: LeadRoleName.optional(),
}

const leadChoice = z.object({
  /** The lead that the agent looks at; the first that matches when left out. */
  lead_id: Id.optional(),
})

export const happyHourCalls = {
  activeSession: read('agent/:agentId/activeHappyHourSession', {
    right: 'is_agent',
    output: HappyHourSession,
    summary: 'The happy hour session of an agent: the active one, or how the window stands without one.',
  }),
  state: read('happy-hour', {
    right: 'is_agent',
    output: HappyHourState,
    summary: 'Happy hour as the caller sees it: their session, the next lead, who else takes part.',
  }),
  start: write('happy-hour/session', {
    right: 'is_agent',
    output: HappyHourSession,
    summary: 'Starts a session inside the window; one that was ended before its time goes on.',
  }),
  claim: write('happy-hour/claim', {
    right: 'is_agent',
    input: leadChoice,
    output: HappyHourSession.extend({ lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }) }),
    summary: 'Claims the next lead. Refused before `nextClaimAt`, and before the first follow-up of the last one.',
  }),
  skip: write('happy-hour/skip', {
    right: 'is_agent',
    input: z.object({ lead_id: Id }),
    output: HappyHourSession,
    summary: 'Passes over a lead for the rest of the session.',
  }),
  end: write('happy-hour/session/end', {
    right: 'is_agent',
    output: HappyHourSession,
    summary: 'Ends the session of the caller.',
  }),
  settings: read('happy-hour/settings', { right: 'manage_happy_hour_permissions', output: SavedSettings }),
  saveSettings: write('happy-hour/settings', {
    right: 'manage_happy_hour_permissions',
    input: settingsSchema,
    ignores: ['version', 'saved_at', 'saved_by', 'open_sessions'],
    output: SavedSettings,
  }),
  previewSettings: read('happy-hour/settings/preview', {
    right: 'manage_happy_hour_permissions',
    method: 'POST',
    input: settingsSchema,
    output: SettingsPreview,
    summary: 'How many agents and leads settings are about, before they are saved.',
  }),
  report: read('happy-hour/report', {
    right: 'view_happy_hour_reports',
    input: z.object({ ...reportFilters, format: z.enum(['json', 'csv']).optional() }),
    output: HappyHourReport,
    summary:
      'Claims, time to first follow-up, connections and conversions by session, agent and evening; as CSV, one row a claim.',
  }),
  claims: read('happy-hour/claims', {
    right: 'view_happy_hour_reports',
    input: PageInput.extend(reportFilters),
    output: page(ReportedClaim),
    summary: 'The claims behind a report, the newest first.',
  }),
}
