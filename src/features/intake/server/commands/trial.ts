import type { QueryContext, RemoteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import type { IntakeMail, MailFields, MailMark, ReaderLine, ReaderTrial } from '../../contract/mails.ts'
import { nameIn, usableFields } from '../../rules/mailFields.ts'
import { readBy, readerOf } from '../../rules/readers.ts'
import { lockMail, type MailOfSender, mailById, mailsOfSender, saveReader } from '../queries/mails.ts'
import { isPortalItself } from './ladder.ts'
import { makeLead, publishMails } from './mails.ts'

/** Stored mails of a sender that a reader is tried on. */
const MAX_TRIED = 200

/** Tries what a person marked in one mail on all stored mails of its sender. */
export async function tryMarks(ctx: QueryContext, id: number, marks: readonly MailMark[]): Promise<ReaderTrial> {
  const mail = await requireMail(ctx, id)
  return trialOf(mail.sender, linesOf(mail, marks), await mailsOfSender(ctx, mail.sender, MAX_TRIED))
}

/**
 * Saves how the mails of a sender are read, then makes leads of those that wait for a person: of what this reader alone
 * finds in them, as it was tried, and each in a transaction of its own, so that one which fails holds up no other.
 */
export async function saveAndReplay(
  ctx: RemoteContext,
  id: number,
  { marks, name = '' }: { marks: readonly MailMark[]; name?: string | undefined },
): Promise<{ read: number }> {
  const mail = await requireMail(ctx, id)
  if (mail.sender === '') throw conflict('This mail does not say who sent it. Enter the lead by hand.')
  const lines = linesOf(mail, marks)
  await ctx.transaction(async change => {
    await saveReader(change, { sender: mail.sender, name: name || mail.sender_name || mail.sender, lines })
    change.audit({ subject: 'mail reader', subject_id: mail.sender, after: { lines } })
    publishMails(change)
  })
  let read = 0
  for (const each of (await mailsOfSender(ctx, mail.sender, MAX_TRIED)).toReversed())
    if (await replay(ctx, each, lines)) read++
  return { read }
}

async function replay(ctx: RemoteContext, mail: MailOfSender, lines: readonly ReaderLine[]): Promise<boolean> {
  const fields = waitsFor(mail) ? fieldsBy(lines, mail) : null
  if (!fields) return false
  try {
    return await ctx.transaction(async change => {
      if ((await lockMail(change, mail.id))?.state !== 'unread') return false
      await makeLead(change, mail, { fields, read_by: 'reader', sent_at: mail.sent_at })
      publishMails(change)
      return true
    })
  } catch (error) {
    ctx.log.error({ err: error, mail: mail.id }, 'a mail could not be replayed')
    return false
  }
}

/** Whether a mail waits for whoever can read it, and may be read without a person. */
const waitsFor = ({ state, has_bad_signature }: MailOfSender) => state === 'unread' && !has_bad_signature

/** What a reader finds in a mail; `null` when that is nobody who can be reached. */
function fieldsBy(lines: readonly ReaderLine[], mail: MailOfSender): MailFields | null {
  const found = readBy(lines, mail)
  const fields = found && usableFields(found)
  return fields && !isPortalItself(fields, mail) ? fields : null
}

async function requireMail(ctx: QueryContext, id: number): Promise<IntakeMail> {
  const mail = await mailById(ctx, id)
  if (!mail) throw notFound('mail')
  return mail
}

function linesOf(mail: IntakeMail, marks: readonly MailMark[]): ReaderLine[] {
  const lines = readerOf(mail, marks)
  const fields = lines.flatMap(line => line.fields)
  if (!fields.includes('email') && !fields.includes('phone'))
    throw invalid({ marks: ['Mark the e-mail address or the phone number.'] })
  return lines
}

function trialOf(sender: string, lines: readonly ReaderLine[], mails: readonly MailOfSender[]): ReaderTrial {
  const wanted = new Set(lines.flatMap(line => line.fields))
  const tried = mails.map(mail => {
    const fields = fieldsBy(lines, mail)
    return {
      id: mail.id,
      received_at: mail.received_at,
      state: mail.state,
      name: fields ? nameIn(fields) || (fields.email ?? fields.phone ?? '') : mail.subject,
      is_read: fields !== null,
      missing: fields && wanted.has('phone') && !fields.phone ? 'No phone in this mail' : null,
      isWaiting: fields !== null && waitsFor(mail),
    }
  })
  return {
    sender,
    read: tried.filter(({ is_read }) => is_read).length,
    total: tried.length,
    waiting: tried.filter(({ isWaiting }) => isWaiting).length,
    mails: tried.map(({ isWaiting: _, ...mail }) => mail),
  }
}
