import { z } from 'zod'
import { ConfigError, defineConfig, optionalUrl } from '../../platform/server/config.ts'
import type { LoneWolfServer } from './client.ts'

/** The back office that keeps the brokerage's trades. */
export interface LoneWolfConfig {
  /** `null` where there is none: nothing is asked, and nothing is wrong with the account. */
  loneWolf: LoneWolfServer | null
}

declare module '../../platform/server/config.ts' {
  interface Config extends LoneWolfConfig {}
}

/** Kinds of deals, each of which may have a classification of its own. */
const DEAL_TYPES = 6

/** What is read of the environment about the back office. */
export const loneWolfConfig = defineConfig(
  {
    LONE_WOLF_URL: optionalUrl,
    LONE_WOLF_KEY: z.string().optional(),
    LONE_WOLF_SECRET: z.string().optional(),
    LONE_WOLF_CLIENT_CODE: z.string().optional(),
    LONE_WOLF_PROPERTY_TYPE: z.string().optional(),
    LONE_WOLF_CLASSIFICATIONS: z.string().optional(),
  },
  (env): LoneWolfConfig => ({
    loneWolf: env.LONE_WOLF_URL
      ? {
          url: env.LONE_WOLF_URL,
          key: env.LONE_WOLF_KEY ?? '',
          secret: env.LONE_WOLF_SECRET ?? '',
          clientCode: env.LONE_WOLF_CLIENT_CODE ?? '',
          opening: openingOf(env.LONE_WOLF_PROPERTY_TYPE ?? '', env.LONE_WOLF_CLASSIFICATIONS ?? ''),
        }
      : null,
  }),
)

function openingOf(propertyType: string, written: string): LoneWolfServer['opening'] {
  const given = written.split(',').flatMap(id => id.trim() || [])
  if (propertyType === '' && given.length === 0) return null
  const [one = ''] = given
  const classifications = given.length === 1 ? Array.from({ length: DEAL_TYPES }, () => one) : given
  if (propertyType === '' || classifications.length !== DEAL_TYPES)
    throw new ConfigError([
      'LONE_WOLF_PROPERTY_TYPE and LONE_WOLF_CLASSIFICATIONS belong together: the id of a property type, and one id of a classification or six, one for each type of deal.',
    ])
  return { propertyType, classifications }
}
