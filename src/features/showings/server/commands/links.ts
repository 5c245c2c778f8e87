import type { Config } from '../../../../platform/server/config.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'

type Keys = Pick<Config, 'secret' | 'oldSecrets'>

const secrets = (config: Keys) => secretsFor('links of showings', config)

/** A text that only this installation can make and read. */
export const showingToken = (config: Keys, showingId: number): string => secrets(config).seal(String(showingId))

/** The showing that a token is for; one that was not made here is refused like something that does not exist. */
export function readShowingToken(config: Keys, token: string): number {
  const text = secrets(config).open(token) ?? ''
  if (!/^\d+$/.test(text)) throw notFound('page')
  return Number(text)
}

/** Where a client answers. */
export const showingUrl = (config: Keys, base: string, showingId: number): string =>
  `${base}/visits/${showingToken(config, showingId)}`
