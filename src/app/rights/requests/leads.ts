import { aboutLead, body, nothing, type Requests, reachesNone } from '../ask.ts'
import { emailOf } from '../world.ts'

const list: Requests[string] = () => ({ path: { list: 'leads' } })

/** A bulk change of the account. */
const aboutBulkRun =
  (state: string): Requests[string] =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO bulk_runs (user_id, actor_user_id, action, title, params, state, can_undo, total, done, changed, finished_at)
       SELECT id, id, 'leads.status', 'Set status to New', '{"status_value":1}', $2, true, 1, 1, 1,
         CASE WHEN $2 = 'done' THEN now() END FROM users WHERE email = $1 RETURNING id`,
      [emailOf(account), state],
    )
    return { path: { id } }
  }

/** A saved view of the account itself. */
const aboutView =
  (fields: object = {}, isDeleted = false): Requests[string] =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO saved_views (user_id, name, list, sort, deleted_at)
       SELECT id, 'Kept', 'leads', 'name', CASE WHEN $2 THEN now() END FROM users WHERE email = $1 RETURNING id`,
      [emailOf(account), isDeleted],
    )
    return { path: { id }, body: fields }
  }

/** The lists of leads and what is done from them. */
export const leadRequests: Requests = {
  'search.search': body({ q: 'own' }),
  'leads.list': list,
  'leads.count': list,
  'leads.counts': nothing,
  'leads.selectAll': body({ tab: 'leads' }),
  'leads.get': aboutLead(),
  // Who only matches leads to deals adds none.
  'leads.create': world => ({
    body: { first_name: 'Made', email: `made${world.unused()}@leads.test` },
    refuses: ['deals'],
  }),
  'leads.update': aboutLead({ first_name: 'Changed' }),
  'leads.remove': async (world, account) => ({ path: { id: await world.lead(account, true) }, reachesNone }),
  'leads.restore': async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one('UPDATE leads SET deleted_at = now() WHERE id = $1 RETURNING id', [lead])
    return { path: { id }, reachesNone }
  },
  'leads.removeMany': async (world, account) => ({ body: { selected: [await world.lead(account, true)] } }),
  'leads.changeStatus': aboutLead({ status_value: 2 }),
  'leads.changeStatuses': async (world, account) => ({
    body: { selected: [await world.lead(account)], status_value: 3 },
  }),
  'leads.setRentalProfile': aboutLead({ creditScore: 742 }),
  'leads.recallLinks': aboutLead(),
  'leads.areas': nothing,
  'leads.sites': nothing,
  'leads.sources': nothing,
  'bulk.list': nothing,
  'bulk.get': aboutBulkRun('running'),
  'bulk.cancel': aboutBulkRun('running'),
  'bulk.undo': aboutBulkRun('done'),
  'views.list': nothing,
  'views.create': body({ name: 'Mine', list: 'leads' }),
  'views.sharing': nothing,
  'views.order': body({ ids: [1] }),
  'views.update': aboutView({ name: 'Ours' }),
  'views.remove': aboutView(),
  'views.restore': aboutView({}, true),
}
