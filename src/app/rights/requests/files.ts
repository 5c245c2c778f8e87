import { nothing, type Requests } from '../ask.ts'
import { emailOf, type World } from '../world.ts'

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
  (status: string): Requests[string] =>
  async world => ({ path: { id: await importIn(world, status) } })

/** An export of the account itself that waits. */
const aboutExport: Requests[string] = async (world, account) => {
  const id = await world.one(
    `INSERT INTO exports (user_id, made_by, format, columns, selection, row_count, row_count_is_estimate)
     SELECT id, id, 'csv', '{email}', '{}', 1, false FROM users WHERE email = $1 RETURNING id`,
    [emailOf(account)],
  )
  return { path: { id } }
}

/** Leads that come from files and go into them. */
export const fileRequests: Requests = {
  'imports.upload': () => {
    const form = new FormData()
    form.set('start', '0')
    form.set('file', new Blob(['First name,Email\nAda,ada@people.test\n']), 'people.csv')
    return { form }
  },
  'imports.list': nothing,
  'imports.get': aboutImport('waiting'),
  'imports.start': aboutImport('waiting'),
  'imports.cancel': aboutImport('waiting'),
  'imports.undo': aboutImport('done'),
  'imports.failedRows': aboutImport('done'),
  'imports.merges': aboutImport('done'),
  'imports.mergedRows': aboutImport('done'),
  'exports.create': async (world, account) => ({ body: { selected: [await world.lead(account)] } }),
  'exports.list': nothing,
  'exports.get': aboutExport,
  'exports.cancel': aboutExport,
}
