import { APP_VERSION } from '../wire/envelope.ts'

/** What the server writes into the page: the installation's own settings, nothing about a person. */
export interface WebConfig {
  site_name: string
  domain: string
  stage: string
  version: string
  mode: 'demo' | 'production'
  debug: boolean
  /** Address of the help desk's script; empty when there is none. */
  help_desk_url: string
  /** Value of the platform gate header; empty when the installation has none. */
  platform_gate: string
  /** Where errors are reported; empty where they are not. */
  sentry_dsn: string
  /** Address of map tiles or of a map style; empty for the built-in map. */
  map_tiles: string
  /** Whose map that is; stands on it. */
  map_attribution: string
}

const defaults: WebConfig = {
  site_name: 'Keyturn',
  domain: '',
  stage: 'development',
  version: APP_VERSION,
  mode: 'demo',
  debug: false,
  help_desk_url: '',
  platform_gate: '',
  sentry_dsn: '',
  map_tiles: '',
  map_attribution: '',
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
