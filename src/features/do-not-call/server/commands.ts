import { type Finding, fine, wrong } from '../../../platform/server/checkup/finding.ts'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import { region } from '../../../product/region/region.ts'
import { standingOf } from '../../consent/rules.ts'
import { entriesOf } from '../../consent/server/queries.ts'
import type { ListInForce } from '../contract.ts'
import {
  ageInDays,
  doNotCallRule,
  isExempt,
  isTooOld,
  LISTED,
  MAX_AGE_DAYS,
  NOT_CALLED,
  ownListRule,
  type Place,
  placeOf,
  tooOldSentence,
} from '../rules.ts'
import { contactsOf, listInForce, lookUp, notCalled } from './queries.ts'

/** Whom somebody wants to reach, with their number in E.164. */
interface Person {
  lead_id: number
  phone: string | null
}

interface Asked {
  channel: 'email' | 'text' | 'call'
  class: string
  people: readonly Person[]
}

interface Objection {
  code: 'do_not_call'
  sentence: string
  since: string | null
  rule: typeof doNotCallRule | typeof ownListRule
}

/**
 * What the national list has against calls and texts: numbers that are on it, unless a relationship exempts them; without an exemption
 * nobody is reached by a list that is too old. Answers to what a lead asked for are not solicitation. Before the first list is imported
 * there is nothing to hold anything against, which the administration says.
 */
export async function objectToListed(ctx: QueryContext, { channel, class: given, people }: Asked) {
  const objections = new Map<number, Objection[]>()
  if (channel === 'email' || given === 'request_answer') return objections
  const held = people.flatMap(({ lead_id, phone }) => {
    const place = phone === null ? null : placeOf(phone)
    return place ? [{ lead_id, place }] : []
  })
  const found = await lookUp(
    ctx,
    held.map(({ place }) => place),
  )
  if (!found) return objections
  const tooOld = isTooOld(ageInDays(found.obtained_on, ctx.now, region.zone))
  const listed = new Set(found.listed)
  const doubtful = held.filter((_, at) => tooOld || listed.has(at)).map(({ lead_id }) => lead_id)
  if (doubtful.length === 0) return objections
  const sentence = tooOld ? tooOldSentence(dayText(found.obtained_on)) : LISTED
  const exempt = await exemptOf(ctx, channel, doubtful)
  for (const id of doubtful)
    if (!exempt.has(id)) objections.set(id, [{ code: 'do_not_call', sentence, since: null, rule: doNotCallRule }])
  return objections
}

/**
 * What the brokerage's own list has against calls: a number whose owner took back their consent to calls is not called under another
 * lead either, unless that lead said themselves that they may be called. What a lead took back themselves, the ledger says.
 */
export async function objectToNotCalled(ctx: QueryContext, { channel, people }: Asked) {
  const objections = new Map<number, Objection[]>()
  if (channel !== 'call') return objections
  const numbers = people.flatMap(({ lead_id, phone }) => (phone === null ? [] : [{ lead_id, phone }]))
  const held = numbers.length === 0 ? [] : await notCalled(ctx, numbers)
  if (held.length === 0) return objections
  const entries = await entriesOf(ctx, held, ['call'])
  for (const id of held)
    if (standingOf(entries.get(id) ?? [], ctx.now).call.state !== 'express')
      objections.set(id, [{ code: 'do_not_call', sentence: NOT_CALLED, since: null, rule: ownListRule }])
  return objections
}

/** Which of these leads may be reached although their number is listed. */
async function exemptOf(ctx: QueryContext, channel: 'text' | 'call', ids: readonly number[]): Promise<Set<number>> {
  const [contacts, entries] = [await contactsOf(ctx, ids), await entriesOf(ctx, ids, [channel])]
  const isFree = (id: number) =>
    isExempt(
      {
        inquired_at: contacts.get(id)?.inquired_at ?? null,
        dealt_at: contacts.get(id)?.dealt_at ?? null,
        has_express_consent: standingOf(entries.get(id) ?? [], ctx.now)[channel].state === 'express',
      },
      ctx.now,
    )
  return new Set(ids.filter(isFree))
}

/** The list in force with its age; `null` before the first one. */
export async function shownList(ctx: QueryContext): Promise<ListInForce | null> {
  const list = await listInForce(ctx)
  if (!list) return null
  const age_days = ageInDays(list.obtained_on, ctx.now, region.zone)
  return { ...list, age_days, is_too_old: isTooOld(age_days) }
}

/** Whether a number is on the list in force. */
export async function isListed(ctx: QueryContext, place: Place | null): Promise<boolean> {
  return place !== null && ((await lookUp(ctx, [place]))?.listed.length ?? 0) > 0
}

/** Has everybody who calls, and the administration, look at the list again. */
export const publishLists = (ctx: Change, id: number): void => ctx.changed('do-not-call', [id], ['right:view_leads'])

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Whether there is a list, and a new enough one, for the check of an installation. */
export async function checkList(ctx: QueryContext): Promise<Finding[]> {
  const check = 'Do-not-call list'
  if (ctx.config.mode === 'demo') return [fine(check, 'That of the demo has made-up numbers.')]
  const mend =
    'Download a new one from the national registry and import it under Admin, Do-not-call list; docs/do-not-call.md says how.'
  const list = await listInForce(ctx)
  if (list === null)
    return [wrong(check, 'warning', 'None was imported: calls and texts are held against nothing.', mend)]
  const age = ageInDays(list.obtained_on, ctx.now, region.zone)
  const said = `It is from ${dayText(list.obtained_on)}, ${age} days old.`
  if (isTooOld(age)) return [wrong(check, 'error', `${said} Calls and texts that are no answers are refused.`, mend)]
  return [age > MAX_AGE_DAYS - DAYS_AHEAD ? wrong(check, 'warning', said, mend) : fine(check, said)]
}

/** So long before the list is too old one is told. */
const DAYS_AHEAD = 5
