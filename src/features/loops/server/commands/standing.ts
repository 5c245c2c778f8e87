import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { DealLoop, DotloopAccount } from '../../contract.ts'
import { type ChangeKind, changeKinds, changeSentences, offSentence } from '../../rules/changes.ts'
import { type AccountContext, profileOf, storedAccount } from '../queries/accounts.ts'
import { loopOfDeal } from '../queries/deals.ts'
import { endingSubscriptions, type StoredSubscription, usedSubscription } from '../queries/subscriptions.ts'
import { hookAddress } from '../remote/subscribe.ts'

/** How the viewer's account stands, and whether Dotloop tells of its changes. */
export async function accountOf(ctx: AccountContext): Promise<DotloopAccount> {
  const account = await storedAccount(ctx)
  const used = account && (await usedSubscription(ctx))
  const problem = account === null ? null : changesProblem(ctx, used)
  return {
    is_available: ctx.config.dotloop !== null,
    is_connected: account !== null,
    name: account?.profile_name ?? '',
    connected_at: account?.connected_at ?? null,
    problem: account?.problem ?? null,
    changes_problem: problem,
    may_turn_on: problem !== null && used !== null,
    left_behind: (await endingSubscriptions(ctx)).length > 0 ? changeSentences.toBeRemoved : null,
  }
}

function changesProblem({ config }: QueryContext, used: StoredSubscription | null): string | null {
  if (used === null) return hookAddress(config, '') === null ? changeSentences.withoutAddress : null
  return used.state === 'ending' ? null : offSentence(used.state)
}

const isKind = (text: string): text is ChangeKind => changeKinds.some(kind => kind === text)

/** The loop of a deal, as the viewer may know of it. */
export async function dealLoop(ctx: QueryContext & { viewer: Viewer }, dealId: number): Promise<DealLoop> {
  const loop = await loopOfDeal(ctx, dealId)
  return {
    loop_id: loop?.loop_id ?? null,
    read_at: loop?.read_at ?? null,
    changed_at: loop?.changed_at ?? null,
    kinds: (loop?.change_kinds ?? []).filter(isKind),
    may_open: loop !== null && (await profileOf(ctx)) === loop.profile_id,
  }
}
