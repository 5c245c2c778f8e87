import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { addAlerts, addConsents, addSentAlerts } from '../../features/alerts/demo.ts'
import { addDuplicates } from '../../features/duplicates/demo.ts'
import {
  AGENTS,
  agentShares,
  type Brokerage,
  colleagues,
  demoSites,
  demoTags,
  placesOf,
} from '../../features/leads/demo/brokerage.ts'
import { demoLead } from '../../features/leads/demo/lead.ts'
import { addListings, showRealHomes } from '../../features/listings/demo/seed.ts'
import { demoHistory, type HistoryLength } from '../../features/milestones/demo/history.ts'
import { addMentions, addNotes } from '../../features/notes/demo.ts'
import { createDemoAccounts } from '../../features/people/server/commands/demoAccounts.ts'
import { addRequests } from '../../features/requests/demo.ts'
import { addShowings } from '../../features/showings/demo.ts'
import { addTasks } from '../../features/tasks/demo.ts'
import { addTransfers } from '../../features/transfers/demo.ts'
import { luckOf, weights } from '../../platform/demo/random.ts'
import {
  agentsOfDemo,
  type Batch,
  chooseRecruiter,
  chooseTeamLeads,
  demoMarker,
  ensureAreas,
  ensureColleague,
  ensureOwnTags,
  ensureSites,
  ensureTags,
  ensureTeams,
  hasLeads,
  insertBatch,
  joinTeam,
  markDemo,
  numberOfLeads,
  reserveLeadIds,
  spreadAreas,
  takeDemoLock,
  takeIndexesOff,
  tidyUp,
} from './queries.ts'

/** The seed of the demo that everybody sees. */
export const DEMO_SEED = 20_261

/** Rows written at once; memory stays the same however many leads there are. */
const BATCH = 1000
const MANY = 20_000

/** How to fill a database. */
export interface DemoWish {
  /** How many leads there shall be. */
  leads: number
  seed?: number
  /** How many homes come on the market a day; none when not said. */
  listings?: number
  /** The moment that the demo's past leads up to. */
  now: Date
  log?: Pick<Logger, 'info'>
  /** From this many new leads on, timelines are brief and indexes are built at the end. */
  many?: number
  /** Makes the demo accounts where they are missing; part of the same transaction. */
  accounts?: (db: Kysely<unknown>) => Promise<unknown>
}

/**
 * Fills an empty database with the demo brokerage, in one transaction: a fill that was killed half-way has not happened.
 * Answers how many leads it made: 0 when the database already holds leads or was filled before.
 */
export async function seedDemo(db: Kysely<unknown>, wish: DemoWish): Promise<number> {
  if ((await demoMarker(db)) || (await hasLeads(db))) return 0
  return fill(db, wish, async transaction => !((await demoMarker(transaction)) || (await hasLeads(transaction))))
}

/** Adds demo leads until there are as many as wished for; answers how many it made. */
export async function fillDemo(db: Kysely<unknown>, wish: DemoWish): Promise<number> {
  return fill(db, wish, async () => true)
}

async function fill(
  db: Kysely<unknown>,
  wish: DemoWish,
  isWanted: (db: Kysely<unknown>) => Promise<boolean>,
): Promise<number> {
  const { leads, seed = DEMO_SEED, now, log } = wish
  const accounts = wish.accounts ?? (transaction => createDemoAccounts({ db: transaction }))
  const made = await db.transaction().execute(async transaction => {
    await takeDemoLock(transaction)
    if (!(await isWanted(transaction))) return 0
    await accounts(transaction)
    const brokerage = await brokerageOf(transaction, seed, now)
    const present = await numberOfLeads(transaction)
    const count = Math.max(0, leads - present)
    const many = count >= (wish.many ?? MANY)
    await addLeads(transaction, { brokerage, seed, now, log, from: present, count, many })
    await addListings(transaction, { seed, perDay: wish.listings ?? 0, now })
    if (!many) await showRealHomes(transaction)
    await addConsents(transaction, now)
    if (wish.listings) await addAlerts(transaction, now)
    if (!many) await addDailyWork(transaction, { seed, now, isSending: Boolean(wish.listings) })
    await markDemo(transaction, present + count, seed)
    return count
  })
  if (made > 0) await tidyUp(db)
  return made
}

