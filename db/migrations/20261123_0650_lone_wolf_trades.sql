-- What is known of a deal's trade in the back office. Nothing has ever written to the first outbox.
DROP TABLE lonewolf_outbox;

CREATE TABLE lonewolf_trades (
  deal_id integer PRIMARY KEY REFERENCES deals (id) ON DELETE CASCADE,
  -- Ours, written into the trade, by which it is found again.
  reference text NOT NULL UNIQUE,
  -- Theirs; null until the trade is known.
  trade_id text UNIQUE,
  number text,
  status_code text,
  row_version text,
  -- What they hold of it, in our words.
  theirs jsonb,
  -- The number of a second trade with the same reference, which somebody has to take back there.
  twin text,
  -- Since when both sides differ and a person has to say which holds.
  differs_since timestamptz,
  read_at timestamptz,
  CHECK ((trade_id IS NULL) = (row_version IS NULL))
);

-- What goes there: a row for each version of a deal that is sent. `unknown`: it was sent and nobody knows whether it arrived, so
-- that it is looked for by its reference before anything of the deal is sent again.
CREATE TABLE lonewolf_outbox (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  version integer NOT NULL,
  state text NOT NULL DEFAULT 'prepared' CHECK (state IN ('prepared', 'sent', 'unknown', 'confirmed', 'refused')),
  -- Whether it opens the trade or changes it; decided as it is sent.
  kind text CHECK (kind IN ('open', 'change')),
  facts jsonb NOT NULL,
  -- The version of the trade that a change was based on.
  based_on text,
  -- Why it was refused: by the account, for what is in it, since the trade is another by now, or since it never arrived.
  reason text CHECK (reason IN ('account', 'facts', 'differs', 'lost')),
  problem text,
  lookups integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  looked_at timestamptz,
  settled_at timestamptz,
  UNIQUE (deal_id, version),
  CHECK ((state = 'prepared') = (sent_at IS NULL) OR state IN ('confirmed', 'refused')),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
-- Of each deal one is on its way at the most, and one waits behind it.
CREATE UNIQUE INDEX lonewolf_outbox_on_its_way ON lonewolf_outbox (deal_id) WHERE state IN ('sent', 'unknown');
CREATE UNIQUE INDEX lonewolf_outbox_waiting ON lonewolf_outbox (deal_id) WHERE state = 'prepared';
CREATE INDEX lonewolf_outbox_open ON lonewolf_outbox (state, id) WHERE state IN ('prepared', 'sent', 'unknown');

-- Nothing that was sent becomes unsent, and what is settled stays so.
CREATE FUNCTION lonewolf_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF array_position(ARRAY['prepared', 'sent', 'unknown', 'confirmed'], replace(new.state, 'refused', 'confirmed'))
     < array_position(ARRAY['prepared', 'sent', 'unknown', 'confirmed'], replace(old.state, 'refused', 'confirmed'))
     OR (old.state IN ('confirmed', 'refused') AND new.state <> old.state) THEN
    RAISE EXCEPTION 'What goes to the back office only goes forward: % to %.', old.state, new.state;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER lonewolf_outbox_forward BEFORE UPDATE OF state ON lonewolf_outbox
  FOR EACH ROW EXECUTE FUNCTION lonewolf_goes_forward();

-- Up to when changes of theirs were read.
ALTER TABLE lonewolf_account ADD COLUMN read_until timestamptz;
