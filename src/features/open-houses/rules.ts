const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What leads have as their source that began at an open house. */
export const OPEN_HOUSE = 'Open house'
/** The model type of the milestone of somebody who signed in: a progress update that the product wrote. */
export const OPEN_HOUSE_MODEL = 'open_house'

/** How long before it begins visitors may sign in: whoever hosts it sets the tablet up. */
const OPENS_HOURS_BEFORE = 2
/** How long after its end they still may: people stay, and some are signed in later from paper. */
const CLOSES_HOURS_AFTER = 6
/** How long a sign-in that waited on the tablet for the network is still taken after that. */
const WAITING_DAYS = 7

/** How far ahead an open house is planned at the most. */
export const MAX_DAYS_AHEAD = 366

/** Where the page for the tablet is. */
export const signInPath = (token: string): string => `/open-house/${token}`

interface Times {
  /** ISO 8601. */
  starts_at: string
  ends_at: string
}

/** From when to when visitors can sign in. */
export const signInHours = ({ starts_at, ends_at }: Times): { opens: Date; closes: Date } => ({
  opens: new Date(Date.parse(starts_at) - OPENS_HOURS_BEFORE * HOUR_MS),
  closes: new Date(Date.parse(ends_at) + CLOSES_HOURS_AFTER * HOUR_MS),
})

/** Whether visitors can sign in, and why not. */
export type SignInState = 'open' | 'early' | 'over' | 'cancelled'

/** Whether visitors can sign in at a time. */
export function signInStateAt(house: Times & { is_cancelled: boolean }, now: Date): SignInState {
  const { opens, closes } = signInHours(house)
  if (house.is_cancelled) return 'cancelled'
  if (now < opens) return 'early'
  return now > closes ? 'over' : 'open'
}

/** Whether a sign-in that waited on the tablet is still taken. */
export const takesWaiting = (house: Times, now: Date): boolean =>
  now >= signInHours(house).opens && now.getTime() <= signInHours(house).closes.getTime() + WAITING_DAYS * DAY_MS

/** When somebody signed in, by the tablet's clock, as far as that can be true. */
export function signedAt(house: Times, said: Date, now: Date): Date {
  const { opens, closes } = signInHours(house)
  const latest = Math.min(now.getTime(), closes.getTime())
  return new Date(Math.max(opens.getTime(), Math.min(said.getTime(), latest)))
}

const dayAndTime = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: zone,
  })
    .format(at)
    .replace(/\s/g, ' ')
    .replace('a.m.', 'AM')
    .replace('p.m.', 'PM')

/** Why nobody can sign in, as a visitor reads it. */
export function closedSentence(state: Exclude<SignInState, 'open'>, house: Times, zone: string): string {
  const { opens, closes } = signInHours(house)
  if (state === 'cancelled') return 'This open house was cancelled.'
  if (state === 'early') return `Sign-in opens on ${dayAndTime(opens, zone)}.`
  return `Sign-in closed on ${dayAndTime(closes, zone)}.`
}

/** What a visitor agrees to; the words are kept with the consent. */
export const consentWording = (brokerage: string): string =>
  `Yes, ${brokerage} may e-mail me about this home and others like it. I can unsubscribe at any time.`

/** What a visitor types. */
export interface SignInFields {
  name: string
  email: string
  phone: string
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
/** Numbers have 7 digits at the least, and 15 at the most. */
const isPhone = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''))

/** What is wrong with what a visitor typed, by field. */
export function signInProblems({
  name,
  email: address,
  phone,
}: SignInFields): Partial<Record<keyof SignInFields, string[]>> {
  const isUnreachable = address.trim() === '' && phone.trim() === ''
  return {
    ...(name.trim() === '' && { name: ['Enter your name.'] }),
    ...(isUnreachable && { email: ['Enter an e-mail address or a phone number.'] }),
    ...(address.trim() !== '' && !email.test(address.trim()) && { email: ['Check this e-mail address.'] }),
    ...(phone.trim() !== '' && !isPhone(phone.trim()) && { phone: ['Check this phone number.'] }),
  }
}
