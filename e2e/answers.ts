import type { Page } from '@playwright/test'

/** What a screen is like while its answers do not come, hold nothing, are errors, or cannot be asked for. */
export const states = ['loading', 'empty', 'failed', 'offline'] as const
export type State = (typeof states)[number]

/** Where a page keeps the state that it is in, through loads. */
const KEPT = 'test-state'

/** Which calls are answered according to the state; all others are answered as ever. */
interface Affected {
  /** Source of a regular expression for their paths. */
  calls: string
  /** The same for those among them that are left alone. */
  except: string
}

/** Who somebody is, and what the shell needs before any screen, is answered as ever. */
export const callsOfScreens: Affected = {
  calls: '^/crm/',
  except: '^/crm/(login|feature|events|google|system/status)(/|$)',
}

/**
 * Lets the pages that are loaded from now on answer calls according to the state that `setState` brought them into. They
 * do so themselves: to answer from here would have each request wait for this process, those of scripts as well.
 */
export const answerByState = (page: Page, affected: Affected = callsOfScreens): Promise<unknown> =>
  page.addInitScript(replaceFetch, { ...affected, kept: KEPT })

/** Brings the page, and the ones that are loaded after it, into a state; `null` has everything answered as ever. */
export const setState = (page: Page, state: State | null): Promise<void> =>
  page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [KEPT, state ?? ''] as const)

/** Runs in the page. */
function replaceFetch({ calls, except, kept }: Affected & { kept: string }): void {
  const ask = globalThis.fetch
  const failure = {
    status: 0,
    data: { reference: 'test' },
    message: 'Something went wrong on our side.',
    error: 'internal',
  }
  /** The same answer with nothing in its lists. */
  const emptied = (value: unknown): unknown => {
    if (Array.isArray(value)) return []
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, /(^|_)total$|count/.test(name) ? 0 : emptied(field)]),
    )
  }
  const answers: Record<string, typeof fetch> = {
    loading: (_, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init ?? {}
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    async empty(input, init) {
      const response = await ask(input, init)
      const envelope = await response
        .clone()
        .json()
        .catch(() => null)
      if (!envelope?.data) return response
      const { status, headers } = response
      return new Response(JSON.stringify({ ...envelope, data: emptied(envelope.data) }), { status, headers })
    },
    failed: async () => Response.json(failure, { status: 500 }),
    offline: () => Promise.reject(new TypeError('Failed to fetch')),
  }
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const isAffected = new RegExp(calls).test(pathname) && !new RegExp(except).test(pathname)
    const answer = isAffected ? answers[sessionStorage.getItem(kept) ?? ''] : undefined
    return (answer ?? ask)(input, init)
  }
}
