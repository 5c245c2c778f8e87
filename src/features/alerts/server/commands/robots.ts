import { isbot } from 'isbot'

/** What of a request tells a reader from a program. */
export interface Asking {
  user_agent: string
  /** `Sec-Purpose` or `Purpose`: browsers fetch some pages before anybody opens them. */
  purpose: string | null
}

/**
 * Whether a program opens a page: a mail filter that follows the links of an e-mail, a preview, a browser that fetches ahead.
 * What they open says nothing about the lead.
 */
export const isProgram = ({ user_agent, purpose }: Asking): boolean =>
  user_agent.trim() === '' || isbot(user_agent) || /prefetch|prerender|preview/i.test(purpose ?? '')
