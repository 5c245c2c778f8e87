import type { Brand } from '../ui/tokens.ts'

/** Addresses outside the CRM that an installation may have. An empty one hides its entry. */
export interface ExternalLinks {
  broker_network: string
  training_calendar: string
  media_services: string
  agent_resources: string
  precon_worksheet: string
  ios_app: string
  android_app: string
}

/** What the server writes into the page: the installation's own settings, nothing about a person. */
export interface WebConfig {
  site_name: string
  brand: Brand
  domain: string
  stage: string
  version: string
  mode: 'demo' | 'production'
  help_desk_url: string
  /** Value of the platform gate header; empty when the installation has none. */
  platform_gate: string
  sentry_dsn: string
  links: Partial<ExternalLinks>
}

const defaults: WebConfig = {
  site_name: 'Keyturn',
  brand: 'property',
  domain: '',
  stage: 'development',
  version: '9.1.0',
  mode: 'demo',
  help_desk_url: '',
  platform_gate: '',
  sentry_dsn: '',
  links: {},
}

function readConfig(): WebConfig {
  const text = globalThis.document?.getElementById('keyturn-config')?.textContent?.trim() ?? ''
  // The development server leaves the placeholder as it is.
  if (!text.startsWith('{')) return defaults
  const given = JSON.parse(text) as Partial<Record<keyof WebConfig, unknown>>
  const known = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  return { ...defaults, ...Object.fromEntries(known) }
}

/** The configuration of this page. */
export const config: WebConfig = readConfig()
