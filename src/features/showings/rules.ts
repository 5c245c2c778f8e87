import { milestoneType } from '../milestones/rules.ts'

/** States of a showing, in the order of their ids from 1. */
export const showingStatuses = ['requested', 'confirmed', 'declined', 'completed', 'cancelled'] as const
export type ShowingStatus = (typeof showingStatuses)[number]

/** The words for a state. */
export const showingStatusLabels: Readonly<Record<ShowingStatus, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  declined: 'Declined',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The states as the bootstrap answers them. */
export const answeredStatuses = showingStatuses.map((status, index) => ({
  id: index + 1,
  name: showingStatusLabels[status],
}))

/** What a client can answer from the e-mail. */
export const clientAnswers = ['confirmed', 'another_time', 'cancelled'] as const
export type ClientAnswer = (typeof clientAnswers)[number]

/** The acts of each state, the most likely one first. What was marked by mistake can be put right from every state. */
const nextStatuses: Readonly<Record<ShowingStatus, readonly ShowingStatus[]>> = {
  requested: ['confirmed', 'completed', 'declined', 'cancelled'],
  confirmed: ['completed', 'cancelled', 'declined', 'requested'],
  declined: ['requested', 'confirmed', 'completed', 'cancelled'],
  completed: ['confirmed', 'cancelled'],
  cancelled: ['requested', 'confirmed', 'completed'],
}

interface Standing {
  status: ShowingStatus
  starts_at: string
  ends_at: string
}

/** The actions that a showing offers now: nothing has taken place before it begins. */
export const actionsOf = ({ status, starts_at }: Standing, now: Date): readonly ShowingStatus[] =>
  nextStatuses[status].filter(next => next !== 'completed' || hasBegun({ starts_at }, now))

/** Why a showing cannot become that now; `null` when it can. */
export function reasonAgainst(showing: Standing, next: ShowingStatus, now: Date): string | null {
  if (next === showing.status || actionsOf(showing, now).includes(next)) return null
  if (next === 'completed') return 'A showing cannot be completed before it begins.'
  return `A showing that is ${showing.status} cannot become ${next}.`
}

const hasBegun = ({ starts_at }: Pick<Standing, 'starts_at'>, now: Date): boolean =>
  Date.parse(starts_at) <= now.getTime()

/** Its end has passed, whatever its status. */
export const isOver = ({ ends_at }: Pick<Standing, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime()

/** Why nobody is notified of a showing any more. */
export const OVER = 'This showing is over, so the client is no longer notified.'

/** Somebody expects it to take place. */
export const isOn = (status: ShowingStatus): boolean => status === 'requested' || status === 'confirmed'

/** It will not take place. */
export const isOff = (status: ShowingStatus): boolean => status === 'declined' || status === 'cancelled'

/** Nobody has said yet whether it took place. */
export const isUnsettled = (showing: Standing, now: Date): boolean => isOn(showing.status) && isOver(showing, now)

interface Place {
  lat: number | null
  lng: number | null
}

/** "Sat, Nov 28, 2026", in the zone of the showing. */
export const formatDay = ({ starts_at, zone }: { starts_at: string; zone: string }): string =>
  new Intl.DateTimeFormat('en-CA', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: zone,
  }).format(new Date(starts_at))

/** "2:00 PM", as on every screen; where asked with the zone that it is meant in. */
export const formatClock = (instant: string, zone: string, hasZone = false): string =>
  new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    ...(hasZone ? { timeZoneName: 'short' } : {}),
  })
    .format(new Date(instant))
    .replace(/\s/gu, ' ')

/** "38 Stadium Rd, Sat, Nov 28, 2026 at 2:00 PM" */
export const showingText = (showing: { address_formatted: string; starts_at: string; zone: string }): string =>
  `${showing.address_formatted}, ${formatDay(showing)} at ${formatClock(showing.starts_at, showing.zone)}`

/** Sentences one after the other, a full stop before the next. */
export const inSentences = (parts: readonly string[]): string =>
  parts.filter(Boolean).reduce((text, part) => (text ? `${text}${/[.!?]$/.test(text) ? '' : '.'} ${part}` : part), '')

