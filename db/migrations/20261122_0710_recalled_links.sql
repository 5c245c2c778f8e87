-- Links in e-mails to a lead that were made before then lead nowhere any more. No foreign key: a merge moves the rows that
-- refer to a lead, and what was recalled of one lead says nothing about the other.
CREATE TABLE recalled_links (
  lead_id integer PRIMARY KEY,
  recalled_at timestamptz NOT NULL
);
