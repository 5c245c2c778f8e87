-- What is left to do on a deal, and what the back office is told of it.
CREATE TABLE checklists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  -- The back office's own type and status of the trade; null while nobody chose one.
  lonewolf_deal_type_id smallint CHECK (lonewolf_deal_type_id BETWEEN 1 AND 6),
  lonewolf_deal_status_id smallint CHECK (lonewolf_deal_status_id BETWEEN 1 AND 6),
  -- Cents.
  transaction_fee bigint CHECK (transaction_fee >= 0),
  listing_lawyer_information text NOT NULL DEFAULT '',
  buyer_lawyer_information text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX checklists_deal ON checklists (deal_id, id);

CREATE TABLE checklist_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checklist_id integer NOT NULL REFERENCES checklists (id) ON DELETE CASCADE,
  parent_id integer REFERENCES checklist_items (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  title text NOT NULL,
  is_completed boolean NOT NULL DEFAULT false,
  is_priority boolean NOT NULL DEFAULT false,
  -- Whether it applies to this deal.
  is_active boolean NOT NULL DEFAULT true,
  comment text NOT NULL DEFAULT '',
  completed_at timestamptz,
  completed_by integer REFERENCES users (id)
);
CREATE INDEX checklist_items_checklist ON checklist_items (checklist_id, position, id);
CREATE INDEX checklist_items_parent ON checklist_items (parent_id) WHERE parent_id IS NOT NULL;
