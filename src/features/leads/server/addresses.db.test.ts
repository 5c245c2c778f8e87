import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { updateLead } from './commands/change.ts'
import { lockAddresses, SamePerson } from './commands/contact.ts'
import { createLead, type NewLeadFields } from './commands/create.ts'
import { lockLead } from './queries/leads.ts'

let database: Database
let ann: TestPerson

beforeAll(async () => {
  database = await openTestDatabase()
  ann = agentAtWork(database, await addAgent(database, 'Ann'))
})

afterAll(() => database.close())

describe('addresses of others', () => {
  const person = (name: string) => `${name}@taken.test`
  const change = (id: number, fields: object) =>
    ann.writing(async ctx => {
      await lockAddresses(ctx, id, fields)
      await updateLead(ctx, await lockLead(ctx, id), fields)
    })
  const add = (fields: NewLeadFields) =>
    ann.writing(ctx => createLead(ctx, { agent_id: ann.viewer.agent_id, ...fields }))

  it('are never taken by a change, shown or private, in whatever spelling', async () => {
    const email = person('first')
    const first = await add({ email, phone: '+14165550861', phone_private: '+14165550862' })
    const second = await add({ email: person('second') })
    await expect(change(second.id, { email: email.toUpperCase() })).rejects.toBeInstanceOf(SamePerson)
    await expect(change(second.id, { email_private: email })).rejects.toBeInstanceOf(SamePerson)
    await expect(change(second.id, { phone: '(416) 555-0861' })).rejects.toBeInstanceOf(SamePerson)
    await expect(change(second.id, { phone: '416 555 0862' })).rejects.toBeInstanceOf(SamePerson)
    await change(first.id, { phone: '416.555.0862' })
  })

  it('go to one of two who want them at the same moment', async () => {
    const email = person('wanted')
    const [one, two] = [await add({ first_name: 'One' }), await add({ first_name: 'Two' })]
    const results = await Promise.allSettled([
      change(one.id, { email }),
      change(two.id, { email }),
      add({ email }),
      add({ email }),
    ])
    expect(results.filter(result => result.status === 'rejected').length).toBeLessThan(3)
    const { rows } = await database.pool.query('SELECT id FROM leads WHERE email = $1', [email])
    expect(rows).toHaveLength(1)
  })
})
