import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discardDraft, saveDraft } from './client.ts'

const ladders = { rental: [], buyer: [] }
let asked: string[] = []
let answers: ((response: Response) => void)[] = []

beforeEach(() => {
  asked = []
  answers = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${new URL(url, 'http://crm.test').pathname}`)
    return new Promise<Response>(answer => answers.push(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

const workspace = (draft: object | null) =>
  Response.json({ status: 1, data: { in_force: { number: 1, ladders }, draft, rungs: {} }, message: '', error: '' })

it('discards a draft only once the save that is under way is over, which would bring it back', async () => {
  const saved = saveDraft(ladders)
  const discarded = discardDraft(ladders)
  await expect.poll(() => asked).toHaveLength(1)
  answers[0]?.(workspace({ version: 1, ladders }))
  await saved
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[0]).not.toBe(asked[1])
  answers[1]?.(workspace(null))
  await discarded
})
