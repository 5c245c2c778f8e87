import type { TradeState } from './states.ts'

/** What a state says in the head of its panel, and how loud. */
export const stateBadges: Readonly<Record<TradeState, { text: string; hue?: 'green' | 'amber' | 'red' }>> = {
  none: { text: 'Not sent' },
  waiting: { text: 'Waiting' },
  sending: { text: 'On its way' },
  unknown: { text: 'Unknown', hue: 'amber' },
  confirmed: { text: 'Confirmed', hue: 'green' },
  refused: { text: 'Refused', hue: 'red' },
  lost: { text: 'Never arrived', hue: 'amber' },
  differs: { text: 'Differs', hue: 'amber' },
  account: { text: 'Waiting', hue: 'amber' },
}

interface Standing {
  state: TradeState
  /** The trade number; `null` while nobody knows one. */
  number: string | null
  /** The name of its status there. */
  status: string
  problem: string
  lookups: number
  missing: readonly string[]
  /** The deal is a draft. */
  isDraft: boolean
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** How a deal stands with Lone Wolf and what happens next, as a person says it. */
export function sentenceOf({ state, number, status, problem, lookups, missing, isDraft }: Standing): string {
  const trade = number === null ? 'it' : `trade ${number}`
  switch (state) {
    case 'none':
      if (isDraft) return 'It goes to Lone Wolf once it is submitted.'
      return missing.length > 0 ? `Not sent yet. Lone Wolf needs ${listed(missing)}.` : 'Lone Wolf does not have it.'
    case 'waiting':
      return number === null ? 'It is sent as soon as Lone Wolf answers.' : `The change to ${trade} is sent next.`
    case 'sending':
      return 'Sent. Lone Wolf has not answered yet.'
    case 'unknown':
      return `Sent, and no answer came. ${lookups === 0 ? 'It is looked for every minute' : `Looked for ${times(lookups)}`}; it is sent again only once it can no longer arrive.`
    case 'confirmed':
      return `Trade ${number ?? ''}${status ? `, ${status.toLowerCase()} there` : ''}.`
    case 'refused':
      return problem || 'Lone Wolf did not take it.'
    case 'lost':
      return 'It was sent and never reached Lone Wolf.'
    case 'differs':
      return `Both sides changed ${trade}. Which one holds?`
    case 'account':
      return 'Lone Wolf refuses the account. The deal is sent once that is valid again.'
  }
}
