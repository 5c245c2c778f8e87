import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../../platform/demo/part.ts'
import { type Random, randomOf } from '../../../platform/demo/random.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import { byDay } from '../../people/demo/hours.ts'
import { opportunityType } from '../rules/opportunityTypes.ts'
import { type DemoHome, type Happening, happeningOf } from './happenings.ts'
import { homesOf, leadsToContact, recordedOpportunities, writeHappenings } from './queries.ts'

const accounts = ['agent', 'agent2', 'teamlead'] as const
/** How many arise for each account today, within the last week and within the last month. */
const TODAY = 7
const WEEK = 16
const MONTH = 30
const HIDDEN = 4
const MINUTE = 60_000
const DAY = 86_400_000

/** What leads of the demo accounts did lately, and what that means. */
export const demo: DemoPart = {
  async addDailyWork(filled) {
    if (await hasOpportunities(filled.db)) return
    await proposeTemplates(filled.db)
    const homes = await homesOf(filled.db)
    for (const [place, account] of accounts.entries()) await addFor(filled, `${account}@keyturn.test`, homes, place)
    await recordedOpportunities(filled.db, filled.now)
    for (const account of accounts) await hideSome(filled, `${account}@keyturn.test`)
    await snoozeSome(filled)
    await followTypes(filled.db)
  },
}

async function hasOpportunities(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM opportunities LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Types that arise from looking and coming back, in the order in which they are dealt out. */
const kinds = [
  opportunityType.highInterest,
  opportunityType.backToSite,
  opportunityType.buildingAlert,
  opportunityType.favourite,
  opportunityType.preconForm,
  opportunityType.contactRequest,
  opportunityType.reactivated,
  opportunityType.listingAlert,
]

async function addFor(demo: Demo, email: string, homes: readonly DemoHome[], place: number): Promise<void> {
  const leads = await leadsToContact(demo.db, email, TODAY + WEEK + MONTH)
  const happenings: Happening[] = []
  for (const [index, lead] of leads.entries()) {
    const random = randomOf(demo.seed ^ 0x0bb, place * 1000 + index)
    const type = kinds[index % kinds.length] ?? opportunityType.favourite
    const fits =
      type === opportunityType.listingAlert || type === opportunityType.buildingAlert ? !lead.has_alert : true
    if (fits) happenings.push(happeningOf(type, { lead, random, homes, at: whenOf(random, index, demo.now) }))
  }
  await writeHappenings(demo.db, happenings)
}

/** Today's come some minutes apart, the others on any day before. */
function whenOf(random: Random, index: number, now: Date): Date {
  if (index < TODAY) return new Date(now.getTime() - (12 + index * random.between(14, 32)) * MINUTE)
  const days = index < TODAY + WEEK ? random.between(1, 6) : random.between(7, 29)
  return new Date(byDay(now.getTime() - days * DAY - random.between(0, 600) * MINUTE, now.getTime()))
}

/** Each kind has a text and an e-mail that stand ready for it. */
async function proposeTemplates(db: Db): Promise<void> {
  await sql`
    UPDATE opportunity_types t SET
      default_message_template_id = (
        SELECT min(id) FROM templates WHERE platform = 'text' AND user_id IS NULL AND deleted_at IS NULL
          AND name = CASE WHEN t.id = ${opportunityType.viewingRequest} THEN 'Confirm a showing' ELSE 'First hello, buyer' END),
      default_email_template_id = (
        SELECT min(id) FROM templates WHERE platform = 'email' AND user_id IS NULL AND deleted_at IS NULL AND NOT is_marketing
          AND name = CASE WHEN t.id = ${opportunityType.offerRequested} THEN 'Offer night, what happens'
                          ELSE 'First hello, buyer' END)`.execute(db)
}

async function hideSome({ db, now }: Demo, email: string): Promise<void> {
  await sql`
    UPDATE opportunities SET hidden_at = ${now}, hidden_by = (SELECT id FROM users WHERE email = ${email})
    WHERE id IN (
      SELECT o.id FROM opportunities o JOIN leads l ON l.id = o.lead_id JOIN agents a ON a.id = l.agent_id
        JOIN users u ON u.id = a.user_id
      WHERE u.email = ${email} AND o.created_at < ${new Date(now.getTime() - DAY)}
      ORDER BY o.created_at DESC LIMIT ${HIDDEN})`.execute(db)
}

/** A lead of each account sleeps until tomorrow morning, another one for two weeks. */
async function snoozeSome({ db, now }: Demo): Promise<void> {
  await sql`
    WITH chosen AS (
      SELECT l.id, a.user_id, row_number() OVER (PARTITION BY l.agent_id ORDER BY max(o.created_at), l.id) AS place
      FROM opportunities o JOIN leads l ON l.id = o.lead_id JOIN agents a ON a.id = l.agent_id
      WHERE o.hidden_at IS NULL GROUP BY l.id, a.user_id),
    slept AS (
      UPDATE leads SET snoozed_until = date_trunc('hour', ${now}::timestamptz) + CASE place WHEN 1 THEN interval '22 hours' ELSE interval '14 days' END
      FROM chosen WHERE chosen.id = leads.id AND place <= 2
      RETURNING leads.id, leads.snoozed_until, chosen.user_id)
    INSERT INTO snoozes (lead_id, wakes_at, snoozed_by, created_at) SELECT id, snoozed_until, user_id, ${now} FROM slept`.execute(
    db,
  )
}

/** What lists filter by. */
async function followTypes(db: Db): Promise<void> {
  await sql`
    UPDATE leads l SET opportunity_types = open.types
    FROM (SELECT o.lead_id, array_agg(o.opportunity_type_id ORDER BY o.opportunity_type_id) AS types
          FROM opportunities o JOIN leads s ON s.id = o.lead_id AND s.snoozed_until IS NULL
          WHERE o.hidden_at IS NULL AND o.closed_at IS NULL GROUP BY o.lead_id) open
    WHERE l.id = open.lead_id`.execute(db)
}
