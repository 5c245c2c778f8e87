import { beforeEach, expect, it, vi } from 'vitest'
import type { WebConfig } from './config.ts'

const config = { sentry_dsn: 'https://key@errors.test/1' } as WebConfig

// What reports to an unreachable service; the rest is as the product has it.
const reported: unknown[] = []
vi.mock('./sentry/sentry.ts', () => ({
  start: () => undefined,
  identify: () => undefined,
  report: (error: unknown) => reported.push(error),
}))

beforeEach(() => {
  vi.resetModules()
  reported.length = 0
})

it('reports what broke on the first screen, before there was anything to report it to', async () => {
  const { reportError, startErrorReports } = await import('./errorReports.ts')
  const crash = new Error('The page could not be drawn.')
  reportError(crash)
  startErrorReports(config)
  await expect.poll(() => reported).toEqual([crash])
  const later = new Error('Something else broke.')
  reportError(later)
  await expect.poll(() => reported).toEqual([crash, later])
})

it('reports nothing where an installation wants no reports', async () => {
  const { reportError, startErrorReports } = await import('./errorReports.ts')
  reportError(new Error('The page could not be drawn.'))
  startErrorReports({ ...config, sentry_dsn: '' })
  await vi.dynamicImportSettled()
  expect(reported).toEqual([])
})
