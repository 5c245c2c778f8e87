import { tz } from '@date-fns/tz'
import { format, parseISO } from 'date-fns'
import type { SendingRefusal, SendingRule } from '../contract.ts'

/** What is known of a refusal beside its sentence; a question about the hour has a rule alone. */
type Known = Pick<SendingRefusal, 'since' | 'source'> & { rule: SendingRule | null }

/** How days are written where a refusal is read. */
export interface Days {
  instant(at: string): string
  day(day: string): string
}

/** What stands beside the sentence of a refusal: since when that is so, how we know, and the rule with the day since which it holds. */
export function refusalDetail({ since, source, rule }: Known, days: Days): string {
  const known = [since && `since ${days.instant(since)}`, source].filter(Boolean).join(', ')
  const law = rule && `${rule.label}, in force since ${days.day(rule.since)}`
  return [known && `${known.slice(0, 1).toUpperCase()}${known.slice(1)}`, law].filter(Boolean).join(' · ')
}

/** The sentence of a refusal and what stands beside it, where both are one text. */
export function refusalInFull({ sentence, ...known }: Known & { sentence: string }, days: Days): string {
  const detail = refusalDetail(known, days)
  return detail ? `${sentence} ${detail}.` : sentence
}

/** Days in texts that the server writes for somebody in this zone. */
export const daysIn = (zone: string): Days => ({
  instant: at => format(parseISO(at), 'MMM d, yyyy', { in: tz(zone) }),
  day: day => format(parseISO(day), 'MMM d, yyyy'),
})
