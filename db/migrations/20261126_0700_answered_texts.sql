-- Texts by which colleagues answered something, such as an offer: a carrier that brings one again must not have it answer what was offered since.
CREATE TABLE answered_texts (
  provider_id text PRIMARY KEY,
  -- What was said back: said again when the text comes again, since the first answer may not have arrived.
  answer text NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answered_texts_age ON answered_texts (answered_at);