/** What people of the brokerage are at: nothing for a fill that is only about numbers. */
async function addDailyWork(
  db: Kysely<unknown>,
  { seed, now, isSending }: { seed: number; now: Date; isSending: boolean },
): Promise<void> {
  if (isSending) await addSentAlerts(db, now)
  await addNotes(db, { seed, now })
  await addMentions(db, now)
  await addDuplicates(db, now)
  await addTransfers(db, now)
  await addTasks(db, now)
  await addShowings(db, now)
  await addRequests(db, now)
}

async function brokerageOf(db: Kysely<unknown>, seed: number, now: Date): Promise<Brokerage> {
  const places = placesOf(await ensureAreas(db))
  const sites = await ensureSites(db)
  const tags = await ensureTags(db)
  await ensurePeople(db, seed, sites, now)
  const agents = await agentsOfDemo(db)
  return {
    places,
    sites: weights(sites.map((id, index) => [id, demoSites[index]?.weight ?? 1] as const)),
    tags: weights(tags.map((id, index) => [id, demoTags[index]?.weight ?? 1] as const)),
    agents: agentShares(agents, true),
    laterAgents: agentShares(agents, false),
  }
}

async function ensurePeople(db: Kysely<unknown>, seed: number, sites: readonly number[], now: Date): Promise<void> {
  const accounts = await agentsOfDemo(db)
  // People who are there already stay; only an office of demo accounts alone gets colleagues.
  const missing = accounts.length >= AGENTS ? [] : colleagues(seed, AGENTS - accounts.length)
  for (const agent of missing) await ensureColleague(db, agent, sites, now)
  const teams = await ensureTeams(db)
  for (const { email, team } of missing) if (team !== null) await joinTeam(db, email, teams[team] ?? 0)
  await chooseTeamLeads(db)
  const recruiter = missing.find(agent => agent.team === null) ?? missing[0]
  if (recruiter) await chooseRecruiter(db, recruiter.email)
  await spreadAreas(db)
  await ensureOwnTags(db)
}

interface LeadsWish {
  brokerage: Brokerage
  seed: number
  now: Date
  log?: Pick<Logger, 'info'>
  /** The first lead of the seed that is not there yet. */
  from: number
  count: number
  many: boolean
}

async function addLeads(db: Kysely<unknown>, wish: LeadsWish): Promise<void> {
  const { from, count, many, log, ...rest } = wish
  if (count === 0) return
  const putBack = many ? await takeIndexesOff(db) : null
  const firstId = await reserveLeadIds(db, count)
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done)
    await insertBatch(db, makeBatch({ ...rest, firstId: firstId + done, from: from + done, size, many }))
    if (log && (done + size) % 50_000 === 0) log.info(`${(done + size).toLocaleString('en-CA')} demo leads written.`)
  }
  if (putBack) log?.info('Building the indexes.')
  await putBack?.()
}

interface BatchWish {
  brokerage: Brokerage
  seed: number
  now: Date
  firstId: number
  from: number
  size: number
  many: boolean
}

/** Makes up a batch: the same for the same seed, whatever was made before it. */
export function makeBatch({ brokerage, seed, now, firstId, from, size, many }: BatchWish): Batch {
  const batch: Batch = { leads: [], milestones: [] }
  const siteNames = new Map(brokerage.sites.items.map((id, index) => [id, demoSites[index]?.domain ?? '']))
  const length: HistoryLength = many ? 'brief' : 'full'
  for (let offset = 0; offset < size; offset++) {
    const luck = luckOf(seed, from + offset)
    const lead = demoLead({ luck, brokerage, id: firstId + offset, index: from + offset, now })
    batch.leads.push(lead.columns)
    const siteName = siteNames.get(lead.columns.site_id) ?? ''
    batch.milestones.push(...demoHistory({ luck, lead, siteName, length }))
  }
  return batch
}
