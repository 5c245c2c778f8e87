import { addDays, format, subDays } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { type Random, randomOf, weights } from '../../platform/demo/random.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { foldEmail } from '../leads/rules.ts'
import { commissionOf, rateOfPercent, splitCommission } from './rules/commission.ts'
import { dealStatus, isLease, isListing, sideOf } from './rules/kinds.ts'

/** Deals of each demo account over two years, and of each colleague. */
const DEALS = { account: 20, newAccount: 3, colleague: 3 }
const COLLEAGUES = 20
/** Days back to the first closing, and ahead to the last one. */
const REACH = { back: 640, ahead: 95 }

const types = weights([
  [3, 36],
  [1, 26],
  [4, 14],
  [2, 9],
  [6, 9],
  [5, 6],
] as const)
const streets = [
  ['Bertmount Ave', 'Toronto', 'M4M'],
  ['Olive Ave', 'North York', 'M2N'],
  ['Stadium Rd', 'Toronto', 'M5V'],
  ['Lakeshore Rd', 'Mississauga', 'L5G'],
  ['Crawford St', 'Toronto', 'M6J'],
  ['Graphophone Grove', 'Toronto', 'M6H'],
  ['Fort York Blvd', 'Toronto', 'M5V'],
  ['Withrow Ave', 'Toronto', 'M4K'],
  ['The Esplanade', 'Toronto', 'M5E'],
  ['Sully Cres', 'North York', 'M3A'],
  ['Wiltshire Ave', 'Toronto', 'M6N'],
  ['Earlscourt Ave', 'Toronto', 'M6E'],
  ['Telegram Mews', 'Toronto', 'M5V'],
  ['Muriel Ave', 'Toronto', 'M4J'],
  ['Ordnance St', 'Toronto', 'M6K'],
  ['Galley Ave', 'Toronto', 'M6R'],
  ['Front St', 'Toronto', 'M5A'],
] as const

interface DemoAgent {
  id: number
  user_id: number
  email: string
}

type DemoLead = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>

/** Two years of deals of the demo accounts, and enough of their colleagues' that a rank means something. */
export const demo: DemoPart = { addDailyWork: addDeals }

async function addDeals(demo: Demo): Promise<void> {
  const { rows: agents } = await sql<DemoAgent>`
    SELECT a.id, a.user_id, u.email FROM agents a JOIN users u ON u.id = a.user_id WHERE u.is_active
    ORDER BY u.email LIKE '%@keyturn.test' DESC, a.id LIMIT ${4 + COLLEAGUES}`.execute(demo.db)
  for (const [place, agent] of agents.entries()) {
    const isAccount = agent.email.endsWith('@keyturn.test')
    const count = !isAccount ? DEALS.colleague : agent.email.startsWith('newagent') ? DEALS.newAccount : DEALS.account
    const leads = await leadsOf(demo, agent)
    const partner = agents[(place + 1) % agents.length] ?? agent
    for (let at = 0; at < count; at++)
      await addDeal(demo, {
        agent,
        partner,
        leads,
        at,
        of: count,
        random: randomOf(demo.seed, 7_000 + place * 100 + at),
      })
  }
}

async function leadsOf({ db }: Demo, { id }: DemoAgent): Promise<DemoLead[]> {
  const { rows } = await sql<DemoLead>`
    SELECT id, first_name, last_name, coalesce(email_private, email) AS email, coalesce(phone_private, phone) AS phone
    FROM leads WHERE agent_id = ${id} AND deleted_at IS NULL AND NOT is_bogus
    ORDER BY status_value >= 8 DESC, status_value DESC, id LIMIT 40`.execute(db)
  return rows
}

interface Drawn {
  agent: DemoAgent
  partner: DemoAgent
  leads: readonly DemoLead[]
  at: number
  of: number
  random: Random
}

