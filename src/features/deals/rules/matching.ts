/** What of a client and a lead is compared: names folded by the caller, addresses folded, numbers as E.164. */
export interface MatchedPerson {
  first: string
  last: string
  emails: readonly string[]
  phones: readonly string[]
}

/** Why a lead may be a client of a deal, in the words that screens use. */
export const matchReasons = {
  same_email: 'Same e-mail',
  same_phone: 'Same phone',
  same_name: 'Same name',
  similar_name: 'Similar name',
  same_last_name: 'Same last name',
  other_name: 'Other name',
} as const
export type MatchReason = keyof typeof matchReasons

/** How likely a lead is the client: 0 to 100, with why. */
export interface Match {
  score: number
  reasons: MatchReason[]
  /** Same e-mail, or the same phone and name: selected beforehand. */
  is_certain: boolean
}

/** Names less alike than this, from 0 to 1, are other names. */
export const NAMES_ALIKE = 0.45
/** Suggestions below this are not worth a look. */
export const WORTH_SHOWING = 25

const shares = (a: readonly string[], b: readonly string[]) => a.some(one => b.includes(one))

/** Compares a client with a lead: e-mail first, then phone, then the name. `alike`: the likeness of the whole names, 0 to 1. */
export function matchOf(client: MatchedPerson, lead: MatchedPerson, alike: number): Match {
  const email = shares(client.emails, lead.emails)
  const phone = shares(client.phones, lead.phones)
  const name = nameReason(client, lead, alike)
  const isNamed = name === 'same_name' || name === 'similar_name'
  const reasons: MatchReason[] = [
    ...(email ? (['same_email'] as const) : []),
    ...(phone ? (['same_phone'] as const) : []),
    name,
  ]
  return { score: scoreOf({ email, phone, name, alike }), reasons, is_certain: (email || phone) && isNamed }
}

function nameReason(client: MatchedPerson, lead: MatchedPerson, alike: number): MatchReason {
  const isSame = client.first === lead.first && client.last === lead.last
  const isSwapped = client.first === lead.last && client.last === lead.first
  if ((isSame || isSwapped) && client.first + client.last !== '') return 'same_name'
  if (alike >= NAMES_ALIKE) return 'similar_name'
  return client.last !== '' && client.last === lead.last ? 'same_last_name' : 'other_name'
}

const namePoints: Readonly<Record<string, number>> = { same_name: 20, same_last_name: 10, other_name: 0 }

/** An e-mail outweighs a phone, and a phone any name: people of one house share a number more often than an address. */
function scoreOf(found: { email: boolean; phone: boolean; name: MatchReason; alike: number }): number {
  const { email, phone, name, alike } = found
  const named = name === 'similar_name' ? Math.round(alike * 20) : (namePoints[name] ?? 0)
  if (email) return Math.min(100, 72 + (phone ? 6 : 0) + named)
  if (phone) return 62 + named
  return name === 'similar_name' ? Math.round(20 + alike * 35) : named * 3
}
