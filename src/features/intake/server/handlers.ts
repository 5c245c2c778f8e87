import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext, RemoteContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import { EXACT_TOTAL_LIMIT, type PageInput } from '../../../platform/wire/page.ts'
import { region } from '../../../product/region/region.ts'
import type { intakeCalls } from '../contract/intake.ts'
import type { IntakeSource } from '../contract/sources.ts'
import { usableFields } from '../rules/mailFields.ts'
import { callerSources } from '../rules/sources.ts'
import { giveKey } from './commands/keys.ts'
import { makeLead, publishMails, readMail } from './commands/mails.ts'
import { samplesOf, saveMapping, tryMapping } from './commands/mapping.ts'
import { replayRefusal } from './commands/replay.ts'
import { saveAndReplay, tryMarks } from './commands/trial.ts'
import { catchUpIntake } from './jobs.ts'
import { countEvents, countRefusals, lockRefusal, refusals, settleRefusal, shownEvents } from './queries/deliveries.ts'
import { resetFailed } from './queries/events.ts'
import { countMails, lockMail, mailById, mailPage, rawMail, settleMail, unreadMails } from './queries/mails.ts'
import {
  callersToday,
  endKey,
  insertSource,
  lockSource,
  siteExists,
  sourceById,
  sourcesWithFigures,
  writeSource,
} from './queries/sources.ts'

/** Mails that are read again at once at the most. */
const MAX_REPLAYED = 200

async function sourceOf(ctx: QueryContext, id: number): Promise<IntakeSource> {
  const [source] = await sourcesWithFigures(ctx, { zone: region.zone, id })
  if (!source) throw notFound('source')
  return source
}

/** In a transaction of its own, so that one which fails holds up no other. */
async function readAgain(ctx: RemoteContext, id: number): Promise<boolean> {
  try {
    return await ctx.transaction(change => readMail(change, id))
  } catch (error) {
    ctx.log.error({ err: error, mail: id }, 'a mail could not be read again')
    return false
  }
}

const publishSources = (ctx: Change): void => ctx.changed('intake', [], ['right:is_admin'])

const before = ({ cursor }: PageInput) => (cursor ? instantCursors.read(cursor) : null)
const placeOf = ({ received_at, id }: { received_at: string; id: number }) =>
  instantCursors.write({ at: received_at, id })

const taken = () => conflict('Another source has this name.')