/** Where a map shows a place: by its coordinates where they are known, else by its address. */
export function mapUrl({ address_formatted, lat, lng }: Place & { address_formatted: string }): string {
  const place = lat !== null && lng !== null ? `${lat},${lng}` : address_formatted
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}

const EARTH_KM = 6371
/** A car in the city, with the way to the door. */
const KM_AN_HOUR = 25
const DOOR_MINUTES = 5
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** About how long an agent drives between two homes; `null` where one of them is not on the map. */
export function travelMinutes(from: Place, to: Place): number | null {
  if (from.lat === null || from.lng === null || to.lat === null || to.lng === null) return null
  const [a, b] = [radians(from.lat), radians(to.lat)]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.lng - from.lng) / 2) ** 2
  const km = 2 * EARTH_KM * Math.asin(Math.sqrt(half))
  return km < 0.2 ? 0 : Math.ceil((km / KM_AN_HOUR) * 60 + DOOR_MINUTES)
}

const option = (place: number) => milestoneType.showing * 100 + place

/** What the timeline says of a state; a showing that is asked for again is booked again. */
export const milestoneOptionOf: Readonly<Record<ShowingStatus, number>> = {
  requested: option(1),
  confirmed: option(2),
  completed: option(3),
  declined: option(4),
  cancelled: option(4),
}

/** Rows of a page of showings (specification §9). */
export const SHOWINGS_PAGE = 5
/** How long a deleted showing can be brought back. */
export const RESTORE_MINUTES = 10
/** How long a showing takes when nobody says. */
export const USUAL_MINUTES = 30
/** How long an answer of a client is worth a notice. */
export const ANSWER_SHOWN_MINUTES = 15
/** An e-mail that something destructive causes waits until it can no longer be undone from the notice. */
export const SECOND_THOUGHTS_SECONDS = 12

/** A viewing that a lead asked for. */
export interface AskedViewing {
  id: number
  /** What the agent is to do about it. */
  task_id: number | null
  /** The home of the listing service; `null` for one that it does not have. */
  listing_id: number | null
  address: string
  message: string
  /** Days on which it would suit, each with the local time from which on, or `null` for any time. */
  times: readonly { date: string; from: string | null }[]
}

/** A home that may be booked: whether it was asked for, how often it was viewed, whether the lead keeps it. */
export interface WantedHome {
  listing_id: number
  asked: AskedViewing | null
  viewed: number
  is_favourite: boolean
}

/** The homes that a lead may want to see: those asked for, then those viewed most often, then the favourites. */
export function rankHomes(
  asked: readonly AskedViewing[],
  viewed: readonly { listing_id: number; times: number }[],
  favourites: readonly number[],
): WantedHome[] {
  const times = new Map(viewed.map(home => [home.listing_id, home.times]))
  const requests = new Map(asked.toReversed().flatMap(one => (one.listing_id === null ? [] : [[one.listing_id, one]])))
  const saved = new Set(favourites)
  const ids = new Set([...asked.flatMap(({ listing_id }) => listing_id ?? []), ...times.keys(), ...favourites])
  return [...ids]
    .map(listing_id => ({
      listing_id,
      asked: requests.get(listing_id) ?? null,
      viewed: times.get(listing_id) ?? 0,
      is_favourite: saved.has(listing_id),
    }))
    .toSorted(
      (one, other) =>
        Number(other.asked !== null) - Number(one.asked !== null) ||
        other.viewed - one.viewed ||
        Number(other.is_favourite) - Number(one.is_favourite),
    )
}

/** Times that are offered at most. */
const MAX_TIMES = 6

/** A time that a lead asked for; `from` is `null` for any time of that day. */
export interface AskedTime {
  date: string
  from: string | null
  address: string
}

/** The times asked for that are still to come, the next one first, each once. */
export function timesToCome(asked: readonly AskedViewing[], now: { date: string; time: string }): AskedTime[] {
  const all = asked.flatMap(({ times, address }) => times.map(time => ({ ...time, address })))
  const key = ({ date, from }: AskedTime) => `${date} ${from ?? ''}`
  return [...new Map(all.toReversed().map(time => [key(time), time])).values()]
    .filter(({ date, from }) => date > now.date || (date === now.date && (from === null || from > now.time)))
    .toSorted((one, other) => key(one).localeCompare(key(other)))
    .slice(0, MAX_TIMES)
}
