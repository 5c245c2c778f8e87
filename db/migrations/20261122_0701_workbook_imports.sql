-- Workbooks are imported too. `sheet` is the sheet that was read, where a workbook has several.
ALTER TABLE imports DROP CONSTRAINT imports_kind_check;
ALTER TABLE imports ADD CONSTRAINT imports_kind_check CHECK (kind IN ('csv', 'vcard', 'xlsx'));
ALTER TABLE imports ADD COLUMN sheet text;
