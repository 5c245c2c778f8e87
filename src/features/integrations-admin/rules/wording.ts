import type { ProviderHealth, WebhookDelivery, WebhookRecord } from '../contract.ts'

/** How something stands, with the color that says so. */
export interface Standing {
  text: string
  hue: 'green' | 'amber' | 'red' | null
}

/** How a provider stands, in a word or two. */
export function healthText({ state, is_stand_in }: Pick<ProviderHealth, 'state' | 'is_stand_in'>): Standing {
  if (state === 'off') return { text: 'Not set up', hue: null }
  if (state === 'failing') return { text: 'Failing', hue: 'red' }
  if (is_stand_in) return { text: 'Stand-in of the demo', hue: state === 'healthy' ? 'green' : null }
  return state === 'healthy' ? { text: 'Healthy', hue: 'green' } : { text: 'Not used yet', hue: null }
}

type OpenWork = Pick<ProviderHealth, 'waiting' | 'failed'> & { refused?: number }

/** What waits with a provider, what failed and what was refused of late; empty when nothing did. */
export const openWork = ({ waiting, failed, refused = 0 }: OpenWork): string =>
  (
    [
      [waiting, 'waiting'],
      [failed, 'failed'],
      [refused, 'refused'],
    ] as const
  )
    .flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []))
    .join(', ')

/** How the providers stand together: "7 providers, 5 healthy." */
export function healthSummary(providers: readonly ProviderHealth[]): string {
  const count = (state: ProviderHealth['state']) => providers.filter(one => one.state === state).length
  const failing = count('failing')
  return `${providers.length} providers, ${count('healthy')} healthy${failing > 0 ? `, ${failing} failing` : ''}.`
}

/** The host of an address; the address itself when it is none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** How a webhook stands. */
export function webhookText(webhook: WebhookRecord): Standing {
  if (!webhook.is_active) return { text: 'Off', hue: webhook.off_reason === null ? null : 'red' }
  if (webhook.failing_since !== null) return { text: 'Receiver is down', hue: 'red' }
  if (webhook.failed > 0) return { text: `${webhook.failed} failed`, hue: 'amber' }
  return { text: 'On', hue: 'green' }
}

/** How a delivery stands, as short as a status. */
export function deliveryText({ state, status, tries }: WebhookDelivery): Standing {
  if (state === 'delivered') return { text: String(status ?? ''), hue: 'green' }
  if (state === 'failed') return { text: String(status ?? 'Failed'), hue: 'red' }
  return tries === 0 ? { text: 'Next', hue: null } : { text: String(status ?? 'No answer'), hue: 'amber' }
}

/** What was tried and what comes next, in a sentence. */
export function triesText({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>, due: string | null): string {
  const tried = `${tries} ${tries === 1 ? 'try' : 'tries'}`
  if (state === 'delivered') return tries === 1 ? 'Arrived at once.' : `Arrived after ${tried}.`
  if (state === 'failed') return `Given up after ${tried}.`
  return due === null ? tried : `${tried}. Next try ${due}.`
}
