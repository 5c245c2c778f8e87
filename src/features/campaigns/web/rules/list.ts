import type { Campaign } from '../../contract/records.ts'

/** The lists of campaigns. */
export const campaignTabs = [
  { id: 'mine', label: 'Mine' },
  { id: 'team', label: 'Team' },
  { id: 'default', label: 'Default' },
] as const
export type CampaignTab = (typeof campaignTabs)[number]['id']

/** In which list a campaign stands. */
export function tabOf({ agent_id, team_id }: Pick<Campaign, 'agent_id' | 'team_id'>, own: number | null): CampaignTab {
  if (agent_id !== null && agent_id === own) return 'mine'
  return agent_id === null && team_id === null ? 'default' : 'team'
}

/** What of a list is shown. */
export const filters = {
  all: { label: 'All', has: () => true },
  on: { label: 'On', has: ({ state }: Campaign) => state === 'on' },
  off: { label: 'Off', has: ({ state }: Campaign) => state === 'off' },
  once: { label: 'One-off', has: ({ kind }: Campaign) => kind === 'one_off' },
  draft: { label: 'Drafts', has: ({ state }: Campaign) => state === 'draft' },
} as const satisfies Record<string, { label: string; has(campaign: Campaign): boolean }>
export type FilterId = keyof typeof filters

const sum = (campaigns: readonly Campaign[], of: (campaign: Campaign) => number): number =>
  campaigns.reduce((total, campaign) => total + of(campaign), 0)

/** Leads in whom a campaign runs now. */
export const activeOf = ({ instance_counts: { all, archived } }: Campaign): number => all - archived

/** Per cent with one digit; `null` of nothing. */
export const percent = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1000) / 10

/** What several campaigns come to together. */
export function figuresOf(campaigns: readonly Campaign[]) {
  const entered = sum(campaigns, ({ instance_counts: { all } }) => all)
  return {
    active: sum(campaigns, activeOf),
    thisWeek: sum(campaigns, ({ weeks }) => weeks.at(-1) ?? 0),
    lastWeek: sum(campaigns, ({ weeks }) => weeks.at(-2) ?? 0),
    connected: percent(
      sum(campaigns, ({ instance_counts: { connected } }) => connected),
      entered,
    ),
    optedOut: percent(
      sum(campaigns, ({ opted_out }) => opted_out),
      entered,
    ),
    weeks: Array.from({ length: 12 }, (_, week) => sum(campaigns, ({ weeks }) => weeks[week] ?? 0)),
  }
}

/** From this share on, so many opt out that somebody should look at what is sent. */
export const MANY_OPT_OUT = 1.5
