import { tz } from '@date-fns/tz'
import { format, parseISO } from 'date-fns'
import type { FileAnswer } from '../../../../platform/server/calls/handlers.ts'
import type { Actor, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { printedDay, type StatementRow } from '../../../../product/pdf/statementPage.ts'
import { contactChannels } from '../../../leads/rules.ts'
import type { Channel, ConsentEntry, ConsentState } from '../../contract.ts'
import { channelLabel, consentLaw, decidingEntry, renewalText, standingOf, stateLabel, whyText } from '../../rules.ts'
import { addressesOf, ledgerOf, namesOfUsers } from '../queries.ts'

type Asking = QueryContext & { viewer: Viewer; actor: Actor }

const UNCHANGED =
  'Lines of the record are added and never changed. Do-not-call lists and blocked numbers are checked at each call and text, and are not part of this page.'

/** What shows how a lead consented: how each channel stands and by which rule, and every line of the ledger, as PDF. */
export async function proofFile(
  ctx: Asking,
  lead: { id: number; first_name: string; last_name: string },
): Promise<FileAnswer> {
  const history = await ledgerOf(ctx, lead.id, null)
  const { email, phone } = await addressesOf(ctx, lead.id)
  const standing = standingOf(history.toReversed(), ctx.now)
  const person = `${lead.first_name} ${lead.last_name}`.trim() || 'No name'
  const { drawStatement } = await import('../../../../product/pdf/statement.ts')
  const day = (instant: string) => momentIn(instant, ctx.viewer.zone, 'MMM d, yyyy')
  const pdf = await drawStatement({
    house: ctx.config.siteName,
    title: 'Proof of consent',
    person,
    about: [email, phone].filter(Boolean).join(' · ') || 'No address and no number',
    facts: [
      ...contactChannels.map((channel): [string, string] => [
        channelLabel[channel],
        standingText(channel, standing[channel], { history, day }),
      ]),
      ['Made', `${momentIn(ctx.now, ctx.viewer.zone)} by ${await makerOf(ctx)}`],
    ],
    columns: ['What is on record', 'Since'],
    texts: 2,
    rows:
      history.length === 0
        ? [{ cells: ['Nothing is on record.', ''] }]
        : history.map(entry => rowOf(entry, history, ctx)),
    sums: [],
    note: `${UNCHANGED} Times are those of ${ctx.viewer.zone.replaceAll('_', ' ')}.`,
  })
  return { filename: `Consent ${person}.pdf`, type: 'application/pdf', body: Buffer.from(pdf) }
}

const momentIn = (instant: string | Date, zone: string, pattern = 'MMM d, yyyy, HH:mm'): string =>
  format(typeof instant === 'string' ? parseISO(instant) : instant, pattern, { in: tz(zone) })

async function makerOf(ctx: Asking): Promise<string> {
  const { viewer, actor } = ctx
  const names = await namesOfUsers(ctx, [viewer.user_id, actor.user_id])
  const nameOf = (id: number) => names.get(id) ?? 'somebody'
  return actor.user_id === viewer.user_id
    ? nameOf(viewer.user_id)
    : `${nameOf(actor.user_id)} as ${nameOf(viewer.user_id)}`
}

const messages: Readonly<Record<Channel, string>> = { email: 'e-mail', text: 'texts', call: 'calls' }

/** What may be sent now, until when, why, what renews it, and by which rule. */
function standingText(
  channel: Channel,
  standing: ConsentState,
  { history, day }: { history: readonly ConsentEntry[]; day(instant: string): string },
): string {
  const entry = decidingEntry(history, channel, standing)
  const rule = ruleOf(channel, standing)
  return [
    `${stateLabel[standing.state]}.`,
    mayText(channel, standing, day),
    entry ? `${whyText(entry, day(entry.given_at))}.` : 'Nothing is on record.',
    renewalText(standing),
    `Rule: ${rule.label} (since ${printedDay(rule.since)}).`,
  ]
    .filter(text => text !== null)
    .join(' ')
}

function mayText(channel: Channel, { state, covers, until }: ConsentState, day: (instant: string) => string): string {
  const name = messages[channel]
  if (state === 'withdrawn' && covers !== 'commercial') return `No ${name} at all.`
  if (state === 'express') return `Commercial ${name}, without an end.`
  if (state === 'implied') return `Commercial ${name} until ${until ? day(until) : 'it ends'}.`
  if (channel === 'call') return 'Calls by people, unless a do-not-call list has the number.'
  return `Only what a person writes to this lead alone; no commercial ${name}.`
}

function ruleOf(channel: Channel, { state }: ConsentState): { label: string; since: string } {
  if (channel === 'call') return state === 'withdrawn' ? consentLaw.ownDoNotCall : consentLaw.doNotCall
  if (state === 'withdrawn') return consentLaw.withdrawal
  return state === 'implied' ? consentLaw.implied : consentLaw.consent
}

/** A line of the ledger with its evidence, who wrote it down, and what ended it. */
function rowOf(entry: ConsentEntry, history: readonly ConsentEntry[], { now, viewer: { zone } }: Asking): StatementRow {
  const { channel, kind, covers, basis, source, evidence, given_at, recorded_at, author } = entry
  const what = [
    `${channelLabel[channel]}: ${stateLabel[kind].toLowerCase()}`,
    covers === 'commercial' && 'for commercial e-mail',
    basis && `by ${basis === 'deal' ? 'a deal' : 'an inquiry'}`,
  ]
  const end = endOf(entry, history, now)
  const note = [
    `Source: ${source}.`,
    evidence && `Evidence: ${evidence.replace(/\s+/g, ' ')}`,
    `Written down ${momentIn(recorded_at, zone)} by ${author?.name ?? 'Keyturn itself'}.`,
    end && `${end.verb} ${momentIn(end.at, zone)}${end.by}.`,
  ]
  return {
    cells: [what.filter(Boolean).join(' '), momentIn(given_at, zone)],
    note: note.filter(Boolean).join(' '),
  }
}

/** When a consent ended or ends, and by what; `null` of one that holds without an end, and of a withdrawal. */
function endOf(
  { id, channel, kind, given_at, expires_at }: ConsentEntry,
  history: readonly ConsentEntry[],
  now: Date,
): { verb: string; at: string; by: string } | null {
  if (kind === 'withdrawn') return null
  const since = history.slice(
    0,
    history.findIndex(entry => entry.id === id),
  )
  const withdrawal = since.findLast(entry => entry.channel === channel && entry.kind === 'withdrawn')
  if (withdrawal && (expires_at === null || withdrawal.given_at < expires_at))
    return { verb: 'Ended', at: withdrawal.given_at, by: ` by a withdrawal: ${withdrawal.source}` }
  if (expires_at === null || expires_at <= given_at) return null
  return { verb: Date.parse(expires_at) <= now.getTime() ? 'Ended' : 'Ends', at: expires_at, by: ' by itself' }
}
