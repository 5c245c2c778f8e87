import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { type Notification, type NotificationSettings, notificationCalls, type Preferences } from '../contract.ts'
import type { PreferenceSwitch } from '../rules/channels.ts'

/** Notifications that the bell opens. */
export const SHOWN_IN_BELL = 8

/** The newest notifications, and how much of all is unread. */
export const newestQuery = queryOf(
  notificationCalls.list,
  { perPage: SHOWN_IN_BELL },
  { topics: ['notifications'], staleTime: 15_000 },
)

/** All of them, page by page, or only those that are unread. */
export const historyQuery = (onlyUnread: boolean) =>
  pagesOf(
    notificationCalls.list,
    { perPage: 50, ...(onlyUnread ? { unread: true } : {}) },
    { topics: ['notifications'] },
  )

/** How the person hears of things. */
export const preferencesQuery = queryOf(notificationCalls.preferences, {}, { topics: ['notifications'] })

const refetch = (): Promise<void> => refetchCall(queryClient, notificationCalls.list)

/** Records that the person sees these on a screen. What is not recorded is sent on other ways, so a failure says nothing. */
export async function reportSeen(ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await call(notificationCalls.seen, { ids: [...ids] }).catch(() => undefined)
}

/** Shows notifications as read or unread before the server answers; those that are read stay in a list of unread ones until then. */
const showRead = (ids: readonly number[] | null, read_at: string | null) =>
  showAtOnce(queryClient, [
    cachedChange(notificationCalls.list, page => {
      const isMeant = ({ id, read_at: was }: Notification) =>
        (ids === null || ids.includes(id)) && (was === null) !== (read_at === null)
      const changed = page.data.filter(isMeant).length
      const unread = ids === null ? 0 : page.unread + (read_at === null ? changed : -changed)
      return { ...page, unread, data: page.data.map(one => (isMeant(one) ? { ...one, read_at } : one)) }
    }),
  ])

/** Marks these as read, or all: shown at once, put back when that fails. */
export const markRead = (ids: readonly number[] | null = null) =>
  undoable({
    show: () => showRead(ids, new Date().toISOString()),
    run: () => call(notificationCalls.read, ids ? { ids: [...ids] } : {}),
    said: () => null,
    failed: 'We couldn’t mark this as read.',
    settle: refetch,
  })

/** Marks these as unread, in the same way. */
export const markUnread = (ids: readonly number[]) =>
  undoable({
    show: () => showRead(ids, null),
    run: () => call(notificationCalls.unread, { ids: [...ids] }),
    said: () => null,
    failed: 'We couldn’t mark this as unread.',
    settle: refetch,
  })

/** Records that the person opened what a notification is about. */
export const reportOpened = (id: number): Promise<unknown> =>
  call(notificationCalls.open, { id })
    .then(refetch)
    .catch(() => undefined)

function show(preferences: Preferences): void {
  queryClient.setQueryData(preferencesQuery.queryKey, preferences)
}

/** Turns a channel on or off for a kind, or that it also leaves in quiet hours. */
export async function savePreference(kind: string, channel: PreferenceSwitch, is_on: boolean): Promise<void> {
  show(await call(notificationCalls.setPreference, { kind, channel, is_on }))
}

/** Goes back to what holds for everybody. */
export async function resetPreferences(): Promise<void> {
  show(await call(notificationCalls.resetPreferences, {}))
}

/** Changes quiet hours, names on locked screens, or the daily e-mail. */
export async function saveSettings(settings: Partial<NotificationSettings>): Promise<void> {
  show(await call(notificationCalls.setSettings, settings))
}

/** Sends the person a notification, to see how it looks. */
export const sendTest = (): Promise<unknown> => call(notificationCalls.test, {})

/** Lets this browser show notifications. */
export async function registerDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await call(notificationCalls.subscribe, {
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    expires_at: subscription.expirationTime,
  })
  await refetchCall(queryClient, notificationCalls.preferences)
}

/** Sends nothing more to a browser. */
export async function removeDevice(id: number): Promise<void> {
  await call(notificationCalls.unsubscribe, { id })
  await refetchCall(queryClient, notificationCalls.preferences)
}
