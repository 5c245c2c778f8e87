import { defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { importCalls } from './contract.ts'

/** An import of the administrator, in such a state. */
export const importIn = ({ one }: World, status: string): Promise<number> =>
  one(
    `INSERT INTO imports (user_id, file_name, file_size, stored_as, kind, encoding, separator, has_header, columns,
       mapping, row_count, status, created, finished_at)
     SELECT id, 'people.csv', 9, 'gone', 'csv', 'utf-8', ',', true, '[{"name":"Email","suggested":"email","samples":[]}]', '["email"]', 1,
       $1, 1, now() FROM users WHERE email = 'admin@keyturn.test' RETURNING id`,
    [status],
  )

const aboutImport =
  (status: string): Request =>
  async world => ({ path: { id: await importIn(world, status) } })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(importCalls, {
  upload: [
    office,
    () => {
      const form = new FormData()
      form.set('start', '0')
      form.set('file', new Blob(['First name,Email\nAda,ada@people.test\n']), 'people.csv')
      return { form }
    },
  ],
  list: [office, nothing],
  get: [office, aboutImport('waiting')],
  start: [office, aboutImport('waiting')],
  dryRun: [office, aboutImport('waiting')],
  kept: [office, aboutImport('undone')],
  cancel: [office, aboutImport('waiting')],
  undo: [office, aboutImport('done')],
  failedRows: [office, aboutImport('done')],
  preview: [office, 'no record'],
  merges: [office, aboutImport('done')],
  mergedRows: [office, aboutImport('done')],
})
