import { addDays } from 'date-fns'
import type { Config } from '../config.ts'
import { secretsFor } from '../secrets.ts'

/** Where links in e-mails lead; `null` when nobody said. A job has no request whose address it could take. */
export function emailLink({ publicUrl, mode, port }: Pick<Config, 'publicUrl' | 'mode' | 'port'>): string | null {
  if (publicUrl) return publicUrl.replace(/\/+$/, '')
  return mode === 'demo' ? `http://127.0.0.1:${port}` : null
}

/** What is needed to make links and to read them. */
export type LinkConfig = Pick<Config, 'secret' | 'oldSecrets' | 'linkDays'>

/** What a link means, and when it was made. */
export interface OpenedLink {
  meaning: string
  made_at: Date
}

/** Links without a date count as made then: the first version that wrote the date into them. */
const FIRST_DATED = new Date('2026-11-22T00:00:00Z')

/** A token for a link in an e-mail, which only this installation can make and read. `purpose` separates kinds of links. */
export const sealLink = (config: LinkConfig, purpose: string, { meaning, made_at }: OpenedLink): string =>
  secretsFor(purpose, config).seal(`${meaning}@${made_at.getTime().toString(36)}`)

/** Reads a token; `null` when it was not made here for this purpose, or too long ago (`KEYTURN_LINK_DAYS`). */
export function openLink(config: LinkConfig, purpose: string, token: string, now: Date): OpenedLink | null {
  const [, meaning = '', made] = /^([^@]*)(?:@([0-9a-z]+))?$/.exec(secretsFor(purpose, config).open(token) ?? '') ?? []
  const made_at = made === undefined ? FIRST_DATED : new Date(Number.parseInt(made, 36))
  return meaning !== '' && addDays(made_at, config.linkDays) > now ? { meaning, made_at } : null
}
