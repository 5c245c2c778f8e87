import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import type { KindPreference, Preferences } from '../../contract.ts'
import type { KindChoice, PreferenceSwitch } from '../../rules/channels.ts'
import { devicesOf } from '../queries/devices.ts'
import {
  choicesOf,
  phoneOf,
  type StoredSettings,
  storeChoice,
  storedSettings,
  storeSettings,
} from '../queries/recipients.ts'
import { pushKeysOf } from './keys.ts'
import { allKinds, kindNamed, type NotificationKind } from './kinds.ts'
import { testKind } from './ownKinds.ts'

/** What holds for whoever set nothing: quiet from nine to eight, and an e-mail in the morning of what is unread. */
export const defaultSettings: StoredSettings = {
  is_quiet: true,
  quiet_from: '21:00',
  quiet_until: '08:00',
  shows_names: true,
  digest_at: '08:00',
}

/** How somebody hears of a kind; `null` is a person who chose nothing for it. */
export const choiceOf = (kind: NotificationKind, chosen: KindChoice | null): KindChoice => {
  const choice = chosen ?? { ...kind.defaults, in_quiet_hours: false }
  return {
    ...choice,
    screen: choice.screen || kind.isAlwaysShown === true,
    in_quiet_hours: choice.in_quiet_hours || kind.isUrgent === true,
  }
}

/** Whether a number of a person can be texted; people write theirs as they like. */
export const isPhone = (phone: string | null): boolean => phone !== null && phoneAsE164(phone) !== null

type Asking = QueryContext & { viewer: Viewer }

const hears = ({ viewer }: { viewer: Viewer }, { right }: NotificationKind): boolean =>
  right === undefined || viewer.rights.has(right)

/** How the viewer hears of things; the browsers are those of whoever asks. */
export async function preferencesOf(
  ctx: Asking & { actor: { user_id: number }; request: { session_id: number | null } },
): Promise<Preferences> {
  const { user_id } = ctx.viewer
  const choices = await choicesOf(ctx, user_id)
  // What people only try comes last.
  const kinds = [...allKinds().filter(kind => kind !== testKind), testKind]
    .filter(kind => hears(ctx, kind))
    .map(kind => preferenceOf(kind, choices.get(kind.name) ?? null))
  const texts = ctx.config.twilio === null ? 'off' : isPhone(await phoneOf(ctx, user_id)) ? 'on' : 'no_number'
  return {
    kinds,
    settings: (await storedSettings(ctx, user_id)) ?? defaultSettings,
    devices: await devicesOf(ctx, { user_id: ctx.actor.user_id, session_id: ctx.request.session_id }),
    public_key: (await pushKeysOf(ctx)).publicKey,
    texts,
  }
}

const preferenceOf = (kind: NotificationKind, chosen: KindChoice | null): KindPreference => ({
  kind: kind.name,
  label: kind.label,
  is_always_shown: kind.isAlwaysShown ?? false,
  is_urgent: kind.isUrgent ?? false,
  ...choiceOf(kind, chosen),
  fallback: kind.fallback,
})

/** Turns a channel on or off for a kind, or whether it leaves in quiet hours, too. */
export async function chooseChannel(
  ctx: Change & { viewer: Viewer },
  { kind: name, channel, is_on }: { kind: string; channel: PreferenceSwitch; is_on: boolean },
): Promise<void> {
  const kind = kindNamed(name)
  if (!kind || !hears(ctx, kind)) throw invalid({ kind: ['This is no kind of notification.'] })
  if (channel === 'screen' && kind.isAlwaysShown) throw invalid({ channel: ['This kind always shows here.'] })
  if (channel === 'in_quiet_hours' && kind.isUrgent)
    throw invalid({ channel: ['This kind always comes through quiet hours.'] })
  const { user_id } = ctx.viewer
  const before = choiceOf(kind, (await choicesOf(ctx, user_id)).get(name) ?? null)
  await storeChoice(ctx, user_id, name, { ...before, [channel]: is_on })
}

/** Changes what holds for all notifications of the viewer. */
export async function changeSettings(ctx: Change & { viewer: Viewer }, given: Partial<StoredSettings>): Promise<void> {
  const { user_id } = ctx.viewer
  const before = (await storedSettings(ctx, user_id)) ?? defaultSettings
  await storeSettings(ctx, user_id, { ...before, ...given })
}

/** Opens and closes what browsers entrust. */
export const deviceSecrets = (config: QueryContext['config']) => secretsFor('push devices', config)
