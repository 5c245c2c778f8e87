import { body, defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { intakeCalls } from './contract/intake.ts'

const source = ({ one, unused }: World): Promise<number> =>
  one(`INSERT INTO intake_sources (kind, name) VALUES ('webhook', $1) RETURNING id`, [`Source ${unused()}`])

const aboutSource: Request = async world => ({ path: { id: await source(world) } })

const aboutMail =
  (fields: object = {}): Request =>
  async world => ({
    path: {
      id: await world.one(
        `INSERT INTO intake_mails (source_id, digest, raw, sender, text, received_at, state)
         VALUES ($1, sha256($2::text::bytea), 'x', 'a@portal.test', 'Reach at: ada@people.test', now(), 'unread') RETURNING id`,
        [await source(world), `mail ${world.unused()}`],
      ),
    },
    body: fields,
  })

const aboutRefusal: Request = async world => ({
  path: {
    id: await world.one(
      `INSERT INTO intake_deliveries (source_id, body, received_at, problem)
       VALUES ($1, '{"source_event_id":"1","type":"visited","occurred_at":"2026-01-02T03:04:05Z","data":{"visitor_id":"v"}}',
               now(), 'The signature is wrong.') RETURNING id`,
      [await source(world)],
    ),
  },
})

const mappedSource = async (world: World) => ({
  path: {
    id: await world.one(`INSERT INTO intake_sources (kind, name) VALUES ('mapped', $1) RETURNING id`, [
      `Form ${world.unused()}`,
    ]),
  },
  body: { type: 'contact_agent', fields: [{ field: 'email', path: '/email' }] },
})

const marks = { marks: [{ field: 'email', part: 'text', start: 10, end: 25 }] }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(intakeCalls, {
  overview: [office, nothing],
  add: [office, world => ({ body: { kind: 'webhook', name: `Added ${world.unused()}` } })],
  update: [office, async world => ({ ...(await aboutSource(world, 'admin')), body: { is_active: false } })],
  rotate: [office, aboutSource],
  revoke: [
    office,
    async world => ({
      path: {
        id: await world.one(
          `INSERT INTO intake_keys (source_id, hash, hint) VALUES ($1, sha256($2::text::bytea), 'kt…') RETURNING id`,
          [await source(world), `key ${world.unused()}`],
        ),
      },
    }),
  ],
  events: [office, nothing],
  retry: [
    office,
    async world => ({
      path: {
        id: await world.one(
          `INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at, state)
           VALUES ($1, $2, 'visited', now(), now(), 'failed') RETURNING id::int`,
          [await source(world), `event ${world.unused()}`],
        ),
      },
    }),
  ],
  refusals: [office, nothing],
  replay: [office, aboutRefusal],
  dismiss: [office, aboutRefusal],
  samples: [office, async world => ({ path: (await mappedSource(world)).path })],
  tryMapping: [office, mappedSource],
  saveMapping: [office, mappedSource],
  mails: [office, body({ state: 'unread' })],
  mail: [office, aboutMail()],
  tryReader: [office, aboutMail(marks)],
  saveReader: [office, aboutMail(marks)],
  byHand: [office, aboutMail({ first_name: 'Ada', email: 'ada.hand@people.test' })],
  ignore: [office, aboutMail()],
  replayMails: [office, nothing, 'in turn'],
})
