import { z } from 'zod'
import { minutesOf, timeOfMinutes } from '../../../../platform/wire/clock.ts'
import type { Listing } from '../../../listings/contract.ts'
import type { Showing } from '../../contract.ts'

const Form = z.object({
  address_formatted: z.string(),
  mls_number: z.string(),
  listed_for: z.int().nullable(),
  listing_description: z.string(),
  date: z.string(),
  time_start: z.string(),
  time_end: z.string(),
  lockbox_description: z.string(),
  notes: z.string(),
  photo_base_url: z.string(),
  /** Where it is, as far as the listing says. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})
/** What stands in the showing form. */
export type ShowingForm = z.output<typeof Form>

/** Reads a form that was kept. */
export const parseShowingForm = (stored: unknown): ShowingForm | null => Form.safeParse(stored).data ?? null

/** A new showing: nothing is known yet, least of all when. */
export const emptyShowing: ShowingForm = {
  address_formatted: '',
  mls_number: '',
  listed_for: null,
  listing_description: '',
  date: '',
  time_start: '',
  time_end: '',
  lockbox_description: '',
  notes: '',
  photo_base_url: '',
  lat: null,
  lng: null,
}

/** A photo from elsewhere; those of listings follow from the listing. */
const ownPhoto = (base: string | null): string => (base && /^https?:/.test(base) ? base : '')

/** A showing that is there, as the form edits it. */
export const formOf = (showing: Showing): ShowingForm => ({
  address_formatted: showing.address_formatted,
  mls_number: showing.mls_number ?? '',
  listed_for: showing.listed_for,
  listing_description: showing.listing_description,
  date: showing.date,
  time_start: showing.time_start.slice(0, 5),
  time_end: showing.time_end.slice(0, 5),
  lockbox_description: showing.lockbox_description,
  notes: showing.notes,
  photo_base_url: ownPhoto(showing.photo_base_url),
  lat: showing.lat,
  lng: showing.lng,
})

/**
 * What the calls take: what was left empty is not known, and where it is follows from the listing. A photo that somebody
 * gave is taken away; one of the listing stays.
 */
export const showingFields = (
  { mls_number, photo_base_url, time_start, time_end, lat: _, lng: __, ...form }: ShowingForm,
  before: Pick<Showing, 'photo_base_url'> | null,
) => {
  const photo = photo_base_url.trim() || (ownPhoto(before?.photo_base_url ?? null) ? null : undefined)
  return {
    ...form,
    mls_number: mls_number.trim() || null,
    ...(photo === undefined ? {} : { photo_base_url: photo }),
    time_start: clockTime(time_start),
    time_end: clockTime(time_end) || null,
  }
}

/** A time of the form as calls take it: `14:00` is `14:00:00`; what was left empty stays so. */
export const clockTime = (time: string): string => (time ? `${time}:00` : '')

/** The form with what is known of a home. */
export const withHome = (form: ShowingForm, home: Listing): ShowingForm => ({
  ...form,
  mls_number: home.mls_number,
  address_formatted: [home.address, home.city].filter(Boolean).join(', '),
  listed_for: home.price,
  listing_description: home.description,
  photo_base_url: '',
  lat: home.lat,
  lng: home.lng,
})

/** The form without a home. */
export const withoutHome = (form: ShowingForm): ShowingForm => {
  const { mls_number, address_formatted, listed_for, listing_description, photo_base_url, lat, lng } = emptyShowing
  return { ...form, mls_number, address_formatted, listed_for, listing_description, photo_base_url, lat, lng }
}

const LAST_MINUTE = 24 * 60 - 1

const USUAL_MINUTES = 30

/** The form with another start; how long it takes stays, and is half an hour for the first one. */
export function withStart(form: ShowingForm, time_start: string): ShowingForm {
  const isFirst = !form.time_start && !form.time_end
  const length = isFirst ? USUAL_MINUTES : minutesOf(form.time_end) - minutesOf(form.time_start)
  if (!time_start || (!isFirst && !form.time_end) || length <= 0) return { ...form, time_start }
  return { ...form, time_start, time_end: timeOfMinutes(Math.min(LAST_MINUTE, minutesOf(time_start) + length)) }
}

/** What the button that saves says: what happens, and who hears of it. */
export function saveLabel(isNew: boolean, isClientNotified: boolean, firstName: string): string {
  const what = isNew ? 'Book' : 'Save'
  return isClientNotified ? `${what} and e-mail ${firstName || 'the client'}` : what
}

/** The form with a time that the lead asked for: of one without an hour only the day, which says nothing about the hour. */
export function withAskedTime(form: ShowingForm, { date, from }: { date: string; from: string | null }): ShowingForm {
  return from === null ? { ...form, date } : { ...withStart(form, from), date }
}

/** Whether the form holds a time that the lead asked for. */
export const holdsTime = (
  form: Pick<ShowingForm, 'date' | 'time_start'>,
  { date, from }: { date: string; from: string | null },
): boolean => form.date === date && (from === null || form.time_start === from)

interface Booked {
  id: number
  date: string
  time_start: string
  time_end: string
}

/** What else the agent has on then, of the showings of their calendar; for as long as a showing usually takes. */
export function bookedThen<Each extends Booked>(
  { date, from }: { date: string; from: string | null },
  calendar: readonly Each[],
  except: number | null = null,
): Each | undefined {
  if (from === null) return undefined
  const end = timeOfMinutes(Math.min(LAST_MINUTE, minutesOf(from) + USUAL_MINUTES))
  return calendar.find(
    other =>
      other.id !== except && other.date === date && other.time_start < `${end}:00` && other.time_end > `${from}:00`,
  )
}

/** Hours that the day beside the form shows. */
const SHOWN_HOURS = 6
const FIRST_HOUR = 7
const HOURS = 24

/** From which hour on the day is shown: an hour and more before what is planned, else from the first that is booked. */
export function firstHourShown(planned: string, booked: readonly string[]): number {
  const [first] = booked.toSorted()
  const around = planned || first || ''
  const hour = around ? Math.floor(minutesOf(around) / 60) - 2 : FIRST_HOUR + 2
  return Math.max(0, Math.min(HOURS - SHOWN_HOURS, hour))
}

/** Where a span of the day stands, in hours from the first that is shown; `null` where it is out of sight. */
export function placeInDay(
  { time_start, time_end }: Pick<Booked, 'time_start' | 'time_end'>,
  firstHour: number,
): { top: number; hours: number } | null {
  const start = minutesOf(time_start) / 60 - firstHour
  const end = (time_end > time_start ? minutesOf(time_end) : minutesOf(time_start) + USUAL_MINUTES) / 60 - firstHour
  if (end <= 0 || start >= SHOWN_HOURS) return null
  const top = Math.max(0, start)
  return { top, hours: Math.min(SHOWN_HOURS, end) - top }
}

/** The hours of the day beside the form. */
export const hoursFrom = (firstHour: number): number[] =>
  Array.from({ length: SHOWN_HOURS }, (_, index) => firstHour + index)
