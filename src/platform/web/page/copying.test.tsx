import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyText } from './copying.ts'
import { closeNotice, useNotices } from './notices.ts'
import { renderHook } from '@testing-library/react'

const shown = () => renderHook(() => useNotices()).result.current.map(({ message }) => message)

beforeEach(() => {
  for (const { id } of renderHook(() => useNotices()).result.current) closeNotice(id)
})
afterEach(() => vi.unstubAllGlobals())

it('says that a text was copied once it was', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('https://crm.test/leads/7', 'Link copied.')
  expect(writeText).toHaveBeenCalledWith('https://crm.test/leads/7')
  expect(shown()).toEqual(['Link copied.'])
})

it.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } }],
  ['has no clipboard for pages without encryption', {}],
])('says that nothing was copied where the browser %s', async (_name, browser) => {
  vi.stubGlobal('navigator', browser)
  await copyText('anything')
  expect(shown()).toEqual(['The browser blocked copying.'])
})
