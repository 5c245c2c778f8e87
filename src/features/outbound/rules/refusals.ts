import type { SendingRefusal } from '../contract.ts'

/** What stands beside the sentence of a refusal: since when that is so, how we know, and the rule with the day since which it holds. */
export function refusalDetail(
  { since, source, rule }: Pick<SendingRefusal, 'since' | 'source' | 'rule'>,
  days: { instant(at: string): string; day(day: string): string },
): string {
  const known = [since && `since ${days.instant(since)}`, source].filter(Boolean).join(', ')
  const law = rule && `${rule.label}, in force since ${days.day(rule.since)}`
  return [known && `${known.slice(0, 1).toUpperCase()}${known.slice(1)}`, law].filter(Boolean).join(' · ')
}