async function addDeal({ db, now }: Demo, drawn: Drawn): Promise<void> {
  const { agent, at, of, random } = drawn
  const type = random.weighted(types)
  // Two thirds closed evenly over the two years, so that every month has its closings; the others are open.
  const closed = Math.ceil(of * 0.67)
  const place = at < closed ? (at + random.share()) / closed : (at - closed + random.share()) / (of - closed)
  const days = Math.round(at < closed ? -REACH.back * (1 - place) - 4 : 2 + REACH.ahead * place)
  const closing = addDays(now, days)
  const status = statusFor(days, random)
  const [street, city, postal] = random.pick(streets)
  const price = priceOf(type, random)
  const rate = rateOfPercent(type === 5 ? 0.625 : isLease(type) ? 50 : random.happens(0.2) ? 2.25 : 2.5)
  const gross = commissionOf(BigInt(price), rate)
  const shares = splitCommission(gross, splitsOf(drawn))
  const begun = subDays(closing < now ? closing : now, random.between(30, 60))
  const { id } = await db
    .insertInto('deals')
    .values({
      ds_id: sql<number>`nextval('deal_submissions')`,
      type,
      status,
      agent_id: agent.id,
      mls_number: isListing(type) || random.happens(0.7) ? `E${random.between(9_000_000, 9_999_999)}` : null,
      street_number: String(random.between(1, 240)),
      street_name: street,
      unit: random.happens(0.4) ? String(random.between(2, 28) * 100 + random.between(1, 12)) : '',
      city,
      postal_code: `${postal} ${random.between(1, 9)}${random.pick(['A', 'B', 'K', 'X'])}${random.between(1, 9)}`,
      price,
      deposit: isLease(type) ? price * 2 : Math.round(price / 20),
      commission_rate: rate,
      gross: Number(gross),
      agents_net: shares.reduce((sum, share) => sum + (share.party === 'agent' ? Number(share.amount) : 0), 0),
      offer_date: format(begun, 'yyyy-MM-dd'),
      firm_date: status === 4 || status === 5 ? format(addDays(begun, 9), 'yyyy-MM-dd') : null,
      close_date: status === 1 && random.happens(0.3) ? null : format(closing, 'yyyy-MM-dd'),
      trade_number:
        status >= 3 && status <= 5 ? `${format(begun, 'yy')}-${1_000 + ((agent.id * 37 + at * 11) % 900)}` : null,
      author_user_id: agent.user_id,
      created_at: begun.toISOString(),
      updated_at: (closing < now ? closing : subDays(now, random.between(0, 6))).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deal_splits')
    .values(
      shares.map(({ party, agent_id, name, rate, amount }, position) => ({
        deal_id: id,
        position,
        party,
        agent_id,
        name,
        rate,
        amount: Number(amount),
      })),
    )
    .execute()
  await addClients({ db }, id, type, drawn)
  await addProgress({ db, now }, id, { status, begun, closing, user: agent.user_id })
}

function statusFor(days: number, random: Random): number {
  if (days < -3) return random.happens(0.07) ? dealStatus.fellThrough : dealStatus.closed
  if (days < 35) return random.pick([dealStatus.firm, dealStatus.firm, dealStatus.conditional])
  return random.pick([dealStatus.draft, dealStatus.submitted, dealStatus.conditional, dealStatus.conditional])
}

/** Cents. */
const priceOf = (type: number, random: Random): number =>
  isLease(type) ? random.between(41, 99) * 5_000 : Math.round(9_500 * random.skewed(0.6)) * 10_000

function splitsOf({ agent, partner, random }: Drawn) {
  const own = { party: 'agent' as const, agent_id: agent.id, name: '' }
  const brokerage = { party: 'brokerage' as const, agent_id: null, name: 'Brokerage' }
  if (random.happens(0.75))
    return [
      { ...own, rate: rateOfPercent(85) },
      { ...brokerage, rate: rateOfPercent(15) },
    ]
  return [
    { ...own, rate: rateOfPercent(70) },
    { party: 'agent' as const, agent_id: partner.id, name: '', rate: rateOfPercent(15) },
    { ...brokerage, rate: rateOfPercent(15) },
  ]
}

/** One or two people, most of them known leads; some are waiting to be matched. */
async function addClients({ db }: Pick<Demo, 'db'>, dealId: number, type: number, drawn: Drawn): Promise<void> {
  const { leads, at, random, agent } = drawn
  const first = leads[(at * 2) % Math.max(1, leads.length)]
  const second = random.happens(0.35) ? leads[(at * 2 + 1) % Math.max(1, leads.length)] : undefined
  const people = [first, second === first ? undefined : second].filter(lead => lead !== undefined)
  for (const [position, lead] of people.entries()) {
    const isMatched = random.happens(0.8)
    await db
      .insertInto('deal_clients')
      .values({
        deal_id: dealId,
        position,
        side: sideOf(type),
        first_name: lead.first_name,
        last_name: lead.last_name,
        email: lead.email,
        email_key: foldEmail(lead.email),
        phone: lead.phone,
        lead_id: isMatched ? lead.id : null,
        is_verified: isMatched,
        matched_by: isMatched ? agent.user_id : null,
      })
      .execute()
  }
}

interface Way {
  status: number
  begun: Date
  closing: Date
  user: number
}

async function addProgress({ db, now }: Pick<Demo, 'db' | 'now'>, dealId: number, way: Way): Promise<void> {
  const { status, begun, closing, user } = way
  const reached = [1, 2, 3, 4, 5].filter(one => one <= (status === 6 ? 3 : status))
  const end = closing < now ? closing : now
  const at = (step: number) => addDays(begun, [0, 1, 3, 9][step - 1] ?? 0)
  const steps = reached.map(one => ({ status: one, at: one === 5 ? end : at(one) }))
  if (status === 6) steps.push({ status: 6, at: end })
  await db
    .insertInto('deal_status_changes')
    .values(
      steps.map(step => ({
        deal_id: dealId,
        status: step.status,
        author_user_id: user,
        changed_at: (step.at < now ? step.at : now).toISOString(),
      })),
    )
    .execute()
}
