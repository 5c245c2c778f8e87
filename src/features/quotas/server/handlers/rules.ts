import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound, stale } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { userNames } from '../../../people/server/queries/names.ts'
import type { quotaCalls } from '../../contract/calls.ts'
import type { Ladders, QuotaRule, QuotaRuleFields, QuotaRules, Rung, Stamp } from '../../contract/ladders.ts'
import { changeSentences, changesBetween } from '../../rules/changes.ts'
import { conditionsJson } from '../../rules/conditions.ts'
import { noLadders, removeRung } from '../../rules/ladder.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { checkedLadders, publishVersion, takeBackNewest, typeOfRule, withRule } from '../commands/ladders.ts'
import { publishLadders } from '../commands/publish.ts'
import {
  deleteDraft,
  laddersInForce,
  lockLadders,
  newestVersion,
  newRuleIds,
  numberOfVersions,
  type StoredDraft,
  storedDraft,
  versionOf,
  versionsBelow,
  writeDraft,
} from '../queries/ladders.ts'
import { workspaceOf } from './workspace.ts'

type Names =
  | 'rules'
  | 'saveRule'
  | 'removeRule'
  | 'workspace'
  | 'saveDraft'
  | 'discardDraft'
  | 'publish'
  | 'versions'
  | 'undoVersion'
  | 'restoreVersion'

export const ruleHandlers: Pick<Handlers<typeof quotaCalls>, Names> = {
  rules: async ctx => answerOf(await laddersInForce(ctx)),

  async saveRule(ctx, fields) {
    await lockLadders(ctx)
    const ladders = await laddersInForce(ctx)
    const { type, rule } =
      fields.id === undefined ? await newRule(ctx, fields) : changedRule(ladders, fields.id, fields)
    await publishVersion(ctx, { ladders: { ...ladders, [type]: withRule(ladders[type], rule) } })
    return answerOf(await laddersInForce(ctx))
  },

  async removeRule(ctx, { id }) {
    await lockLadders(ctx)
    const ladders = await laddersInForce(ctx)
    const type = typeOfRule(ladders, id)
    if (type === null) throw notFound('quota rule')
    await publishVersion(ctx, { ladders: { ...ladders, [type]: removeRung(ladders[type], id) } })
    return answerOf(await laddersInForce(ctx))
  },

  workspace: workspaceOf,

  async saveDraft(ctx, { ladders: given }, { ifMatch }) {
    await lockLadders(ctx)
    const before = await storedDraft(ctx)
    if (ifMatch !== null && ifMatch !== (before?.version ?? 0)) throw stale(await workspaceOf(ctx))
    const ladders = checkedLadders(given, { mayCircle: true })
    const inForce = await laddersInForce(ctx)
    const changed = await stampsOf(ctx, { inForce, before, ladders })
    if (Object.keys(changed).length === 0) await deleteDraft(ctx)
    else await writeDraft(ctx, { ladders, changed, based_on: (await newestVersion(ctx))?.number ?? 0 })
    ctx.audit({ subject: 'quota rules', subject_id: null, before: before?.ladders ?? null, after: ladders })
    publishLadders(ctx)
    return workspaceOf(ctx)
  },

  async discardDraft(ctx) {
    await lockLadders(ctx)
    await deleteDraft(ctx)
    publishLadders(ctx)
    return workspaceOf(ctx)
  },

  async publish(ctx) {
    await lockLadders(ctx)
    const draft = await storedDraft(ctx)
    if (!draft) throw conflict('There is no draft to publish.')
    await publishVersion(ctx, { ladders: draft.ladders, draft })
    await deleteDraft(ctx)
    return workspaceOf(ctx)
  },

  async versions(ctx, asked) {
    const { limit, offset } = windowOf(asked)
    const below = asked.cursor ? idCursors.read(asked.cursor) : null
    // One more than the page needs, so that the last one of it has a version to be compared to.
    const found = await versionsBelow(ctx, { below, limit: limit + 1, offset })
    const rows = found.slice(0, limit).map(({ number, published, restores, ladders }, index) => ({
      id: number,
      published,
      restores,
      changes: changeSentences(found[index + 1]?.ladders ?? noLadders, ladders),
    }))
    const total = await numberOfVersions(ctx)
    return pageOf(rows, { asked, total, cursorAfter: ({ id }) => idCursors.write(id) })
  },

  async undoVersion(ctx, { id }) {
    await lockLadders(ctx)
    const draft = await takeBackNewest(ctx, id)
    if (draft && !(await storedDraft(ctx))) await writeDraft(ctx, draft)
    return workspaceOf(ctx)
  },

  async restoreVersion(ctx, { id }) {
    await lockLadders(ctx)
    const version = await versionOf(ctx, id)
    if (!version) throw notFound('version')
    if (changesBetween(await laddersInForce(ctx), version.ladders).length === 0)
      throw conflict('These rules are in force already.')
    await publishVersion(ctx, { ladders: version.ladders, restores: id })
    return workspaceOf(ctx)
  },
}

const answerOf = (ladders: Ladders): QuotaRules => ({
  rental: ladders.rental.map(rung => ruleOf('rental', rung)),
  buyer: ladders.buyer.map(rung => ruleOf('buyer', rung)),
})

const ruleOf = (type: QuotaType, { id, daily, weekly, next, previous, next_conditions }: Rung): QuotaRule => ({
  id,
  type,
  daily,
  weekly,
  next,
  previous,
  next_conditions: conditionsJson(next_conditions),
})

interface TypedRule {
  type: QuotaType
  rule: Rung
}

async function newRule(ctx: WriteContext, fields: QuotaRuleFields): Promise<TypedRule> {
  const { type, daily, weekly, next = null, previous = null, next_conditions = [] } = fields
  if (type === undefined || daily === undefined || weekly === undefined) {
    const missing = (['type', 'daily', 'weekly'] as const).filter(name => fields[name] === undefined)
    throw invalid(Object.fromEntries(missing.map(name => [name, [`${name} is required.`]])))
  }
  const [id = 0] = await newRuleIds(ctx, 1)
  return { type, rule: { id, daily, weekly, next, previous, next_conditions } }
}

function changedRule(ladders: Ladders, id: number, { type: asked, ...fields }: QuotaRuleFields): TypedRule {
  const type = typeOfRule(ladders, id)
  const rule = type && ladders[type].find(rung => rung.id === id)
  if (!rule) throw notFound('quota rule')
  if (asked !== undefined && asked !== type) throw invalid({ type: ['The type of a rule cannot be changed.'] })
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { type, rule: { ...rule, ...given } }
}

/** Who changed each place of the draft last: whoever saves it, where it says something else than before. */
async function stampsOf(
  ctx: QueryContext & Pick<WriteContext, 'actor'>,
  { inForce, before, ladders }: { inForce: Ladders; before: StoredDraft | null; ladders: Ladders },
): Promise<Record<string, Stamp>> {
  const { user_id } = ctx.actor
  const now: Stamp = { at: instantText(ctx.now), by: (await userNames(ctx, [user_id])).get(user_id) ?? null }
  const known = new Map(
    before ? changesBetween(inForce, before.ladders).map(({ key, text }) => [key, text] as const) : [],
  )
  return Object.fromEntries(
    changesBetween(inForce, ladders).map(({ key, text }) => [
      key,
      known.get(key) === text ? (before?.changed[key] ?? now) : now,
    ]),
  )
}
