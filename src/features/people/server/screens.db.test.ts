import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

describe('the search for screens', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const screensFor = async (who: Parameters<TestServer['signIn']>[0], q: string) =>
    (await (await server.signIn(who)).get('search', { q })).data.screens.map(({ path }: { path: string }) => path)

  it('finds screens by a part of their names, and none that the person may not open', async () => {
    expect(await screensFor('admin', 'quota')).toEqual(['/quota_rules', '/agent_quotas'])
    expect(await screensFor('agent', 'quota')).toEqual([])
    expect(await screensFor('agent', 'Opportun')).toEqual(['/opportunities'])
    expect(await screensFor('desk', 'Opportun')).toEqual([])
  })

  it('leaves out screens of a feature that is off for the person', async () => {
    expect(await screensFor('agent', 'claim')).toEqual(['/claim_leads'])
    const boss = await server.signIn('super')
    await boss.post('admin/features', { feature: 'claim_leads', scope: 'all', enabled: 0 })
    expect(await screensFor('agent', 'claim')).toEqual([])
  })

  it('finds no screen for words that name none', async () => {
    expect(await screensFor('admin', '%')).toEqual([])
  })
})
