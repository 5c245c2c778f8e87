import { z } from 'zod'
import { defineConfig, list, optionalUrl } from '../platform/server/config.ts'
import { type Brand, brands } from './brand/brands.ts'

/** What an installation may choose about the look of the product and where its links lead. */
export interface ProductConfig {
  brand: Brand
  /** Addresses of the external links of agents, by name. */
  agentLinks: Readonly<Record<string, string>>
  iosUrl: string | null
  androidUrl: string | null
}

declare module '../platform/server/config.ts' {
  interface Config extends ProductConfig {}
}

const links = (text: string) =>
  Object.fromEntries(list(text).map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))

export const productConfig = defineConfig(
  {
    KEYTURN_BRAND: z.enum(brands).default('property'),
    KEYTURN_AGENT_LINKS: z.string().default(''),
    KEYTURN_IOS_URL: optionalUrl,
    KEYTURN_ANDROID_URL: optionalUrl,
  },
  (env): ProductConfig => ({
    brand: env.KEYTURN_BRAND,
    agentLinks: links(env.KEYTURN_AGENT_LINKS),
    iosUrl: env.KEYTURN_IOS_URL ?? null,
    androidUrl: env.KEYTURN_ANDROID_URL ?? null,
  }),
)

/** What the page is told of it; `site.ts` reads it there. */
export const pageOf = ({ brand, agentLinks, iosUrl, androidUrl }: ProductConfig) => ({
  brand,
  agent_links: agentLinks,
  ios_url: iosUrl,
  android_url: androidUrl,
})
