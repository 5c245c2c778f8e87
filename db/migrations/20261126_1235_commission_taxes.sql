-- Each tax of a line by its name: [{"name": "GST", "rate": 50000, "amount": 1250}]. Lines from before have the HST of Ontario, which
-- `tax_rate` and `tax` say.
ALTER TABLE commission_lines ADD COLUMN taxes jsonb NOT NULL DEFAULT '[]';
