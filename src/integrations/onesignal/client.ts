import { z } from 'zod'
import type { SendPermit } from '../../platform/server/permit.ts'
import type { OneSignalApp } from './config.ts'

/** A notification for all phones on which a person uses the native app. */
export interface AppNotification {
  /** The id of the user, as the app told the service at sign-in. */
  userId: number
  title: string
  body: string
  /** What opens when it is pressed. */
  url: string
  /** A UUID: asked for twice with the same one, the service sends once. */
  idempotencyKey: string
  validSeconds: number
  isUrgent: boolean
}

/** What one try came to. `nobody`: the service knows no phone of that person. */
export type AppOutcome =
  | { state: 'sent'; provider_id: string }
  | { state: 'nobody' }
  | { state: 'waiting' | 'failed' | 'unknown'; problem: string }

const API = 'https://api.onesignal.com'
const TIMEOUT_MS = 15_000
const UNREADABLE = 'The answer of OneSignal could not be read.'
const MAX_VALID_SECONDS = 2_419_200

/** What the service says of a notification that it was asked for; anything else does not come from it. */
const Answer = z.object({ id: z.string() })

/** Hands a notification to OneSignal's REST API, for which there is a permit. */
export async function sendToApp(
  { appId, apiKey, apiUrl }: OneSignalApp,
  { userId, title, body, url, idempotencyKey, validSeconds, isUrgent }: AppNotification,
  permit: SendPermit,
): Promise<AppOutcome> {
  permit.use()
  try {
    const response = await fetch(`${apiUrl ?? API}/notifications?c=push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Key ${apiKey}` },
      body: JSON.stringify({
        app_id: appId,
        include_aliases: { external_id: [String(userId)] },
        target_channel: 'push',
        headings: { en: title },
        contents: { en: body || title },
        url,
        idempotency_key: idempotencyKey,
        ttl: Math.min(MAX_VALID_SECONDS, Math.max(1, Math.floor(validSeconds))),
        priority: isUrgent ? 10 : 5,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = Answer.safeParse(response.ok ? await response.json() : null).data
    if (response.status === 429 || response.status >= 500)
      return { state: 'waiting', problem: `OneSignal answered ${response.status}.` }
    if (!response.ok) return { state: 'failed', problem: `OneSignal answered ${response.status}.` }
    if (!answer) return { state: 'waiting', problem: UNREADABLE }
    // The service answers 200 with an empty id where no phone of the person is subscribed.
    return answer.id ? { state: 'sent', provider_id: answer.id } : { state: 'nobody' }
  } catch (error) {
    // The key makes another try the same notification, so a connection that broke is worth one.
    return { state: 'waiting', problem: error instanceof SyntaxError ? UNREADABLE : 'OneSignal cannot be reached.' }
  }
}

/** Why the application cannot be used; `null` when it can. Notifies nobody. */
export async function oneSignalProblem({ appId, apiKey, apiUrl }: OneSignalApp): Promise<string | null> {
  try {
    const response = await fetch(`${apiUrl ?? API}/apps/${appId}`, {
      headers: { authorization: `Key ${apiKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return 'OneSignal refused the key.'
    return response.ok ? null : `OneSignal answered ${response.status}.`
  } catch {
    return 'OneSignal cannot be reached.'
  }
}
