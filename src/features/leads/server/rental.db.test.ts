import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'

describe('the rental profile of a lead', { timeout: 60_000 }, () => {
  let server: TestServer
  let agent: TestClient
  let lead: number
  beforeAll(async () => {
    server = await startTestServer()
    agent = await server.signIn('agent')
    lead = (await agent.post('lead', { first_name: 'Rena', roles: ['rental_lead'] })).data.id
  }, 60_000)
  afterAll(() => server.close())

  it('is nothing at first, then what was said; what is left out stays', async () => {
    expect((await agent.get(`lead/${lead}`)).data.rental_profile).toBeNull()
    const first = await agent.post(`lead/${lead}/rental`, {
      employmentLetter: true,
      creditScore: 742,
      annualIncome: 148_000,
    })
    expect(first.data).toEqual({ employmentLetter: true, creditScore: 742, annualIncome: 148_000 })
    await agent.post(`lead/${lead}/rental`, { annualIncome: null })
    expect((await agent.get(`lead/${lead}`)).data.rental_profile).toEqual({
      employmentLetter: true,
      creditScore: 742,
      annualIncome: null,
    })
  })

  it.each([{ creditScore: 200 }, { creditScore: 901 }, { annualIncome: -1 }, { employmentLetter: 'perhaps' }])(
    'refuses %j by field and keeps what it had',
    async fields => {
      const before = (await agent.get(`lead/${lead}`)).data.rental_profile
      const answer = await agent.post(`lead/${lead}/rental`, fields)
      expect(answer.http).toBe(422)
      expect(Object.keys(answer.message ?? {})).toEqual(Object.keys(fields))
      expect((await agent.get(`lead/${lead}`)).data.rental_profile).toEqual(before)
    },
  )
})
