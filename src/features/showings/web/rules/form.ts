import { z } from 'zod'
import { isoDay } from '../../../../platform/web/time/time.ts'
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

/** A new showing: tomorrow at two. */
export const emptyShowing = (now: Date, zone: string): ShowingForm => ({
  address_formatted: '',
  mls_number: '',
  listed_for: null,
  listing_description: '',
  date: isoDay(new Date(now.getTime() + 86_400_000), zone),
  time_start: '14:00',
  time_end: '14:30',
  lockbox_description: '',
  notes: '',
  photo_base_url: '',
  lat: null,
  lng: null,
})

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
  { mls_number, photo_base_url, time_end, lat: _, lng: __, ...form }: ShowingForm,
  before: Pick<Showing, 'photo_base_url'> | null,
) => {
  const photo = photo_base_url.trim() || (ownPhoto(before?.photo_base_url ?? null) ? null : undefined)
  return {
    ...form,
    mls_number: mls_number.trim() || null,
    ...(photo === undefined ? {} : { photo_base_url: photo }),
    time_end: time_end || null,
  }
}

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

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const LAST_MINUTE = 24 * 60 - 1

/** The form with another start; how long it takes stays. */
export function withStart(form: ShowingForm, time_start: string): ShowingForm {
  const length = minutesOf(form.time_end) - minutesOf(form.time_start)
  if (!time_start || !form.time_end || length <= 0) return { ...form, time_start }
  return { ...form, time_start, time_end: clockOf(Math.min(LAST_MINUTE, minutesOf(time_start) + length)) }
}