export const intakeHandlers: Handlers<typeof intakeCalls> = {
  async overview(ctx) {
    const zone = region.zone
    return {
      sources: await sourcesWithFigures(ctx, { zone }),
      callers: await callersToday(ctx, callerSources, zone),
      unread: await countMails(ctx, 'unread', EXACT_TOTAL_LIMIT),
      events: await countEvents(ctx, undefined, EXACT_TOTAL_LIMIT),
      refused: await countRefusals(ctx, EXACT_TOTAL_LIMIT),
    }
  },

  async add(ctx, { kind, name, site_id = null, address = null, proxies = [] }) {
    if (kind === 'site' && site_id === null) throw invalid({ site_id: ['Choose the site that its leads belong to.'] })
    if (site_id !== null && !(await siteExists(ctx, site_id))) throw invalid({ site_id: ['This site does not exist.'] })
    const id = await insertSource(ctx, { kind, name, site_id, address, proxies: [...proxies] })
    if (id === null) throw taken()
    const key = await giveKey(ctx, { id, kind })
    ctx.audit({ subject: 'intake source', subject_id: id, after: { kind, name, site_id, address, proxies } })
    publishSources(ctx)
    return { source: await sourceOf(ctx, id), key }
  },

  async update(ctx, { id, ...given }) {
    const source = await lockSource(ctx, id)
    if (!source) throw notFound('source')
    const after = {
      name: given.name ?? source.name,
      address: given.address === undefined ? source.address : given.address,
      proxies: given.proxies ?? source.proxies,
      is_active: given.is_active ?? source.is_active,
    }
    if (!(await writeSource(ctx, id, after))) throw taken()
    ctx.audit({ subject: 'intake source', subject_id: id, before: source, after })
    publishSources(ctx)
    return sourceOf(ctx, id)
  },

  async rotate(ctx, { id }) {
    const source = (await lockSource(ctx, id)) && (await sourceById(ctx, id))
    if (!source) throw notFound('source')
    const key = await giveKey(ctx, source)
    ctx.audit({ subject: 'intake source', subject_id: id, after: { key: 'new' } })
    publishSources(ctx)
    return { source: await sourceOf(ctx, id), key }
  },

  async revoke(ctx, { id }) {
    const source = await endKey(ctx, id)
    if (source === null) throw notFound('key')
    ctx.audit({ subject: 'intake source', subject_id: source, after: { key: 'revoked' } })
    publishSources(ctx)
    return {}
  },

  async events(ctx, { state, ...asked }) {
    const { offset, limit } = windowOf(asked)
    const rows = await shownEvents(ctx, { state, offset, limit, before: before(asked) })
    const total = await countEvents(ctx, state, EXACT_TOTAL_LIMIT + 1)
    return pageOf(rows, {
      asked: { ...asked, state },
      total,
      cursorAfter: row => placeOf(row),
    })
  },

  async retry(ctx, { id }) {
    if (!(await resetFailed(ctx, id))) throw notFound('event')
    ctx.audit({ subject: 'intake event', subject_id: id, after: { state: 'waiting' } })
    await ctx.enqueue(catchUpIntake, {})
    publishSources(ctx)
    return {}
  },

  async refusals(ctx, asked) {
    const { offset, limit } = windowOf(asked)
    const rows = await refusals(ctx, { offset, limit, before: before(asked) })
    const total = await countRefusals(ctx, EXACT_TOTAL_LIMIT + 1)
    return pageOf(rows, { asked, total, cursorAfter: row => placeOf(row) })
  },

  replay: (ctx, { id }) => replayRefusal(ctx, id),

  async dismiss(ctx, { id }) {
    if (!(await lockRefusal(ctx, id))) throw notFound('request')
    await settleRefusal(ctx, id)
    publishSources(ctx)
    return {}
  },

  samples: (ctx, { id }) => samplesOf(ctx, id),
  tryMapping: (ctx, { id, ...mapping }) => tryMapping(ctx, id, mapping),
  saveMapping: (ctx, { id, ...mapping }) => saveMapping(ctx, id, mapping),

  async mails(ctx, { state, ...asked }) {
    const { offset, limit } = windowOf(asked)
    const rows = await mailPage(ctx, { state, offset, limit, before: before(asked) })
    const total = await countMails(ctx, state, EXACT_TOTAL_LIMIT + 1)
    return pageOf(rows, {
      asked: { ...asked, state },
      total,
      cursorAfter: row => placeOf(row),
    })
  },

  async mail(ctx, { id }) {
    const mail = await mailById(ctx, id)
    if (!mail) throw notFound('mail')
    return mail
  },

  tryReader: (ctx, { id, marks }) => tryMarks(ctx, id, marks),
  saveReader: (ctx, { id, marks, name }) => saveAndReplay(ctx, id, { marks, name }),

  async byHand(ctx, { id, ...given }) {
    const locked = await lockMail(ctx, id)
    const mail = locked && (await rawMail(ctx, id))
    if (!mail) throw notFound('mail')
    if (locked.state === 'read') throw conflict('This mail is a lead already.')
    const fields = usableFields(given)
    if (!fields) throw invalid({ email: ['Enter an e-mail address or a phone number.'] })
    await makeLead(ctx, mail, { fields, read_by: 'hand', sent_at: null })
    ctx.audit({ subject: 'intake mail', subject_id: id, after: fields })
    publishMails(ctx)
    const after = await mailById(ctx, id)
    if (!after) throw notFound('mail')
    return after
  },

  async ignore(ctx, { id }) {
    const locked = await lockMail(ctx, id)
    if (!locked) throw notFound('mail')
    if (locked.state === 'read') throw conflict('This mail is a lead already.')
    await settleMail(ctx, id, { state: 'ignored' })
    ctx.audit({ subject: 'intake mail', subject_id: id, after: { state: 'ignored' } })
    publishMails(ctx)
    return {}
  },

  async replayMails(ctx) {
    const waiting = await unreadMails(ctx, MAX_REPLAYED)
    let read = 0
    for (const id of waiting) if (await readAgain(ctx, id)) read++
    return { read, unread: waiting.length - read }
  },
}
