import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { randomOf } from '../../platform/demo/random.ts'
import type { Db } from '../../platform/server/database/database.ts'
import { agentsOfDemo } from '../people/demo/seed.ts'
import { writtenTemplate } from './server/commands/write.ts'

interface DemoTemplate {
  name: string
  platform: 'text' | 'email'
  subject?: string
  content: string
  is_marketing?: boolean
  is_preconstruction?: boolean
  /** About how often it is sent in a month. */
  monthly: number
}

const hello = 'Good {{time_of_day}} {{lead_first_name}},'
const bye = '{{agent_full_name}}<br>{{agent_phone}}'
const email = (...paragraphs: string[]) =>
  [hello, '', ...paragraphs.flatMap(text => [text, '']), bye].map(text => `<p>${text}</p>`).join('')

/** What everybody in the brokerage sends. */
const defaults: readonly DemoTemplate[] = [
  {
    name: 'First hello, buyer',
    platform: 'text',
    content:
      'Good {{time_of_day}} {{lead_first_name}}, {{agent_first_name}} from {{site_name}} here. You were looking at homes in {{lead_area}}. Are you free for a quick call today?',
    monthly: 84,
  },
  {
    name: 'First hello, buyer',
    platform: 'email',
    subject: '{{lead_first_name}}, homes in {{lead_area}}',
    content: email(
      'thank you for signing up on {{site_name}}. I work in {{lead_area}} every week and know which buildings are worth the money.',
      'What matters most to you: the street, the space, or the price? Reply with a line and I will send you three that fit.',
    ),
    monthly: 76,
  },
  {
    name: 'First hello, renter',
    platform: 'text',
    content:
      'Hi {{lead_first_name}}, {{agent_first_name}} from {{site_name}}. Good rentals in {{lead_area}} go within days. When do you want to move in?',
    monthly: 61,
  },
  {
    name: 'Confirm a showing',
    platform: 'text',
    content:
      "Hi {{lead_first_name}}, your showing is confirmed. I'll meet you in the lobby. {{agent_first_name}}, {{agent_phone}}",
    monthly: 37,
  },
  {
    name: 'Status certificate is in',
    platform: 'email',
    subject: 'The status certificate is in',
    content: email(
      'the status certificate arrived. Our lawyer reads it within two business days.',
      'The fees, the reserve fund and anything unusual are what we look for. I will call you with what it means for the offer.',
    ),
    monthly: 18,
  },
  {
    name: 'Offer night, what happens',
    platform: 'email',
    subject: 'How offer night works',
    content: `<p>${hello}</p><p></p><p>three things to know before tonight:</p><ul><li><p>All offers are in by seven, and the seller sees them together.</p></li><li><p>You can improve yours once, if they ask.</p></li><li><p>The deposit is due within 24 hours of an accepted offer.</p></li></ul><p></p><p>${bye}</p>`,
    monthly: 9,
  },
  {
    name: 'Ask for a review',
    platform: 'text',
    content:
      'Hi {{lead_first_name}}, it was a pleasure. Would you write two lines about working with me? It helps a lot. {{agent_first_name}}',
    monthly: 6,
  },
  {
    name: 'New this week',
    platform: 'email',
    subject: 'New this week in {{lead_area}}',
    content: email(
      'these came on the market in {{lead_area}} since Monday, and none of them has an offer yet.',
      'Reply with the one you like and I will hold a time for you.',
    ),
    is_marketing: true,
    monthly: 52,
  },
  {
    name: 'Pre-construction, first access',
    platform: 'email',
    subject: '{{lead_first_name}}, first access before the public launch',
    content: email(
      'floor plans and prices open to our clients a week before everyone else.',
      'Ask for the worksheet by Friday and we submit it the morning the sale begins.',
    ),
    is_marketing: true,
    is_preconstruction: true,
    monthly: 48,
  },
]

/** What the agents of the demo have written themselves. */
const own: readonly DemoTemplate[] = [
  {
    name: 'After a viewing request',
    platform: 'email',
    subject: '{{lead_first_name}}, your viewing request',
    content: email(
      'thank you for asking to see this one. I know the building and can get you in this week. Does a weekday after five or the weekend suit you better?',
      'While we wait, I keep an eye on {{lead_area}} for you. Call me any time at {{agent_phone}}.',
    ),
    monthly: 26,
  },
  {
    name: 'Running late',
    platform: 'text',
    content: "Hi {{lead_first_name}}, I'm on my way and about 10 minutes late. See you soon, {{agent_first_name}}",
    monthly: 17,
  },
  {
    name: 'Missed your call',
    platform: 'text',
    content: 'Hi {{lead_first_name}}, sorry I missed you. I can call you back at noon or after five, which is better?',
    monthly: 15,
  },
  {
    name: 'Three like the one you saved',
    platform: 'email',
    subject: 'Three like the one you saved',
    content: email(
      'you saved a home in {{lead_area}} this week. I found three like it, two of them cheaper.',
      'Shall I set up Saturday morning for all three?',
    ),
    monthly: 8,
  },
]

/** Templates of the brokerage and of the agents, with how often they were sent over the past year. */
export const demo: DemoPart = {
  async addDailyWork(filled) {
    if (await hasTemplates(filled.db)) return
    const agents = await agentsOfDemo(filled.db)
    const owners = agents.filter(({ email }) => email.startsWith('agent'))
    const senders = agents.slice(0, 12).map(({ user_id }) => user_id)
    for (const template of defaults) await addTemplate(filled, template, { owner: null, senders })
    for (const { user_id } of owners)
      for (const template of own) await addTemplate(filled, template, { owner: user_id, senders: [user_id] })
  },
}

async function hasTemplates(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM templates LIMIT 1`.execute(db)
  return rows.length > 0
}

const MONTHS = 12
const DAY = 86_400_000

async function addTemplate(
  { db, now, seed }: Demo,
  { monthly, platform, is_marketing = false, ...template }: DemoTemplate,
  { owner, senders }: { owner: number | null; senders: readonly number[] },
): Promise<void> {
  const { id } = await db
    .insertInto('templates')
    .values({
      ...writtenTemplate({ ...template, platform }),
      platform,
      is_marketing,
      user_id: owner,
      created_at: new Date(now.getTime() - 400 * DAY),
      updated_at: new Date(now.getTime() - 10 * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const random = randomOf(seed ^ 0x7e3, id)
  // Of a random generator of its own, so that how often they were sent stays as it was.
  const answers = randomOf(seed ^ 0x7e4, id)
  const share = answers.between(8, 42)
  const uses = new Map<string, { user_id: number; used_on: string; uses: number; answered: number }>()
  const times = Math.round(monthly * MONTHS * (0.8 + random.between(0, 40) / 100))
  for (let sent = 0; sent < times; sent++) {
    const user_id = random.pick(senders)
    const used_on = new Date(now.getTime() - random.between(0, 30 * MONTHS) * DAY).toISOString().slice(0, 10)
    const known = uses.get(`${user_id} ${used_on}`)
    uses.set(`${user_id} ${used_on}`, {
      user_id,
      used_on,
      uses: (known?.uses ?? 0) + 1,
      answered: (known?.answered ?? 0) + (answers.between(1, 100) <= share ? 1 : 0),
    })
  }
  await sql`
    INSERT INTO template_uses (template_id, user_id, used_on, uses, sent, answered)
    SELECT ${id}, u.user_id, u.used_on, u.uses, u.uses, u.answered
    FROM jsonb_to_recordset(${JSON.stringify([...uses.values()])}::jsonb) AS u(user_id int, used_on date, uses int, answered int)`.execute(
    db,
  )
}
