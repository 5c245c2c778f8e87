import type { RehearsedLead, RehearsedOffer } from './rehearse.ts'

/** Leads without which a rehearsal says little. */
export const ENOUGH_LEADS = 30

/** The days over which a rehearsal looks back. */
export type RehearsalDays = 30 | 90
/** Whether a rehearsal can look back so many days. */
export const isRehearsalDays = (days: number): boolean => days === 30 || days === 90

/** A figure as it was, and as it would be. */
interface Compared<Value = number> {
  was: Value
  draft: Value
}

/** What a rehearsal found, in figures. */
export interface RehearsalFigures {
  leads: number
  /** Leads that would have gone to somebody else, or to nobody. */
  moved: number
  /** Seconds until an offer was answered, over those that were; `null` without any. */
  median_seconds: Compared<number | null>
  p95_seconds: Compared<number | null>
  pooled: Compared
  /** Leads that nobody was offered. */
  never_offered: Compared
  /** Leads that each agent got; most changed first. */
  agents: ({ agent_id: number } & Compared)[]
  /** Offers by the minutes until their answer. */
  answers: ({ label: string } & Compared)[]
}

/** Upper ends of the bars, in minutes. */
const bars = [
  { label: '<1', until: 1 },
  { label: '1–3', until: 3 },
  { label: '3–5', until: 5 },
  { label: '5–10', until: 10 },
  { label: '10–15', until: Number.POSITIVE_INFINITY },
] as const
const NO_ANSWER = 'none'

const isAnswered = ({ outcome }: RehearsedOffer): boolean => outcome === 'accepted' || outcome === 'rejected'

function barOf(offer: RehearsedOffer): string {
  if (!isAnswered(offer)) return NO_ANSWER
  return bars.find(({ until }) => offer.seconds / 60 < until)?.label ?? NO_ANSWER
}

/** The value below which this share of the numbers lies; `null` of none. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
}

/** Sums up a rehearsal. */
export function reportOn(leads: readonly RehearsedLead[]): RehearsalFigures {
  const compare = <Value>(of: (side: 'was' | 'draft') => Value): Compared<Value> => ({
    was: of('was'),
    draft: of('draft'),
  })
  const offers = compare(side => leads.flatMap(lead => lead[side].offers))
  const seconds = compare(side => offers[side].filter(isAnswered).map(offer => offer.seconds))
  const got = new Map<number, Compared>()
  for (const lead of leads)
    for (const side of ['was', 'draft'] as const) {
      const { owner } = lead[side]
      if (owner === null) continue
      const before = got.get(owner) ?? { was: 0, draft: 0 }
      got.set(owner, { ...before, [side]: before[side] + 1 })
    }
  const countOf = (test: (course: RehearsedLead['was']) => boolean) =>
    compare(side => leads.filter(lead => test(lead[side])).length)
  return {
    leads: leads.length,
    moved: leads.filter(({ was, draft }) => was.owner !== draft.owner).length,
    median_seconds: compare(side => quantile(seconds[side], 0.5)),
    p95_seconds: compare(side => quantile(seconds[side], 0.95)),
    pooled: countOf(({ owner }) => owner === null),
    never_offered: countOf(course => course.offers.length === 0),
    agents: [...got]
      .map(([agent_id, compared]) => ({ agent_id, ...compared }))
      .sort((one, other) => change(other) - change(one) || other.was - one.was || one.agent_id - other.agent_id),
    answers: [...bars.map(({ label }) => label), NO_ANSWER].map(label => ({
      label,
      ...compare(side => offers[side].filter(offer => barOf(offer) === label).length),
    })),
  }
}

const change = ({ was, draft }: Compared): number => Math.abs(draft - was)

const timeText = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : ''].filter(Boolean).join(' ')
}

/** What a rehearsal found, in one sentence. */
export function verdictOf({
  leads,
  moved,
  median_seconds,
}: Pick<RehearsalFigures, 'leads' | 'moved' | 'median_seconds'>): string {
  if (moved === 0) return `All ${leads} leads would have gone where they went.`
  const leadsText = moved === 1 ? '1 lead' : `${moved} leads`
  const { was, draft } = median_seconds
  const difference = was === null || draft === null ? 0 : Math.round(draft - was)
  const pace =
    difference === 0
      ? 'offers would be answered as fast as before'
      : `offers would be answered ${timeText(Math.abs(difference))} ${difference < 0 ? 'sooner' : 'later'}`
  return `${leadsText} would have gone to somebody else, and ${pace}.`
}
