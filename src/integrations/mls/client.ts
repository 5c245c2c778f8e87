import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

/** Where listings come from: a RESO Web API and the token for it. */
export interface MlsServer {
  url: string
  token: string
  /** How long an answer may take. */
  timeoutMs?: number
  /** How a try that failed is waited out; tests do not wait. */
  pause?(ms: number): Promise<unknown>
}

/** The fields that the product reads, under the names of the RESO data dictionary. */
export const MlsProperty = z.object({
  ListingKey: z.string().min(1).max(100),
  StandardStatus: z.string(),
  TransactionType: z.string(),
  PropertySubType: z.string().nullish(),
  ListPrice: z.number().min(0),
  UnparsedAddress: z.string().nullish(),
  StreetNumber: z.string().nullish(),
  StreetName: z.string().nullish(),
  StreetSuffix: z.string().nullish(),
  UnitNumber: z.string().nullish(),
  City: z.string().nullish(),
  CityRegion: z.string().nullish(),
  PostalCode: z.string().nullish(),
  BuildingName: z.string().nullish(),
  BedroomsAboveGrade: z.number().nullish(),
  BedroomsBelowGrade: z.number().nullish(),
  BathroomsTotalInteger: z.number().nullish(),
  LivingAreaRange: z.string().nullish(),
  PublicRemarks: z.string().nullish(),
  PhotosChangeTimestamp: z.iso.datetime({ offset: true }).nullish(),
  ListOfficeName: z.string().nullish(),
  Latitude: z.number().nullish(),
  Longitude: z.number().nullish(),
  OriginalEntryTimestamp: z.iso.datetime({ offset: true }),
  ModificationTimestamp: z.iso.datetime({ offset: true }),
})
export type MlsProperty = z.output<typeof MlsProperty>

/** One listing as a person looks it up. Whose it is, not every service says to everybody. */
export const MlsHome = MlsProperty.extend({ OwnerName: z.string().nullish() })
export type MlsHome = z.output<typeof MlsHome>

/** A photo, under the names of the RESO data dictionary. */
const MlsMedia = z.object({
  MediaKey: z.string().min(1),
  MediaURL: z.string().min(1),
  ResourceRecordKey: z.string(),
  Order: z.number().nullish(),
  PreferredPhotoYN: z.boolean().nullish(),
  MediaCategory: z.string().nullish(),
  MediaStatus: z.string().nullish(),
  ShortDescription: z.string().nullish(),
  MediaModificationTimestamp: z.string().nullish(),
})

/** A photo of a listing, in the order in which they are shown. */
export interface MlsPhoto {
  media_key: string
  listing_key: string
  /** A path alone when the listing service itself serves the file. */
  url: string
  caption: string
  modified_at: string
}

/** How far a reader has come; both exactly as the server wrote them, with every digit of the time. */
export interface MlsCursor {
  modified_at: string
  listing_key: string
}

export interface MlsPage {
  properties: readonly MlsProperty[]
  /** Records that lack what a listing needs. They are left out, and counted, instead of stopping the feed. */
  unreadable: readonly string[]
  /** What those of them say of their state all the same: a home that is taken off the market may lose its price first. */
  states: readonly MlsState[]
  /** Where to go on; `null` when the page was empty. */
  cursor: MlsCursor | null
  isLast: boolean
}

/** Why nothing was read. */
export class MlsError extends Error {
  /** Trying again makes no sense before somebody changes the settings. */
  readonly isPermanent: boolean
  constructor(message: string, { isPermanent }: { isPermanent: boolean }) {
    super(message)
    this.name = 'MlsError'
    this.isPermanent = isPermanent
  }
}

/** Reads listings. */
export interface MlsClient {
  /** What changed after the cursor, in the order of change; from the beginning without one. */
  changesAfter(cursor: MlsCursor | null, limit: number): Promise<MlsPage>
  /** One listing by its number; `null` when there is none. */
  property(key: string): Promise<MlsHome | null>
  /** The photos of these listings, each listing's in their order. */
  photosOf(keys: readonly string[]): Promise<MlsPhoto[]>
}

const TIMEOUT_MS = 20_000
const MAX_TRIES = 4
const FIRST_PAUSE_MS = 500
/** Listings whose photos are asked for at once: their keys have to fit into an address. */
const KEYS_AT_ONCE = 50
/** Photos of one listing; nobody looks at more. */
export const MAX_PHOTOS = 50
/** A server that asks for more patience than this is tried again with the next run. */
const MAX_WAIT_MS = 30_000

