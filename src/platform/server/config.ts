import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTileAddress } from '../map/tiles.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform(value => value === '1' || value === 'true')
const optionalUrl = z.url().optional()

/** Every environment variable the product reads, with its default. The README lists the same. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must be an address such as postgresql://user:password@host:5432/keyturn' })
    .optional(),
  KEYTURN_DATA: z.string().min(1).default('./data'),
  KEYTURN_MODE: z.enum(['demo', 'production']).default('demo'),
  KEYTURN_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  KEYTURN_INSTALLATION: z.string().max(200).optional(),
  KEYTURN_STAGE: z.string().default('local'),
  KEYTURN_SITE_NAME: z.string().min(1).default('Keyturn'),
  KEYTURN_BRAND: z.enum(['property', 'condos', 'mrloft']).default('property'),
  KEYTURN_DOMAIN: z.string().min(1).default('keyturn.test'),
  KEYTURN_PUBLIC_URL: optionalUrl,
  KEYTURN_DEMO_LEADS: z.coerce.number().int().min(0).max(1_000_000).default(2000),
  KEYTURN_SECRET: z.string().optional(),
  KEYTURN_OLD_SECRETS: z.string().default(''),
  KEYTURN_DEBUG: flag.optional(),
  KEYTURN_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  KEYTURN_PLATFORM_GATE: z.string().optional(),
  KEYTURN_METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  KEYTURN_API_DOCS: flag.optional(),
  KEYTURN_FIRST_ADMIN: z.email().optional(),
  KEYTURN_ALLOWED_EMAIL_DOMAINS: z.string().default(''),
  KEYTURN_SESSION_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  // Whoever gets commercial e-mail must be able to unsubscribe for at least 60 days after it was sent (Canada's anti-spam law).
  KEYTURN_LINK_DAYS: z.coerce.number().int().min(60).max(3650).default(180),
  KEYTURN_TRUSTED_PROXIES: z.string().default(''),
  KEYTURN_HELP_DESK_URL: optionalUrl,
  KEYTURN_SENTRY_DSN: optionalUrl,
  KEYTURN_AGENT_LINKS: z.string().default(''),
  KEYTURN_IOS_URL: optionalUrl,
  KEYTURN_ANDROID_URL: optionalUrl,
  KEYTURN_MAP_TILES: z
    .string()
    .regex(/^https?:\/\/[^/\s]+\/\S*$/, {
      error: 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, or that of a map style',
    })
    .optional(),
  KEYTURN_MAP_ATTRIBUTION: z.string().max(200).default(''),
  KEYTURN_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  KEYTURN_LIVE_STREAMS: z.coerce.number().int().min(1).max(100_000).default(2000),
  KEYTURN_SHARED_BUFFERS: z.coerce.number().int().min(16).max(65_536).default(128),
  KEYTURN_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(16),
  IDENTITY_ISSUER: optionalUrl,
  IDENTITY_CLIENT_ID: z.string().optional(),
  IDENTITY_CLIENT_SECRET: z.string().optional(),
  IDENTITY_NAME: z.string().default('Google'),
  IDENTITY_TRUST_EMAIL: flag.default(false),
  IDENTITY_SCOPE_CALENDAR: z.string().min(1).default('https://www.googleapis.com/auth/calendar'),
  IDENTITY_SCOPE_MAIL: z.string().min(1).default('https://www.googleapis.com/auth/gmail.readonly'),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]/, { error: 'must be an address such as smtp://user:password@host:587' })
    .optional(),
  KEYTURN_POSTAL_ADDRESS: z.string().max(200).optional(),
  MLS_URL: optionalUrl,
  MLS_TOKEN: z.string().optional(),
  KEYTURN_DEMO_LISTINGS: z.coerce.number().int().min(0).max(1000).default(60),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be a sender such as Keyturn <crm@example.com>',
    })
    .optional(),
})

/** The configuration of a process, read once at start. */
export interface Config {
  port: number
  host: string
  databaseUrl: string | null
  /** Most connections that one process opens. */
  databaseConnections: number
  dataDir: string
  /** Megabytes that the embedded database keeps of its pages in memory. */
  sharedBuffers: number
  /** Uploaded files; outside everything that is served. */
  filesDir: string
  mode: 'demo' | 'production'
  role: 'all' | 'web' | 'worker'
  /** Name of the installation, the same for all its processes; a database that knows another one pauses sending. */
  installation: string | null
  stage: string
  siteName: string
  brand: 'property' | 'condos' | 'mrloft'
  domain: string
  /** Address under which browsers reach the product; `null` means the address of the request. */
  publicUrl: string | null
  demoLeads: number
  /** Key material for signing and encrypting; the older ones only open what they closed. */
  secret: string
  oldSecrets: readonly string[]
  debug: boolean
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Value of the gate header that browsers must send; `null` when there is no gate. */
  platformGate: string | null
  /** What `/metrics` asks for as a bearer token; without one, production answers it to this machine only. */
  metricsToken: string | null
  /** Whether `/openapi.json` and `/docs` are there. */
  hasApiDocs: boolean
  /** Who may sign in first: the e-mail address of the super administrator of an empty database. */
  firstAdmin: string | null
  allowedEmailDomains: readonly string[]
  /** Days after which a sign-in ends, however often it is used. */
  sessionDays: number
  /** Days for which links in e-mails work. */
  linkDays: number
  /** Addresses of the load balancers whose word on the address of a browser is believed. */
  trustedProxies: readonly string[]
  helpDeskUrl: string | null
  sentryDsn: string | null
  /** Addresses of the external links of agents, by name. */
  agentLinks: Readonly<Record<string, string>>
  iosUrl: string | null
  androidUrl: string | null
  /** Address of map tiles (with `{z}`, `{x}`, `{y}`) or of a map style; `null` for the built-in map of the region. */
  mapTiles: string | null
  mapAttribution: string
  /** Requests a minute of one user, or of one address before sign-in; 0 for no limit. */
  requestsPerMinute: number
  /** Most live streams of this process. */
  liveStreams: number
  /** Whether every answer is parsed by its schema (tests, development) or only picked to its declared fields. */
  checksAnswers: boolean
  /** `null` in demo mode, where an identity provider runs beside the server. */
  identity: { issuer: string; clientId: string; clientSecret: string; trustEmail: boolean } | null
  identityName: string
  /** What the provider calls the two scopes that the product asks for. */
  identityScopes: { calendar: string; mail: string }
  /** SMTP server for offlineQueue mail; `null` in demo mode, where one runs beside the server. */
  mailUrl: string | null
  /** Where the brokerage is: it stands under every commercial e-mail. */
  postalAddress: string
  /** RESO Web API that listings come from; `null` when there is none. In demo mode one runs beside the server. */
  mls: { url: string; token: string } | null
  /** Homes that the demo's listing service adds a day; 0 for no such service. */
  demoListings: number
  /** Who the product's mail is from. */
  mailFrom: { name: string; address: string }
}

