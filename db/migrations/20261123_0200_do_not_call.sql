-- Imports of the national do-not-call list. One list is in force at a time, and stays so until the next one is whole.
CREATE TABLE do_not_call_lists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL,
  -- Bytes.
  file_size bigint NOT NULL,
  -- The file while it is being read; null once it is not needed any more.
  stored_as text,
  -- Distinguishes files that were found in the folder; null for uploads.
  found_as text UNIQUE,
  -- The day on which the list was obtained: its age counts from there.
  obtained_on date NOT NULL,
  -- An administrator said that a list with far fewer numbers than the last one is right.
  allow_smaller boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'reading', 'in_force', 'replaced', 'failed', 'cancelled')),
  problem text,
  -- How far it was read, at the beginning of a line, and what was in there; whoever goes on begins here.
  read_bytes bigint NOT NULL DEFAULT 0,
  read_lines bigint NOT NULL DEFAULT 0,
  unreadable_lines bigint NOT NULL DEFAULT 0,
  -- Different numbers, and their area codes; known at the end.
  numbers bigint,
  area_codes smallint[] NOT NULL DEFAULT '{}',
  -- Who uploaded it; null when it was found in the folder.
  user_id integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE UNIQUE INDEX do_not_call_lists_in_force ON do_not_call_lists ((true)) WHERE state = 'in_force';
CREATE UNIQUE INDEX do_not_call_lists_unfinished ON do_not_call_lists ((true)) WHERE state IN ('queued', 'reading');
CREATE INDEX do_not_call_lists_newest ON do_not_call_lists (created_at DESC, id DESC);

-- The numbers of a list: a row for each block of ten thousand (area code and exchange), a bit for each number in it. Thirty
-- million numbers are some 30,000 rows of 1.3 kB, and a look-up is one row of the index.
CREATE TABLE do_not_call_numbers (
  list_id integer NOT NULL REFERENCES do_not_call_lists (id) ON DELETE CASCADE,
  -- Area code and exchange: 416555.
  block integer NOT NULL,
  lines bit(10000) NOT NULL,
  PRIMARY KEY (list_id, block)
);
