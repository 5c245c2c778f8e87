import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeNotice, copyText, notify, useNotices } from './notices.ts'

it('a notice that waits to be closed stays while others come and go, for as long as there is room', () => {
  const shown = () => renderHook(useNotices).result.current.map(({ message }) => message)
  notify('Your export of 3 leads is ready.', { stay: null })
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dev']) notify(`${name} has been moved.`)
  expect(shown()).toEqual([
    'Your export of 3 leads is ready.',
    'Ben has been moved.',
    'Cleo has been moved.',
    'Dev has been moved.',
  ])
  for (const hour of ['1:00', '2:00', '3:00', '4:00']) notify(`Call at ${hour}`, { stay: null })
  expect(shown()).toEqual(['Dev has been moved.', 'Call at 2:00', 'Call at 3:00', 'Call at 4:00'])
  notify('Eli has been moved.')
  notify('Call at 5:00', { stay: null })
  expect(shown()).toEqual(['Call at 3:00', 'Call at 4:00', 'Eli has been moved.', 'Call at 5:00'])
})

describe('a text that is copied', () => {
  const shown = () => renderHook(useNotices).result.current
  beforeEach(() => {
    for (const { id } of shown()) closeNotice(id)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is said to be copied once it was', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await copyText('https://crm.test/leads/7', 'Link copied.')
    expect(writeText).toHaveBeenCalledWith('https://crm.test/leads/7')
    expect(shown()).toMatchObject([{ message: 'Link copied.' }])
  })

  it.each([
    ['refuses', { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } }],
    ['has no clipboard for pages without encryption', {}],
  ])('is said to be not where the browser %s', async (_name, browser) => {
    vi.stubGlobal('navigator', browser)
    await copyText('anything')
    expect(shown()).toMatchObject([{ message: 'The browser blocked copying.' }])
  })
})
