-- Requests of users and addresses within a minute, added up over all processes. Nothing is lost that matters when a crash
-- empties it, so it is not written to the log.
CREATE UNLOGGED TABLE request_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