/** A text within a query: quotes inside are doubled. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const fields = Object.keys(MlsProperty.shape).join(',')

/** Makes the client of a server. */
export function connectMls({ url, token, timeoutMs = TIMEOUT_MS, pause = wait }: MlsServer): MlsClient {
  const base = url.replace(/\/+$/, '')
  const ask = (address: string) => patiently(pause, () => askOnce(address, token, timeoutMs))
  return {
    async changesAfter(cursor, limit) {
      const query = new URLSearchParams({
        $select: fields,
        $orderby: 'ModificationTimestamp asc,ListingKey asc',
        $top: String(limit),
        ...(cursor ? { $filter: after(cursor) } : {}),
      })
      const body = await ask(`${base}/Property?${query}`)
      const page = Page.safeParse(body)
      if (!page.success) throw new MlsError('The listing service did not answer with a list.', { isPermanent: false })
      return pageOf(page.data.value, limit)
    },
    async property(key) {
      // Without a choice of fields: a service that lacks one of them refuses the whole request.
      const body = await ask(`${base}/Property(${encodeURIComponent(quoted(key))})`)
      const home = body === null ? null : MlsHome.safeParse(body)
      if (home && !home.success)
        throw new MlsError('The listing service sent a record that cannot be read.', { isPermanent: true })
      return home?.data ?? null
    },
    async photosOf(keys) {
      const photos: MlsPhoto[] = []
      for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
        const query = new URLSearchParams({
          $select: Object.keys(MlsMedia.shape).join(','),
          $filter: photosFilter(keys.slice(start, start + KEYS_AT_ONCE)),
          $orderby: 'ResourceRecordKey asc,Order asc,MediaKey asc',
          $top: String(KEYS_AT_ONCE * (MAX_PHOTOS + 1)),
        })
        const page = Page.safeParse(await ask(`${base}/Media?${query}`))
        if (!page.success) throw new MlsError('The listing service did not answer with a list.', { isPermanent: false })
        photos.push(...photosIn(page.data.value, base))
      }
      return photos
    },
  }
}

const Page = z.object({ value: z.array(z.record(z.string(), z.unknown())) })
const State = z.object({
  ListingKey: z.string().min(1),
  StandardStatus: z.string(),
  ModificationTimestamp: z.iso.datetime({ offset: true }),
})
/** All that could be read of a record. */
export type MlsState = z.output<typeof State>
const Position = z.object({ ListingKey: z.string(), ModificationTimestamp: z.string() })

// Several listings may carry the same time: the key decides among them, so that no page ends between two of them.
const after = ({ modified_at, listing_key }: MlsCursor) =>
  `ModificationTimestamp gt ${modified_at} or (ModificationTimestamp eq ${modified_at} and ListingKey gt ${quoted(listing_key)})`

// Services keep each photo in several sizes, the largest under this name.
const photosFilter = (keys: readonly string[]) =>
  `ResourceName eq 'Property' and ImageSizeDescription eq 'Largest' and Order le ${MAX_PHOTOS} and (${keys
    .map(key => `ResourceRecordKey eq ${quoted(key)}`)
    .join(' or ')})`

function photosIn(records: readonly Record<string, unknown>[], base: string): MlsPhoto[] {
  const { origin } = new URL(base)
  return records
    .flatMap(record => MlsMedia.safeParse(record).data ?? [])
    .filter(media => (media.MediaCategory ?? 'Photo') === 'Photo' && (media.MediaStatus ?? 'Active') === 'Active')
    .toSorted((a, b) => Number(b.PreferredPhotoYN ?? false) - Number(a.PreferredPhotoYN ?? false))
    .map(media => ({
      media_key: media.MediaKey,
      listing_key: media.ResourceRecordKey,
      url: media.MediaURL.startsWith(`${origin}/`) ? media.MediaURL.slice(origin.length) : media.MediaURL,
      caption: media.ShortDescription ?? '',
      modified_at: media.MediaModificationTimestamp ?? '',
    }))
}

function pageOf(records: readonly Record<string, unknown>[], limit: number): MlsPage {
  const read = records.map(record => MlsProperty.safeParse(record))
  const last = Position.safeParse(records.at(-1))
  if (records.length > 0 && !last.success)
    throw new MlsError('The listing service sent a record without a number or time.', { isPermanent: false })
  return {
    properties: read.flatMap(({ data }) => data ?? []),
    unreadable: records.flatMap(({ ListingKey }, index) => (read[index]?.success ? [] : String(ListingKey))),
    states: records.flatMap((record, index) => (read[index]?.success ? [] : (State.safeParse(record).data ?? []))),
    cursor: last.success ? { modified_at: last.data.ModificationTimestamp, listing_key: last.data.ListingKey } : null,
    isLast: records.length < limit,
  }
}

/** A failure that may be over soon, with the wait that the server asked for. */
class Passing extends Error {
  readonly afterMs: number | null
  constructor(message: string, afterMs: number | null = null) {
    super(message)
    this.afterMs = afterMs
  }
}

async function patiently(pause: (ms: number) => Promise<unknown>, ask: () => Promise<unknown>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      const pauseMs = error.afterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)
      if (attempt >= MAX_TRIES || pauseMs > MAX_WAIT_MS) throw new MlsError(error.message, { isPermanent: false })
      await pause(pauseMs)
    }
  }
}

/** The answer's body; `null` for what does not exist. */
async function askOnce(address: string, token: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    // A token is meant for this server and for no other.
    redirect: 'error',
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new Passing(isLate ? 'The listing service did not answer in time.' : 'The listing service cannot be reached.')
  })
  if (response.status === 404) return null
  if (response.ok) return bodyOf(response)
  await response.body?.cancel()
  if (response.status === 401 || response.status === 403)
    throw new MlsError('The listing service refused the token of MLS_TOKEN.', { isPermanent: true })
  if (response.status === 429 || response.status >= 500)
    throw new Passing(`The listing service answered ${response.status}.`, patienceOf(response))
  throw new MlsError(`The listing service answered ${response.status}.`, { isPermanent: true })
}

const bodyOf = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new Passing(
      isLate ? 'The listing service did not answer in time.' : 'The listing service sent an unreadable answer.',
    )
  })

function patienceOf(response: Response): number | null {
  const asked = response.headers.get('retry-after')
  if (asked === null) return null
  const seconds = Number(asked)
  return Number.isFinite(seconds) ? seconds * 1000 : Math.max(0, Date.parse(asked) - Date.now())
}
