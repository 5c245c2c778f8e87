import type { OwnDecision } from '../contract.ts'
import type { SkipCode } from './decide.ts'
import type { OfferOutcome } from './states.ts'

/** What an agent reads of a decision that passed them over: a sentence about themselves, and nobody else. */
export function ownSkip(code: SkipCode, reason: string): string {
  const detail = reason.replace(/^skipped: /, '')
  const used = detail.match(/(\d+)\/(\d+)/)
  const share = used ? `, ${used[1]} of ${used[2]}` : ''
  switch (code) {
    case 'weekly_quota':
      return `Your week’s quota was used${share}. It starts again on Monday.`
    case 'daily_quota':
      return `Your day’s quota was used${share}. It starts again tomorrow.`
    case 'untouched':
      return `You had ${detail.replace('limit', 'and the limit is')}.`
    case 'away':
      return `You were ${detail}.`
    case 'day_off':
      return `${detail}.`
    case 'hours':
      return `You take leads ${detail.replace('takes leads ', '')}.`
    case 'type':
    case 'site':
    case 'area':
      return `You do not take ${detail.replace('does not take ', '')}.`
    case 'asked':
      return 'You were offered this lead before.'
    case 'language':
      return `You do not speak ${detail.replace('does not speak ', '')}, as far as your page of working hours says.`
    case 'left_out':
      return 'An administrator left you out.'
    case 'blocked':
      return 'You are blocked for this lead.'
    case 'inactive':
      return 'Your account was not active.'
  }
}

/** The first line of such a row. */
export function ownTitle(outcome: OwnDecision['outcome']): string {
  const titles: Readonly<Record<OwnDecision['outcome'], string>> = {
    offered: 'Offered to you',
    accepted: 'Offered to you, accepted',
    rejected: 'Offered to you, rejected',
    expired: 'Offered to you, no answer',
    withdrawn: 'Offered to you, taken back',
    skipped: 'You were skipped',
    not_needed: 'You were next in line',
  }
  return titles[outcome]
}

/** Said to whoever was eligible while another agent came first. */
export const NOT_NEEDED = 'Another agent had used less of their week, or waited longer.'

/** How an offer of an agent stands. */
export const ownOutcome = (outcome: OfferOutcome | null): OwnDecision['outcome'] => outcome ?? 'offered'