/** What is wrong with the environment, a sentence for each variable. */
export class ConfigError extends Error {
  readonly sentences: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigError'
    this.sentences = sentences
  }
}

const DEMO_SECRET = 'keyturn-demo-secret-for-trying-it-out-only'
const MIN_SECRET_LENGTH = 32

/** The stages whose errors are reported (specification §9). */
export const REPORTED_STAGES: readonly string[] = ['staging', 'property_live', 'condos_live', 'mrloft_live']

const list = (text: string) => text.split(',').flatMap(part => part.trim() || [])

const links = (text: string) =>
  Object.fromEntries(list(text).map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))

/** The secret to use, or a sentence that says what is wrong with it. */
function secretOf(env: z.output<typeof Environment>): { secret: string } | { sentence: string } {
  const secret = env.KEYTURN_SECRET
  if (env.KEYTURN_MODE === 'demo') return { secret: secret || DEMO_SECRET }
  if (!secret) {
    return {
      sentence:
        'KEYTURN_SECRET is missing: set it to a random text of at least 32 characters, for example the output of "openssl rand -base64 48".',
    }
  }
  if (secret.length < MIN_SECRET_LENGTH || secret === DEMO_SECRET || new Set(secret).size < 10) {
    return { sentence: `KEYTURN_SECRET is too weak: it needs at least ${MIN_SECRET_LENGTH} random characters.` }
  }
  return { secret }
}

function identityOf(env: z.output<typeof Environment>): { identity: Config['identity'] } | { sentence: string } {
  const { IDENTITY_ISSUER: issuer, IDENTITY_CLIENT_ID: clientId, IDENTITY_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId && clientSecret)
    return { identity: { issuer, clientId, clientSecret, trustEmail: env.IDENTITY_TRUST_EMAIL } }
  if (env.KEYTURN_MODE === 'demo') return { identity: null }
  const missing = [
    !issuer && 'IDENTITY_ISSUER',
    !clientId && 'IDENTITY_CLIENT_ID',
    !clientSecret && 'IDENTITY_CLIENT_SECRET',
  ]
  return {
    sentence: `${missing.filter(Boolean).join(', ')} must be set: people sign in through your identity provider.`,
  }
}

/** Where browsers reach a production server is not taken from their own word, as whoever asks could name any host. */
function publicUrlOf(env: z.output<typeof Environment>): Pick<Config, 'publicUrl'> | { sentence: string } {
  if (env.KEYTURN_MODE === 'production' && !env.KEYTURN_PUBLIC_URL)
    return {
      sentence:
        'KEYTURN_PUBLIC_URL must be set: the address under which browsers reach the product, such as https://crm.example.com.',
    }
  return { publicUrl: env.KEYTURN_PUBLIC_URL ?? null }
}

