-- Photos of homes: where the listing service has them, and what became of the product's own copies in the file store.
ALTER TABLE listings
  ADD COLUMN photo_count smallint NOT NULL DEFAULT 0,
  -- When the photos last changed, as the listing service says, and which of these times the known photos are of.
  ADD COLUMN photos_changed_at timestamptz,
  ADD COLUMN photos_read_at timestamptz;
CREATE INDEX listings_photos_unread ON listings (id) WHERE photos_read_at IS DISTINCT FROM photos_changed_at;

CREATE TABLE listing_photos (
  listing_id integer NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  -- From 1; the first is the one that stands for the home.
  n smallint NOT NULL,
  -- A path alone when the listing service itself serves the file: where that is may change.
  url text NOT NULL,
  -- What its copies are called in the file store; another one when the photo changed.
  copy_name text NOT NULL,
  caption text NOT NULL DEFAULT '',
  -- Whoever fetches the photo has it to themselves until then; after a failure nobody tries again before.
  held_until timestamptz,
  -- Why there is no copy; null while nobody tried, or when there is one.
  problem text,
  PRIMARY KEY (listing_id, n)
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX listing_photos_copy ON listing_photos (copy_name);

-- Homes that were read before photos were: the feed is read once more from its beginning.
UPDATE listings SET photo_base_url = NULL;
UPDATE listing_feeds SET modified_at = NULL, listing_key = NULL WHERE name = 'mls';
