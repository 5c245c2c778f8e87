-- What mail servers report of an e-mail after they took it: the first time of each.
ALTER TABLE emails
  ADD COLUMN opened_at timestamptz,
  ADD COLUMN clicked_at timestamptz,
  ADD COLUMN complained_at timestamptz;
