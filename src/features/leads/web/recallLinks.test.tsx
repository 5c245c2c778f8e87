import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useQuestion } from '../../../platform/web/page/confirm.ts'
import { recallLinks } from './recallLinks.ts'

const lead = { id: 12, first_name: 'Amara', last_name: 'Obi' }
let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(`${init.method} ${new URL(url, 'http://crm.test').pathname}`)
    return Response.json({ status: 1, data: {}, message: '', error: '' })
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['recalls the links of a lead once the consequence was confirmed', true, ['POST /crm/lead/12/links/recall']],
  ['recalls nothing when it was not', false, []],
])('%s', async (_what, isSure, expected) => {
  const { result: question } = renderHook(useQuestion)
  let recalled = Promise.resolve()
  act(() => {
    recalled = recallLinks(lead)
  })
  expect(question.current).toMatchObject({
    title: 'Recall links in e-mails?',
    message: expect.stringMatching(/stop working for good.+unsubscribe/),
    destructive: true,
  })
  expect(sent).toEqual([])
  act(() => question.current?.answer(isSure))
  await recalled
  expect(sent).toEqual(expected)
})
