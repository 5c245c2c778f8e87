import { createServer } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { signIn } from '../e2e/support.ts'
import { launchBrowser } from './browser.ts'

/** Lighthouse's scores of one screen, 0 to 100. */
export interface Scores {
  screen: string
  device: 'desktop' | 'mobile'
  scores: Record<string, number>
  /** Audits that cost points, by category. */
  lost: Record<string, string[]>
}

/** Runs Lighthouse on the sign-in page and on the leads list. */
export async function measureScores(url: string): Promise<Scores[]> {
  const scores: Scores[] = []
  for (const device of ['desktop', 'mobile'] as const) {
    for (const screen of ['/login', '/leads']) scores.push(await measureScore(url, screen, device))
  }
  return scores
}

async function measureScore(url: string, screen: string, device: Scores['device']): Promise<Scores> {
  const port = await freePort()
  const browser = await launchBrowser({ port })
  try {
    // Lighthouse opens its own tab in the default context; the session is put there before.
    const page = screen === '/leads' ? await signedInPage(url, port) : null
    const result = await lighthouse(
      url + screen,
      { port, output: 'json', logLevel: 'error', disableStorageReset: page !== null },
      device === 'desktop' ? desktopConfig : undefined,
    )
    if (!result) throw new Error(`Lighthouse answered nothing about ${screen}.`)
    const { categories, audits } = result.lhr
    return {
      screen,
      device,
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, score === null ? 0 : Math.round(score * 100)]),
      ),
      lost: Object.fromEntries(
        Object.values(categories).map(({ id, auditRefs }) => [
          id,
          auditRefs.filter(({ weight }) => weight > 0).flatMap(ref => lostBy(audits[ref.id])),
        ]),
      ),
    }
  } finally {
    await browser.close()
  }
}

async function signedInPage(url: string, port: number): Promise<Page> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no default context.')
  const page = await context.newPage()
  await signIn(page, 'Administrator', `${url}/login`)
  return page
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Audited {
  id: string
  score: number | null
  displayValue?: string
}

function lostBy(audit: Audited | undefined): string[] {
  if (!audit || audit.score === null || audit.score >= 0.9) return []
  return [audit.displayValue ? `${audit.id} ${audit.displayValue}` : audit.id]
}
