import { createHash } from 'node:crypto'
import type { Change } from '../../../../platform/server/context.ts'
import type { MailFields, MailReader } from '../../contract/mails.ts'
import { dollarsOf } from '../../rules/mailFields.ts'
import { insertEvents } from '../queries/events.ts'
import {
  beginTry,
  insertMail,
  leadOfEvent,
  lockMail,
  type RawMail,
  rawMail,
  readerOfSender,
  settleMail,
  writeDecoded,
} from '../queries/mails.ts'
import type { KnownSource } from '../queries/sources.ts'
import { parseMail, type ReadableMail } from '../remote.ts'
import { applyEvents } from './apply.ts'
import type { EventsAtWork } from './deal.ts'
import { climb } from './ladder.ts'
import { storedOf } from './store.ts'

/** Takes in a mail: stored whole first, then read. What fails meanwhile is tried again by a job. */
export async function receiveMail(
  work: EventsAtWork,
  source: Pick<KnownSource, 'id'>,
  raw: Buffer,
): Promise<{ id: number }> {
  const digest = createHash('sha256').update(raw).digest()
  const stored = await work.transaction('intake.mail', ctx => insertMail(ctx, { source_id: source.id, digest, raw }))
  if (stored.is_new) await tryToRead(work, stored.id)
  return { id: stored.id }
}

/** Tries of a mail, after which it waits for a person. */
const MAX_MAIL_TRIES = 3

/** Reads a mail that waits; one that breaks the readers waits for a person after some tries. */
export async function tryToRead(work: EventsAtWork, id: number): Promise<void> {
  // Counted before it is opened: a mail may take the process down with it.
  const tries = await work.transaction('intake.try', ctx => beginTry(ctx, id))
  if (tries === null) return
  try {
    if (tries <= MAX_MAIL_TRIES) await work.transaction('intake.read', ctx => readMail(ctx, id))
  } catch (error) {
    work.log.error({ err: error, mail: id }, 'a mail could not be read')
  }
  if (tries < MAX_MAIL_TRIES) return
  await work.transaction('intake.unread', async ctx => {
    if ((await lockMail(ctx, id))?.state !== 'waiting') return
    await settleMail(ctx, id, { state: 'unread', problem: 'Reading this mail failed.' })
    publishMails(ctx)
  })
}

/** Reads a stored mail that is no lead yet, by whatever readers there are now; answers whether it is one from now on. */
export async function readMail(ctx: Change, id: number): Promise<boolean> {
  const stored = await rawMail(ctx, id)
  const locked = await lockMail(ctx, id)
  if (!stored || !locked || locked.state === 'read') return false
  const mail = await decoded(ctx, stored)
  if (mail.has_bad_signature) {
    const domain = mail.sender.slice(mail.sender.lastIndexOf('@') + 1)
    await settleMail(ctx, id, { state: 'unread', problem: `Not signed by ${domain}.` })
    publishMails(ctx)
    return false
  }
  const read = await climb(mail, sender => readerOfSender(ctx, sender))
  if (read) await makeLead(ctx, stored, { ...read, sent_at: mail.sent_at })
  else await settleMail(ctx, id, { state: 'unread' })
  publishMails(ctx)
  return read !== null
}

async function decoded(ctx: Change, stored: RawMail): Promise<ReadableMail> {
  const mail = await parseMail(stored.raw)
  await writeDecoded(ctx, stored.id, mail)
  return mail
}

/** Makes a lead of a mail by what was read of it, or by what a person entered. */
export async function makeLead(
  ctx: Change,
  mail: Pick<RawMail, 'id' | 'source_id' | 'received_at'>,
  { fields, read_by, sent_at }: { fields: MailFields; read_by: MailReader; sent_at: string | null },
): Promise<number | null> {
  const source_event_id = `mail ${mail.id}`
  const event = storedOf(
    {
      source_event_id,
      type: 'contact_agent',
      occurred_at: sent_at ?? new Date(mail.received_at).toISOString(),
      person: {
        first_name: fields.first_name ?? null,
        last_name: fields.last_name ?? null,
        email: fields.email ?? null,
        phone: fields.phone ?? null,
      },
      data: {
        mls_number: fields.mls_number ?? null,
        address: fields.address ?? null,
        price: dollarsOf(fields.price),
        message: fields.message ?? null,
      },
    },
    ctx.now,
  )
  const stored = await insertEvents(ctx, mail.source_id, [event])
  await applyEvents(
    ctx,
    mail.source_id,
    stored.map(({ id }) => id),
  )
  const lead_id = await leadOfEvent(ctx, mail.source_id, source_event_id)
  await settleMail(ctx, mail.id, { state: 'read', read_by, fields, lead_id })
  return lead_id
}

/** Has browsers of administrators ask for the mails again. */
export const publishMails = (ctx: Change): void => ctx.changed('intake', [], ['right:is_admin'])
