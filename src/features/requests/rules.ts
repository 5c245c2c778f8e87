import { milestoneType } from '../milestones/rules.ts'
import type { TaskableType } from '../tasks/rules/taskables.ts'

export const requestKinds = ['viewing', 'offer', 'sell'] as const
export type RequestKind = (typeof requestKinds)[number]

interface KindOfRequest {
  milestone: number
  taskable: TaskableType
  /** What an agent is to do about it, before the address. */
  call: string
  write: string
}

/** What follows from each kind of request. */
export const kinds: Readonly<Record<RequestKind, KindOfRequest>> = {
  viewing: {
    milestone: milestoneType.viewingRequest,
    taskable: 'viewing_request',
    call: 'Call about the showing of',
    write: 'Write about the showing of',
  },
  offer: {
    milestone: milestoneType.offerSubmitted,
    taskable: 'offer_submission',
    call: 'Call about the offer on',
    write: 'Write about the offer on',
  },
  sell: {
    milestone: milestoneType.sellRequest,
    taskable: 'sell_request',
    call: 'Call about selling',
    write: 'Write about selling',
  },
}

/** Asking for the same again within this time changes what was asked for. */
export const SAME_REQUEST_HOURS = 24
/** Nobody means more requests than these in a day. */
export const MAX_A_DAY = 20
/** Days that a viewing may be asked for ahead. */
export const MAX_DAYS_AHEAD = 180
/** Days and times that one viewing may be asked for. */
export const MAX_TIMES = 3

interface Asked {
  kind: RequestKind
  address: string
  times: readonly { date: string }[]
  price: number | null
  move_in_date: string | null
}

/** What is wrong with a request, by field; `today` is the day where the lead is, `last` the last one that can be asked for. */
export function problemsOf(asked: Asked, { today, last }: { today: string; last: string }): Record<string, string[]> {
  const isLate = asked.times.some(({ date }) => date > last)
  const address = asked.address === '' ? 'Enter the address of the home.' : null
  const price = asked.kind === 'offer' && asked.price === null ? 'Enter your offer.' : null
  const times = asked.times.some(({ date }) => date < today)
    ? TO_COME
    : isLate
      ? 'Choose a day within the next six months.'
      : null
  const move_in_date = asked.move_in_date !== null && asked.move_in_date < today ? TO_COME : null
  return Object.fromEntries(
    Object.entries({ address, price, times, move_in_date }).flatMap(([field, sentence]) =>
      sentence === null ? [] : [[field, [sentence]]],
    ),
  )
}

const TO_COME = 'Choose a day in the future.'
