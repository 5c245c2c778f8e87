import { config, type WebConfig } from '../platform/web/config.ts'
import type { Brand } from './brand/brands.ts'

/** What the page says about the installation, with what only this product knows. */
export interface Site extends WebConfig {
  brand: Brand
  /** Addresses of the external links of agents, by entry: `broker_network`, `training_calendar`, … */
  agent_links: Readonly<Record<string, string>>
  ios_url: string
  android_url: string
}

/** The installation that this page belongs to. */
export const site: Site = { brand: 'property', agent_links: {}, ios_url: '', android_url: '', ...config }
