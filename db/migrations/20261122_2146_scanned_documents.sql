-- Whether the content of a document was looked through for malware. unscanned: there was no scanner when it came. pending: there
-- was one, and it did not answer; it is asked again, and nobody opens the document before.
ALTER TABLE document_files
  ADD scan text NOT NULL DEFAULT 'unscanned' CHECK (scan IN ('unscanned', 'pending', 'clean', 'infected')),
  -- What was found.
  ADD scan_found text;
CREATE INDEX document_files_pending ON document_files (stored_at) WHERE scan = 'pending';
