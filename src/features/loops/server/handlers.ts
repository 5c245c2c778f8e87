import { Readable } from 'node:stream'
import type { HandlerExtra, Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, Refusal } from '../../../platform/server/errors.ts'
import { secretsFor } from '../../../platform/server/secrets.ts'
import { instantText, parseInstant } from '../../../platform/wire/fields.ts'
import { requireDeal } from '../../deals/server/queries/reach.ts'
import { LOOP_LIMIT, type loopCalls } from '../contract.ts'
import { loopSentences } from '../rules/loops.ts'
import { publishLoop } from './commands/changes.ts'
import { followAccount } from './commands/follow.ts'
import { accountOf, dealLoop } from './commands/standing.ts'
import { deleteAccount, saveAccount, storedAccount } from './queries/accounts.ts'
import { dealsOfLoops, lockLoopOfDeal, writeRead } from './queries/deals.ts'
import { endSubscriptions } from './queries/subscriptions.ts'
import { accountSecrets, asking, dotloopOf, sealedTokens } from './remote/access.ts'
import { instantIn, loopDetailsOf } from './remote/details.ts'
import { clientsOf, filesOf, pdfName } from './remote/parts.ts'
import { removeEnded, turnOn } from './remote/standing.ts'

/** Where people come back to after they granted access. */
export const RETURN_PATH = '/connect/dotloop'
const FLOW_MS = 15 * 60_000

/** What the state of a begun connection holds, sealed. */
interface BegunConnection {
  user_id: number
  redirect_uri: string
  until: number
}

const flowSecrets = ({ config }: ReadContext) => secretsFor('dotloop connection', config)

export const loopHandlers: Handlers<typeof loopCalls> = {
  account: ctx => accountOf(ctx),

  async connect(ctx, _input, extra) {
    refuseFor(ctx)
    const redirectUri = `${originOf(ctx, extra)}${RETURN_PATH}`
    const begun: BegunConnection = {
      user_id: ctx.viewer.user_id,
      redirect_uri: redirectUri,
      until: ctx.now.getTime() + FLOW_MS,
    }
    const state = flowSecrets(ctx).seal(JSON.stringify(begun))
    return { url: dotloopOf(ctx.config).authorizeAddress({ redirectUri, state }) }
  },

  async finish(ctx, { code, state }) {
    refuseFor(ctx)
    const { redirect_uri } = begunBy(ctx, state)
    const client = dotloopOf(ctx.config)
    try {
      const tokens = await client.exchange(code, redirect_uri)
      const profiles = await client.as(tokens.access_token).profiles()
      const profile = profiles.find(one => one.default) ?? profiles[0]
      if (!profile) throw conflict('This Dotloop account has no profile that can be read.')
      await ctx.transaction(async tx => {
        await saveAccount(tx, { ...sealedTokens(tx, tokens), profile_id: profile.id, profile_name: profile.name })
        await followAccount(tx, ctx.viewer.user_id, profile.id)
        tx.changed('dotloop', [], [`user:${ctx.viewer.user_id}`])
      })
    } catch (error) {
      if (error instanceof Refusal) throw error
      ctx.log.warn({ err: error }, 'a Dotloop account could not be connected')
      throw conflict('Dotloop did not connect this account. Please try again.')
    }
    return accountOf(ctx)
  },

  async revoke(ctx) {
    const account = await storedAccount(ctx)
    if (!account) throw notFound('account')
    await ctx.transaction(tx => endSubscriptions(tx, ctx.viewer.user_id, null))
    // With the tokens that are about to be given up: nobody can remove it afterwards.
    await removeEnded(ctx)
    const token = accountSecrets(ctx.config).open(((await storedAccount(ctx)) ?? account).access_token)
    await ctx.transaction(async tx => {
      await deleteAccount(tx)
      tx.changed('dotloop', [], [`user:${ctx.viewer.user_id}`])
    })
    // The product holds no token any more, whatever the service says to this.
    if (token !== null && ctx.config.dotloop)
      await dotloopOf(ctx.config)
        .revoke(token)
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'Dotloop was not told of a revoked account'))
    return {}
  },

  list: (ctx, { limit = LOOP_LIMIT }) =>
    asking(ctx, loopSentences.listFailed, async ({ access, profileId }) => {
      const { items } = await access.loops(profileId, { size: limit, number: 1 })
      const deals = await dealsOfLoops(
        ctx,
        profileId,
        items.map(({ id }) => id),
      )
      return items.slice(0, limit).map(({ id, name, transactionType, status, created, updated }) => ({
        id,
        name,
        transactionType: transactionType ?? '',
        status: status ?? '',
        created: instantIn(created),
        updated: instantIn(updated),
        deal_id: deals.get(id)?.deal_id ?? null,
        changed_at: deals.get(id)?.changed_at ?? null,
      }))
    }),

  details: (ctx, { loopId, files = 'content' }) =>
    asking(ctx, loopSentences.importFailed, async reached => {
      const { access, profileId } = reached
      const at = { profileId, loopId }
      const [loop, detail, people, documents] = await Promise.all([
        access.loop(at),
        access.detail(at),
        access.participants(at),
        access.documents(at),
      ])
      return {
        loopDetails: loopDetailsOf(loop, detail),
        files: await filesOf(reached, loopId, { documents, withContent: files === 'content' }),
        clients: await clientsOf(ctx, people),
        as_of: instantText(ctx.now),
      }
    }),

  file: (ctx, { loopId, documentId }, extra) =>
    asking(ctx, loopSentences.importFailed, async ({ access, profileId }) => {
      const documents = await access.documents({ profileId, loopId })
      const document = documents.find(({ id }) => id === documentId)
      if (!document) throw notFound('document')
      const body = await access.file({ profileId, loopId, documentId, folderId: document.folderId })
      // Passed on as it comes: a file of any size takes no memory here.
      extra.sendFile({ filename: pdfName(document), type: 'application/pdf', body: Readable.from(body) })
      return {}
    }),

  async turnOn(ctx) {
    await turnOn(ctx)
    return accountOf(ctx)
  },

  async ofDeal(ctx, { id }) {
    await requireDeal(ctx, id)
    return dealLoop(ctx, id)
  },

  async seen(ctx, { id, until }) {
    await requireDeal(ctx, id)
    const loop = await lockLoopOfDeal(ctx, id)
    if (!loop) throw notFound('loop')
    await writeRead(ctx, id, parseInstant(until) ?? ctx.now)
    ctx.audit({ subject: 'deal', subject_id: id, after: { loop_seen: loop.change_kinds } })
    await publishLoop(ctx, loop)
    return dealLoop(ctx, id)
  },
}

const refuseFor = ({ actor }: ReadContext) => {
  if (actor.is_possession) throw forbidden('You cannot connect an account while you act as somebody else.')
}

const originOf = ({ config }: ReadContext, { header }: HandlerExtra): string =>
  config.publicUrl ? new URL(config.publicUrl).origin : `http://${header('host') ?? ''}`

function begunBy(ctx: ReadContext, state: string): BegunConnection {
  const opened = flowSecrets(ctx).open(state)
  const begun = opened === null ? null : (JSON.parse(opened) as BegunConnection)
  // Begun by somebody else, a link would put one person's loops into the hands of another.
  if (begun?.user_id !== ctx.viewer.user_id || begun.until < ctx.now.getTime())
    throw invalid({ state: ['This connection was not begun here, or too long ago. Please try again.'] })
  return begun
}
