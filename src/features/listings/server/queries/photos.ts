import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { photoBase } from '../../rules.ts'

type Db = Pick<QueryContext, 'db'>

/** A photo as the feed brings it, in its place. */
export interface IncomingPhoto {
  mls_number: string
  n: number
  url: string
  copy_name: string
  caption: string
}

/** A listing of the feed, with the time at which its photos last changed. */
export interface PhotosChanged extends Pick<Row<'listings'>, 'mls_number'> {
  changed_at: NonNullable<Row<'listings'>['photos_changed_at']>
}

/** Of these listings, those whose photos are not known as they are now; new ones too. */
export async function withUnreadPhotos({ db }: Db, listings: readonly PhotosChanged[]): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'listings'>, 'mls_number'>>`
    SELECT given.mls_number FROM jsonb_to_recordset(${JSON.stringify(listings)}::jsonb)
      AS given (mls_number text, changed_at timestamptz)
    LEFT JOIN listings l USING (mls_number) WHERE l.photos_read_at IS DISTINCT FROM given.changed_at
    ORDER BY 1`.execute(db)
  return rows.map(({ mls_number }) => mls_number)
}

/** Keeps when the photos of listings last changed. */
export async function recordPhotosChanged({ db }: Db, listings: readonly PhotosChanged[]): Promise<void> {
  await sql`
    UPDATE listings l SET photos_changed_at = given.changed_at
    FROM jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) AS given (mls_number text, changed_at timestamptz)
    WHERE l.mls_number = given.mls_number AND l.photos_changed_at IS DISTINCT FROM given.changed_at`.execute(db)
}

/** Listings on the market whose photos changed and could not be read since, a few. */
export async function unreadPhotos({ db }: Db, limit: number): Promise<PhotosChanged[]> {
  const { rows } = await sql<PhotosChanged>`
    SELECT mls_number, photos_changed_at AS changed_at FROM listings
    WHERE photos_read_at IS DISTINCT FROM photos_changed_at AND photos_changed_at IS NOT NULL
      AND status IN ('active', 'pending')
    ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/**
 * Puts the photos of listings in place of those that were known. A photo that stayed keeps what became of its copies;
 * a listing that has none any more loses its address of photos.
 */
export async function savePhotos(
  { db }: Db,
  listings: readonly PhotosChanged[],
  photos: readonly IncomingPhoto[],
): Promise<void> {
  const rows = JSON.stringify(photos)
  const read = JSON.stringify(listings.map(listing => ({ ...listing, base: photoBase(listing.mls_number) })))
  await sql`
    DELETE FROM listing_photos p
    USING listings l JOIN jsonb_to_recordset(${read}::jsonb) AS given (mls_number text) USING (mls_number)
    WHERE p.listing_id = l.id AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset(${rows}::jsonb) AS photo (mls_number text, n smallint)
      WHERE photo.mls_number = l.mls_number AND photo.n = p.n)`.execute(db)
  await sql`
    INSERT INTO listing_photos AS p (listing_id, n, url, copy_name, caption)
    SELECT l.id, photo.n, photo.url, photo.copy_name, photo.caption
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS photo (mls_number text, n smallint, url text, copy_name text, caption text)
    JOIN listings l USING (mls_number)
    ON CONFLICT (listing_id, n) DO UPDATE SET url = excluded.url, caption = excluded.caption,
      copy_name = excluded.copy_name,
      held_until = CASE WHEN p.copy_name = excluded.copy_name THEN p.held_until END,
      problem = CASE WHEN p.copy_name = excluded.copy_name THEN p.problem END`.execute(db)
  await sql`
    WITH counted AS (
      SELECT mls_number, changed_at, base, (SELECT count(*) FROM jsonb_to_recordset(${rows}::jsonb) AS photo (mls_number text)
                                      WHERE photo.mls_number = given.mls_number) AS photos
      FROM jsonb_to_recordset(${read}::jsonb) AS given (mls_number text, changed_at timestamptz, base text)
    )
    UPDATE listings l SET photo_count = photos, photos_read_at = changed_at, photos_changed_at = changed_at,
      photo_base_url = CASE WHEN photos > 0 THEN base END
    FROM counted WHERE l.mls_number = counted.mls_number`.execute(db)
}

/** A photo and what became of its copies. */
export type StoredPhoto = Pick<Row<'listing_photos'>, 'listing_id' | 'n' | 'url' | 'copy_name' | 'problem'> &
  Pick<Row<'listings'>, 'mls_number'>

/** One photo of a home; `null` when there is none of this number. */
export async function photoOf({ db }: Db, mls: string, n: number): Promise<StoredPhoto | null> {
  const { rows } = await sql<StoredPhoto>`
    SELECT p.listing_id, l.mls_number, p.n, p.url, p.copy_name, p.problem FROM listing_photos p
    JOIN listings l ON l.id = p.listing_id WHERE l.mls_number = ${mls} AND p.n = ${n}`.execute(db)
  return rows[0] ?? null
}

/** Takes a photo to oneself for fetching it; false while somebody else has it, or after a failure. */
export async function holdPhoto(
  { db }: Db,
  { listing_id, n, copy_name }: StoredPhoto,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql<Pick<Row<'listing_photos'>, 'n'>>`
    UPDATE listing_photos SET held_until = ${until}
    WHERE listing_id = ${listing_id} AND n = ${n} AND copy_name = ${copy_name}
      AND (held_until IS NULL OR held_until <= ${now}) RETURNING n`.execute(db)
  return rows.length > 0
}

/** Lets go of a photo, with the reason when there is no copy; nobody tries again before `until`. */
export async function releasePhoto(
  { db }: Db,
  { listing_id, n, copy_name }: StoredPhoto,
  { problem, until }: { problem: string | null; until: Date | null },
): Promise<void> {
  await db
    .updateTable('listing_photos')
    .set({ held_until: until, problem })
    .where('listing_id', '=', listing_id)
    .where('n', '=', n)
    .where('copy_name', '=', copy_name)
    .execute()
}

/** Of these copies, those of photos that are still somebody's: of homes on the market, or off it for a short while. */
export async function copiesInUse({ db }: Db, names: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'listing_photos'>, 'copy_name'>>`
    SELECT DISTINCT p.copy_name FROM listing_photos p JOIN listings l ON l.id = p.listing_id
    WHERE p.copy_name = ANY(${[...names]}::text[])
      AND (l.status IN ('active', 'pending') OR l.modified_at > ${since})`.execute(db)
  return rows.map(({ copy_name }) => copy_name)
}
