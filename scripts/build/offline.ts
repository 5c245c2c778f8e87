import { webFeatures } from '../../src/app/features.web.ts'

/** The first words of the addresses whose answers the service worker keeps, as the features say. */
export const offlineNames: readonly string[] = [...new Set(webFeatures.flatMap(({ offline }) => offline))]

interface Asked {
  request: Pick<Request, 'method' | 'headers'>
  url: Pick<URL, 'pathname'>
  sameOrigin: boolean
}

/**
 * Whether the service worker keeps the answer: what was last known, for a window without a network. The function travels as
 * text, with the names written into it.
 */
export const keepsAnswer = new Function(
  'asked',
  `const { request, url, sameOrigin } = asked
  return sameOrigin && request.method === 'GET' && request.headers.has('authorization') &&
    /^\\/crm\\/(${offlineNames.join('|')})(\\/|$)/.test(url.pathname)`,
) as (asked: Asked) => boolean
