import { describe, expect, it } from 'vitest'
import { behind, call, campaignEngine, email, text } from '../../../testing/followUp/campaignEngine.ts'
import { countStatements } from '../../../testing/statements.ts'
import { runDueSteps } from './commands/run.ts'

describe('a batch of steps', () => {
  const { rows, change, addLead, addCampaign, start, work, sendings, tasks } = campaignEngine()

  const addAgent = async (name: string): Promise<number> => {
    const [agent] = await rows(
      `WITH person AS (INSERT INTO users (email, first_name, last_name) VALUES ($1, $2, 'Tester') RETURNING id)
       INSERT INTO agents (user_id) SELECT id FROM person RETURNING id`,
      [`${name.toLowerCase()}@batch.test`, name],
    )
    return agent?.id
  }

  /** Statements that the first step takes on so many leads of each of these agents, whose messages were written down before. */
  const statementsOf = async (step: typeof email, agents: readonly number[], each: number): Promise<number> => {
    const campaign = await addCampaign([step, behind(step, 3)])
    const leadsOf = (count: number) =>
      Promise.all(agents.flatMap(agent_id => Array.from({ length: count }, () => addLead({ agent_id }))))
    await start(campaign, ...(await leadsOf(1)))
    await work()
    await start(campaign, ...(await leadsOf(each)))
    const counted = countStatements()
    try {
      const ran = await change(ctx => runDueSteps(ctx, 200))
      expect(ran).toBe(each * agents.length)
      return counted.take()
    } finally {
      counted.stop()
    }
  }

  it.each([
    ['e-mails', email],
    ['texts', text],
    ['tasks', call],
  ])('of %s takes as many statements for many leads of several agents as for one', async (kind, step) => {
    const agents = [await addAgent(`One ${kind}`), await addAgent(`Two ${kind}`), await addAgent(`Three ${kind}`)]
    const few = await statementsOf(step, agents.slice(0, 1), 1)
    expect(await statementsOf(step, agents, 6)).toBe(few)
  })

  it('sends each lead the message of their own agent, and leaves the count of open tasks as it was', async () => {
    const agents = [await addAgent('Ann'), await addAgent('Ben')]
    const leads = await Promise.all(agents.map(agent_id => addLead({ agent_id })))
    await start(await addCampaign([email, behind(email, 2)]), ...leads)
    await work()
    for (const [place, lead] of leads.entries()) {
      expect(await sendings(lead)).toMatchObject([{ agent_id: agents[place] }])
      expect(
        await rows(
          `SELECT m.agent_id, l.open_tasks FROM emails e JOIN email_messages m ON m.id = e.message_id
           JOIN leads l ON l.id = e.lead_id WHERE e.lead_id = $1`,
          [lead],
        ),
      ).toEqual([{ agent_id: agents[place], open_tasks: 1 }])
      expect((await tasks(lead)).map(({ completed }) => completed)).toEqual([true, false])
    }
  })
})
