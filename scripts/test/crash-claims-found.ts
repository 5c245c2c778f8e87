import type pg from 'pg'
import { hashOf } from '../../src/features/distribution/server/queries/ledger.ts'
import { instantText } from '../../src/platform/wire/fields.ts'
import type { Tally } from './claim-doors.ts'

/** What became of a lead. */
export interface Fate {
  id: number
  agent_id: number | null
  state: string | null
  /** Offers that somebody can still accept, or that a worker is about to pass on. */
  offers: number
  /** How often the ledger says that somebody got it. */
  given: number
}

/** What is wrong after a crash among people who claim. */
export async function brokenClaims(client: pg.Client, tally: Tally): Promise<string[]> {
  const { rows: fates } = await client.query<Fate>(
    `SELECT l.id, l.agent_id, d.state,
       (SELECT count(*)::int FROM lead_transfers t WHERE t.lead_id = l.id AND t.kind = 'offer' AND t.state = 'pending') AS offers,
       (SELECT count(*)::int FROM distribution_ledger e WHERE e.lead_id = l.id AND e.kind IN ('accepted', 'claimed')) AS given
     FROM leads l LEFT JOIN lead_distributions d ON d.lead_id = l.id WHERE l.last_name LIKE 'crash-%'`,
  )
  return [
    ...brokenPromises(fates, tally),
    ...fates.flatMap(whatIsWrong),
    ...(await passedQuotas(client)),
    ...(await brokenChains(client)),
  ]
}

/** Leads that are another’s than somebody was told. */
export function brokenPromises(fates: readonly Fate[], { won }: Tally): string[] {
  const owners = new Map(fates.map(({ id, agent_id }) => [id, agent_id]))
  // Leads of the demo brokerage are claimed as well, and not looked at.
  const broken = won.filter(({ leadId, agentId }) => owners.has(leadId) && owners.get(leadId) !== agentId)
  return broken.map(
    ({ leadId, agentId, door }) =>
      `lead ${leadId} is agent ${owners.get(leadId)}’s, and agent ${agentId} was told (${door}) that it is theirs`,
  )
}

/** A lead is somebody's, offered once, in the pool or resting, and one of these only. */
export function whatIsWrong({ id, agent_id, state, offers, given }: Fate): string[] {
  const isSomebodys = agent_id !== null
  const found = [
    given > 1 && 'was given away more than once',
    isSomebodys && given === 0 && 'is somebody’s, and the ledger does not say how',
    isSomebodys && (state === 'pooled' || state === 'offered') && `is somebody’s and ${state}`,
    offers > (state === 'offered' ? 1 : 0) && `is ${state} and has ${offers} open offers`,
    state === 'offered' && offers === 0 && 'is offered to nobody',
    !isSomebodys && state === 'owned' && 'is nobody’s and counts as owned',
    !isSomebodys && state === null && 'is nowhere',
  ]
  return found.filter(one => one !== false).map(one => `lead ${id} ${one}`)
}

/** Agents whose week has more leads than it may, and counts that differ from the uses. */
async function passedQuotas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    agent_id: number
    type: string
    used: number
    counted: number
    weekly: number
  }>(
    `SELECT w.agent_id, w.type, w.used, o.weekly,
       (SELECT count(*)::int FROM quota_uses s WHERE s.agent_id = w.agent_id AND s.type = w.type
          AND s.day >= w.week AND s.day < w.week + 7 AND s.given_back_at IS NULL) AS counted
     FROM quota_weeks w JOIN quota_overrides o ON o.agent_id = w.agent_id AND o.type = w.type AND o.reason = 'Crash'`,
  )
  return rows.flatMap(({ agent_id, type, used, counted, weekly }) => [
    ...(used > weekly ? [`agent ${agent_id} used ${used} of ${weekly} (${type})`] : []),
    ...(used === counted ? [] : [`agent ${agent_id} has ${counted} uses, and ${used} are counted (${type})`]),
  ])
}

/** Ledgers in which an entry is missing, doubled or another than it was. */
async function brokenChains(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT e.* FROM distribution_ledger e JOIN leads l ON l.id = e.lead_id WHERE l.last_name LIKE 'crash-%' ORDER BY e.lead_id, e.entry`,
  )
  return [...Map.groupBy(rows, ({ lead_id }) => lead_id)].flatMap(([id, entries]) => {
    let previous = ''
    const isWhole = entries.every((entry, index) => {
      const fields = { ...entry, at: instantText(entry.at) }
      const fits = entry.entry === index + 1 && entry.previous_hash === previous && hashOf(fields) === entry.hash
      previous = entry.hash
      return fits
    })
    return isWhole ? [] : [`the ledger of lead ${id} is broken`]
  })
}
