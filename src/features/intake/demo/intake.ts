import { addDays, subDays } from 'date-fns'
import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../../platform/demo/part.ts'
import { hashOfToken } from '../../../platform/server/secrets.ts'
import { demoSites } from '../../settings/demo/seed.ts'
import { demoKey, hintOf } from '../rules/sources.ts'
import { demoMails } from './mails.ts'

/** Where the leads of the demo come from. */
export const demo: DemoPart = {
  async prepare(demo) {
    for (const { name, domain } of demoSites)
      await addSource(demo, { kind: 'site', name: domain, key: demoKey(name), site: name, address: null })
    await addSource(demo, {
      kind: 'mailbox',
      name: 'Portal e-mails',
      key: demoKey('mail'),
      site: null,
      address: 'leads@in.keyturn.test',
    })
    await addSource(demo, {
      kind: 'webhook',
      name: 'Open house tablet',
      key: demoKey('tablet'),
      site: null,
      address: null,
    })
  },

  async addDailyWork(demo) {
    await addEvents(demo)
    await addMails(demo)
    await addRefusals(demo)
  },
}

/** Events a day of each source, about. */
const rates = [
  { name: 'property.test', a_day: 44 },
  { name: 'condos.test', a_day: 29 },
  { name: 'mrloft.test', a_day: 7 },
  { name: 'Portal e-mails', a_day: 6 },
  { name: 'Open house tablet', a_day: 1 },
]

/** What happened on the sites of the demo in the last two weeks, most of it by day, by leads that are there already. */
async function addEvents({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at, person, data, state, lead_id)
    SELECT s.id, 'demo-' || day || '-' || place,
           CASE WHEN s.kind <> 'site' THEN 'contact_agent'
                ELSE (ARRAY['listing_viewed', 'listing_viewed', 'listing_viewed', 'visited', 'favourited', 'building_viewed',
                            'signed_up', 'viewing_requested'])[1 + (day * 31 + place * 7) % 8] END,
           at, at, '{}', jsonb_build_object('mls_number', h.mls_number), 'done', l.id
    FROM jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) AS r (name text, a_day int)
    JOIN intake_sources s ON s.name = r.name
    CROSS JOIN generate_series(0, 13) AS day
    CROSS JOIN LATERAL generate_series(1, r.a_day * (5 + (day * 5 + s.id * 3) % 6) / 8) AS place
    CROSS JOIN LATERAL (SELECT ${now}::timestamptz - make_interval(days => day, mins => (place * 53 + s.id * 17) % 600) AS at) moment
    CROSS JOIN LATERAL (SELECT id FROM leads WHERE deleted_at IS NULL AND NOT is_bogus
                        ORDER BY id OFFSET (day * 41 + place * 13 + s.id) % 200 LIMIT 1) l
    LEFT JOIN LATERAL (SELECT mls_number FROM listings ORDER BY id OFFSET (day * 17 + place * 3) % 50 LIMIT 1) h ON true
    ON CONFLICT DO NOTHING`.execute(db)
}

async function addMails({ db, now }: Demo): Promise<void> {
  for (const mail of demoMails(now))
    await sql`
      INSERT INTO intake_mails (source_id, digest, raw, sender, sender_name, subject, text, signed_by, sent_at, received_at,
                                state, read_by)
      SELECT id, sha256(${mail.raw}), ${mail.raw}, ${mail.sender}, ${mail.sender_name}, ${mail.subject}, ${mail.text},
             'homescout.test', ${mail.at}, ${mail.at}, ${mail.state}, ${mail.state === 'read' ? 'hand' : null}
      FROM intake_sources WHERE name = 'Portal e-mails' ON CONFLICT DO NOTHING`.execute(db)
}

const refusals = [
  {
    source: 'mrloft.test',
    minutes: 48,
    problem: 'The signature in x-intake-signature is not that of the body.',
    body: '{"source_event_id":"ml-20931","type":"signed_up","occurred_at":"2026-11-22T14:02:11Z","person":{"first_name":"Noor","email":"noor@mail.test"}}',
    events: 0,
    refused: 0,
  },
  {
    source: 'condos.test',
    minutes: 390,
    problem: 'c-88412: data.bedrooms is not known.',
    body: '{"events":[{"source_event_id":"c-88412","type":"listing_viewed","occurred_at":"2026-11-22T08:31:00Z","person":{"email":"lee@mail.test"},"data":{"mls_number":"C9958017","bedrooms":2}}]}',
    events: 1,
    refused: 1,
  },
  {
    source: 'Open house tablet',
    minutes: 3100,
    problem: 'The request is not valid JSON.',
    body: '{"source_event_id":"oh-7","type":"signed_up","person":{"first_name":"Kim"',
    events: 0,
    refused: 0,
  },
]

async function addRefusals({ db, now }: Demo): Promise<void> {
  await sql`
    INSERT INTO intake_deliveries (source_id, body, received_at, events, refused, problem)
    SELECT s.id, r.body, ${now}::timestamptz - make_interval(mins => r.minutes), r.events, r.refused, r.problem
    FROM jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb)
      AS r (source text, minutes int, problem text, body text, events int, refused int)
    JOIN intake_sources s ON s.name = r.source WHERE NOT EXISTS (SELECT FROM intake_deliveries)`.execute(db)
}

interface DemoSource {
  kind: string
  name: string
  key: string
  site: string | null
  address: string | null
}

async function addSource(demo: Demo, { kind, name, key, site, address }: DemoSource): Promise<void> {
  const { db, now } = demo
  await sql`
    INSERT INTO intake_sources (kind, name, site_id, address, created_at, updated_at)
    VALUES (${kind}, ${name}, (SELECT id FROM sites WHERE name = ${site}), ${address}, ${now}, ${now})
    ON CONFLICT (name) DO NOTHING`.execute(db)
  // One site is being moved to a new key.
  if (site === 'mrloft') await addKey(demo, name, demoKey('mrloft_before'), [subDays(now, 400), addDays(now, 5)])
  await addKey(demo, name, key, [now, null])
}

async function addKey({ db }: Demo, source: string, key: string, [from, to]: [Date, Date | null]): Promise<void> {
  await sql`
    INSERT INTO intake_keys (source_id, hash, hint, created_at, expires_at)
    SELECT id, ${hashOfToken(key)}, ${hintOf(key)}, ${from}, ${to}::timestamptz FROM intake_sources WHERE name = ${source}
    ON CONFLICT (hash) DO NOTHING`.execute(db)
}
