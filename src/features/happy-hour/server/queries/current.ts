import type { QueryContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import type { HappyHourSession } from '../../contract.ts'
import { claimRefusal, isActiveAt, nextClaimAt } from '../../rules/session.ts'
import { windowAfter, windowAt } from '../../rules/window.ts'
import { instantOrNull, runningSession, type StoredSession, sessionIn } from './sessions.ts'
import { type SettingsVersion, settingsOf } from './settings.ts'

/** An agent, and the zone that their clock shows. */
export interface AtClock {
  agentId: number
  zone: string
}

/** How happy hour stands for an agent. */
export interface Current {
  /** In force for whoever begins now. */
  settings: SettingsVersion
  /** Those that the session runs by: what held when it began. */
  rules: SettingsVersion
  /** The window that is open by the settings in force. */
  open: ReturnType<typeof windowAt>
  /** The last session of this window, over or not. */
  session: StoredSession | null
}

/** How happy hour stands for an agent now. */
export async function currentOf(ctx: QueryContext, { agentId, zone }: AtClock): Promise<Current> {
  const settings = await settingsOf(ctx)
  const open = windowAt(settings, ctx.now, zone)
  const session = (await runningSession(ctx, agentId)) ?? (open && (await sessionIn(ctx, agentId, open)))
  const isOlder = session !== null && session.settings_id !== settings.version
  return { settings, open, session, rules: isOlder ? await settingsOf(ctx, session.settings_id) : settings }
}

/** The session as answers have it. */
export function sessionAnswer({ settings, rules, open, session }: Current, now: Date, zone: string): HappyHourSession {
  const isActive = session !== null && isActiveAt(session, now)
  const window = (isActive && session.window) || open || windowAfter(settings, now, zone)
  return {
    id: session?.id ?? null,
    isActive,
    sessionStart: instantOrNull(session?.sessionStart ?? null),
    sessionEnd: instantOrNull(session ? (session.endedAt ?? session.sessionEnd) : null),
    nextClaimAt: isActive ? instantOrNull(nextClaimAt(session, rules)) : null,
    happyHour: window && { start: instantText(window.start), end: instantText(window.end) },
    claimedLeads: session?.leads ?? [],
    maxClaims: rules.max_claims,
  }
}

/** Why the agent cannot claim now; `null` when they can, if there is a lead. */
export const refusalOf = ({ session, rules }: Current, now: Date) =>
  session === null ? 'not active' : claimRefusal(session, rules, now)
