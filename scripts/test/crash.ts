import { parseArgs } from 'node:util'
import pg from 'pg'
import { pause } from '../../src/platform/server/embedded/process.ts'
import { crashCampaigns } from './crash-campaigns.ts'
import { crashClaims } from './crash-claims.ts'
import { halfDone } from './crash-halves.ts'
import { embeddedVictim, postgresVictim, type Victim } from './crash-product.ts'
import { type Acknowledged, signInToWrite, startWriters, type Writers } from './crash-writers.ts'

const { values: options } = parseArgs({
  options: {
    /** How often server and database are killed, in turns, on each database. */
    kills: { type: 'string', default: '60' },
    /** Instead: how often one of two workers is killed that run campaigns, beside a mail server that answers late, twice or never. */
    campaigns: { type: 'string' },
    /** Instead: how often servers and workers are killed while a hundred agents claim leads by every door. */
    claims: { type: 'string' },
  },
})
const rounds = Number(options.kills)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--kills takes a number from 1 on.')

/** Kills server and database in turns while people write, then counts: everything acknowledged is there once, nothing is half there. */
async function crash(victim: Victim): Promise<string[]> {
  const writers = startWriters(victim.url, await signInToWrite(victim.url))
  for (let round = 0; round < rounds; round++) {
    await somethingNew(writers)
    await pause(400 + Math.random() * 800)
    await (round % 2 === 0 ? victim.killServer() : victim.killDatabase())
  }
  await pause(1_500)
  await writers.stop()
  const { created, renamed, transferred, merged, deals, failures } = writers.acknowledged
  const problems = await missing(await victim.databaseUrl(), writers.acknowledged)
  console.log(
    `${victim.engine}: killed ${rounds} times; ${created.size} leads, ${renamed.size} changes, ${transferred.size} transfers, ` +
      `${merged.size} merges and ${deals.size} deals acknowledged, ` +
      `${failures} writes refused or cut off, ${problems.length} problems`,
  )
  for (const [what, { size }] of Object.entries({ created, renamed, transferred, merged, deals }))
    if (size === 0) problems.push(`Not one of these was acknowledged, so they were not tried: ${what}.`)
  return problems.map(problem => `${victim.engine}: ${problem}`)
}

/** How many writes are acknowledged between two kills at the least. */
const PER_ROUND = 30

/** Waits until more was acknowledged: a kill of what is still starting would try nothing. */
async function somethingNew({ acknowledged }: Writers): Promise<void> {
  const before = countOf(acknowledged)
  for (let waited = 0; countOf(acknowledged) < before + PER_ROUND; waited += 50) {
    if (waited > 120_000) throw new Error('Nothing is written any more.')
    await pause(50)
  }
}

const countOf = ({ created, renamed, transferred, merged, deals }: Acknowledged): number =>
  created.size + renamed.size + transferred.size + merged.size + deals.size

async function missing(databaseUrl: string, acknowledged: Acknowledged): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return [...(await missingLeads(client, acknowledged)), ...(await halfDone(client, acknowledged))]
  } finally {
    await client.end()
  }
}

async function missingLeads(client: pg.Client, { created, renamed }: Acknowledged): Promise<string[]> {
  const { rows: leads } = await client.query<{
    id: number
    last_name: string
    first_name: string
    written: number
    recorded: number
    is_plain: boolean
  }>(
    `SELECT l.id, l.last_name, l.first_name, (
       SELECT count(*)::int FROM audit_entries a WHERE a.subject = 'lead' AND a.subject_id = l.id::text AND a.outcome = 'done'
     ) AS written, (SELECT count(*)::int FROM milestones m WHERE m.lead_id = l.id) AS recorded,
       NOT EXISTS (SELECT FROM lead_transfers t WHERE t.lead_id = l.id)
         AND NOT EXISTS (SELECT FROM lead_merges g WHERE l.id IN (g.lead_id, g.merged_id)) AS is_plain FROM leads l WHERE l.last_name LIKE 'crash-%'`,
  )
  const { rows: orphans } = await client.query(
    `SELECT subject_id FROM audit_entries a
     WHERE subject = 'lead' AND NOT EXISTS (SELECT FROM leads l WHERE l.id::text = a.subject_id)`,
  )
  const found = new Map(leads.map(lead => [lead.id, lead]))
  const lost = [...created].filter(([id, marker]) => found.get(id)?.last_name !== marker)
  const undone = [...renamed].filter(([id, name]) => found.get(id)?.first_name !== name)
  const doubled = [...Map.groupBy(leads, lead => lead.last_name)].filter(([, same]) => same.length > 1)
  const unpublished = leads.filter(({ recorded, is_plain }) => is_plain && recorded === 0)
  // One entry for adding it, and one for renaming it when that happened; leads that were sent or merged have more.
  const half = leads.filter(
    ({ first_name, written, is_plain }) => is_plain && written !== (first_name === 'After' ? 2 : 1),
  )
  return [
    ...lost.map(([id]) => `lead ${id} was acknowledged and is gone`),
    ...undone.map(([id]) => `a change of lead ${id} was acknowledged and is gone`),
    ...half.map(({ id, first_name, written }) => `lead ${id} (${first_name}) has ${written} audit entries`),
    ...doubled.map(([marker, { length }]) => `${marker} was added once and is there ${length} times`),
    ...unpublished.map(({ id }) => `lead ${id} is missing in its own timeline`),
    ...orphans.map(({ subject_id }) => `the audit log speaks of lead ${subject_id}, which does not exist`),
  ]
}

/** Everything acknowledged, on both databases. */
async function crashBoth(): Promise<string[]> {
  const found: string[] = []
  for (const bring of [embeddedVictim, postgresVictim]) {
    const victim = await bring()
    if (victim) found.push(...(await crash(victim).finally(victim.stop)))
  }
  return found
}

/** What the options ask for. */
async function crashAsked(): Promise<string[]> {
  if (options.campaigns !== undefined) return crashCampaigns(Number(options.campaigns))
  if (options.claims !== undefined) return crashClaims(Number(options.claims))
  return crashBoth()
}

const problems = await crashAsked()
for (const problem of problems.slice(0, 50)) console.log(problem)
process.exit(problems.length > 0 ? 1 : 0)