function mailOf(env: z.output<typeof Environment>): Pick<Config, 'mailUrl' | 'mailFrom'> | { sentence: string } {
  const missing = [!env.MAIL_URL && 'MAIL_URL', !env.MAIL_FROM && 'MAIL_FROM'].filter(Boolean)
  if (env.KEYTURN_MODE === 'production' && missing.length > 0)
    return { sentence: `${missing.join(', ')} must be set: the product writes to people by e-mail.` }
  const from = env.MAIL_FROM ?? `no-reply@${env.KEYTURN_DOMAIN}`
  const [, name = '', address = from] = /^(.*)<(.*)>$/.exec(from) ?? []
  return {
    mailUrl: env.MAIL_URL ?? null,
    mailFrom: { name: name.replaceAll('"', '').trim() || env.KEYTURN_SITE_NAME, address: address.trim() },
  }
}

/** Tiles come without words about whose they are, and whoever makes them asks for some; a map style brings its own. */
function mapOf(env: z.output<typeof Environment>): Pick<Config, 'mapTiles' | 'mapAttribution'> | { sentence: string } {
  const { KEYTURN_MAP_TILES: mapTiles = null, KEYTURN_MAP_ATTRIBUTION: mapAttribution } = env
  if (mapTiles && isTileAddress(mapTiles) && !mapAttribution)
    return { sentence: 'KEYTURN_MAP_ATTRIBUTION must be set beside KEYTURN_MAP_TILES: it says on the map whose it is.' }
  return { mapTiles, mapAttribution }
}

/** Reads and checks the environment; throws a `ConfigError` that names each wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}.`))
  }
  const env = parsed.data
  const secret = secretOf(env)
  const identity = identityOf(env)
  const mail = mailOf(env)
  const map = mapOf(env)
  const address = publicUrlOf(env)
  if (
    'sentence' in secret ||
    'sentence' in identity ||
    'sentence' in address ||
    'sentence' in mail ||
    'sentence' in map
  ) {
    throw new ConfigError(
      [secret, identity, address, mail, map].flatMap(part => ('sentence' in part ? part.sentence : [])),
    )
  }
  const dataDir = resolve(env.KEYTURN_DATA)
  return {
    port: env.PORT,
    // The demo's accounts and keys are published: it shows itself to others only when told to.
    host: env.HOST ?? (env.KEYTURN_MODE === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.KEYTURN_DATABASE_CONNECTIONS,
    dataDir,
    sharedBuffers: env.KEYTURN_SHARED_BUFFERS,
    filesDir: join(dataDir, 'files'),
    mode: env.KEYTURN_MODE,
    role: env.KEYTURN_ROLE,
    installation: env.KEYTURN_INSTALLATION ?? null,
    stage: env.KEYTURN_STAGE,
    siteName: env.KEYTURN_SITE_NAME,
    brand: env.KEYTURN_BRAND,
    domain: env.KEYTURN_DOMAIN,
    demoLeads: env.KEYTURN_DEMO_LEADS,
    secret: secret.secret,
    oldSecrets: list(env.KEYTURN_OLD_SECRETS),
    debug: env.KEYTURN_DEBUG ?? env.KEYTURN_MODE === 'demo',
    logLevel: env.KEYTURN_LOG,
    platformGate: env.KEYTURN_PLATFORM_GATE ?? null,
    metricsToken: env.KEYTURN_METRICS_TOKEN ?? null,
    hasApiDocs: env.KEYTURN_API_DOCS ?? env.KEYTURN_MODE === 'demo',
    firstAdmin: env.KEYTURN_FIRST_ADMIN ?? null,
    allowedEmailDomains: list(env.KEYTURN_ALLOWED_EMAIL_DOMAINS).map(domain => domain.toLowerCase()),
    sessionDays: env.KEYTURN_SESSION_DAYS,
    linkDays: env.KEYTURN_LINK_DAYS,
    trustedProxies: list(env.KEYTURN_TRUSTED_PROXIES),
    helpDeskUrl: env.KEYTURN_HELP_DESK_URL ?? null,
    sentryDsn: env.KEYTURN_SENTRY_DSN ?? null,
    agentLinks: links(env.KEYTURN_AGENT_LINKS),
    iosUrl: env.KEYTURN_IOS_URL ?? null,
    androidUrl: env.KEYTURN_ANDROID_URL ?? null,
    requestsPerMinute: env.KEYTURN_REQUESTS_PER_MINUTE,
    liveStreams: env.KEYTURN_LIVE_STREAMS,
    checksAnswers: ['test', 'development'].includes(environment.NODE_ENV ?? ''),
    identity: identity.identity,
    identityName: env.IDENTITY_NAME,
    identityScopes: { calendar: env.IDENTITY_SCOPE_CALENDAR, mail: env.IDENTITY_SCOPE_MAIL },
    postalAddress:
      env.KEYTURN_POSTAL_ADDRESS ?? (env.KEYTURN_MODE === 'demo' ? '100 Demo Street, Toronto, ON M5V 1A1' : ''),
    mls: env.MLS_URL ? { url: env.MLS_URL, token: env.MLS_TOKEN ?? '' } : null,
    demoListings: env.KEYTURN_DEMO_LISTINGS,
    ...address,
    ...mail,
    ...map,
  }
}
