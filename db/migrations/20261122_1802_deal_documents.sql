-- The content of documents, once for however many have it. Named by the SHA-256 of the bytes, and never written again.
CREATE TABLE document_files (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  size integer NOT NULL,
  pages integer NOT NULL,
  stored_at timestamptz NOT NULL
);

CREATE TABLE deal_documents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  hash text NOT NULL REFERENCES document_files (hash),
  name text NOT NULL,
  -- Where it was imported from, such as a document of a loop, and which edition of it.
  source text,
  source_id text,
  source_revision text,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Withdrawn: no longer shown, and kept as long as the record of the trade has to be.
  withdrawn_at timestamptz,
  withdrawn_by integer REFERENCES users (id),
  withdrawn_reason text,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX deal_documents_deal ON deal_documents (deal_id, id) WHERE withdrawn_at IS NULL;
CREATE INDEX deal_documents_hash ON deal_documents (hash);
CREATE UNIQUE INDEX deal_documents_source ON deal_documents (deal_id, source, source_id, source_revision)
  WHERE source IS NOT NULL AND withdrawn_at IS NULL;

-- What a deal needs before it closes. Whether it is there follows from what was assigned to it.
CREATE TABLE deal_required_documents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  title text NOT NULL,
  is_required boolean NOT NULL DEFAULT true,
  is_custom boolean NOT NULL DEFAULT false,
  -- What the person who submitted the deal said of it.
  is_submitted boolean NOT NULL DEFAULT false,
  -- The client whose paper it is, where each has one.
  client_id integer REFERENCES deal_clients (id) ON DELETE CASCADE
);
CREATE INDEX deal_required_documents_deal ON deal_required_documents (deal_id, position);

-- Pages of a document that are a required one: one scan may hold several, and nothing is copied.
CREATE TABLE deal_document_assignments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  required_id integer NOT NULL REFERENCES deal_required_documents (id) ON DELETE CASCADE,
  document_id integer NOT NULL REFERENCES deal_documents (id) ON DELETE CASCADE,
  first_page integer NOT NULL CHECK (first_page >= 1),
  last_page integer NOT NULL CHECK (last_page >= first_page),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'rejected')),
  reason text NOT NULL DEFAULT '',
  assigned_by integer REFERENCES users (id),
  assigned_at timestamptz NOT NULL,
  reviewed_by integer REFERENCES users (id),
  reviewed_at timestamptz
);
CREATE INDEX deal_document_assignments_required ON deal_document_assignments (required_id);
CREATE INDEX deal_document_assignments_document ON deal_document_assignments (document_id);
