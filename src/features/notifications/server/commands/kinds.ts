import type { ServerFeature } from '../../../../platform/server/feature.ts'
import type { Right } from '../../../../platform/wire/call.ts'
import type { ChannelChoice, Fallback, NotificationIcon } from '../../rules/channels.ts'

/** A kind of notification, as the feature declares it that notifies. */
export interface NotificationKind {
  /** Stored with each: "mention". */
  name: string
  /** In the settings of each person: "Mentions". */
  label: string
  icon: NotificationIcon
  /** On which ways people hear of it until they choose. */
  defaults: ChannelChoice
  /** What is tried when nobody has seen it. */
  fallback: Fallback | null
  /** What a text says after it, such as how to answer. */
  textHint?: string
  /** Whether it always shows in the product, however the person chose. */
  isAlwaysShown?: true
  /** Whether quiet hours let it through. */
  isUrgent?: true
  /** Whether open windows say it when it comes; not for what another part of the screen says already. */
  isAnnounced?: true
  /** Whoever lacks this right never hears of it, and is not asked how. */
  right?: Right
}

/** The kind of something that went wrong and waits for an administrator: shown, pushed and e-mailed. */
export const failureKind = (name: string, label: string): NotificationKind => ({
  name,
  label,
  icon: 'failure',
  defaults: { screen: true, push: true, text: false, email: true },
  fallback: null,
  isAlwaysShown: true,
  isAnnounced: true,
  right: 'is_admin',
})

const kinds = new Map<string, NotificationKind>()

declare module '../../../../platform/server/feature.ts' {
  interface ServerFeature {
    /** The kinds of notifications that the feature sends. */
    notificationKinds?: readonly NotificationKind[]
  }
}

/** Makes the kinds of all features known, in the order of the features. */
export function registerKinds(features: readonly Pick<ServerFeature, 'notificationKinds'>[]): void {
  for (const kind of features.flatMap(feature => feature.notificationKinds ?? [])) kinds.set(kind.name, kind)
}

/** All kinds, in the order of the features. */
export const allKinds = (): readonly NotificationKind[] => [...kinds.values()]

/** The kind of a stored notification; `null` for one of a version that knew more. */
export const kindNamed = (name: string): NotificationKind | null => kinds.get(name) ?? null
