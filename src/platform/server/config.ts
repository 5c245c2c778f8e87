import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isTileAddress } from '../map/tiles.ts'

/** A variable that is on or off. */
export const flag = z.enum(['0', '1', 'true', 'false']).transform(value => value === '1' || value === 'true')
export const optionalUrl = z.url().optional()

/** The environment variables that the platform reads, with their defaults. The README lists all. */
const platformVariables = {
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
  KEYTURN_DOMAIN: z.string().min(1).default('keyturn.test'),
  KEYTURN_PUBLIC_URL: optionalUrl,
  KEYTURN_SECRET: z.string().optional(),
  KEYTURN_OLD_SECRETS: z.string().default(''),
  KEYTURN_DEBUG: flag.optional(),
  KEYTURN_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  KEYTURN_PLATFORM_GATE: z.string().optional(),
  KEYTURN_METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  KEYTURN_API_DOCS: flag.optional(),
  // Whoever gets commercial e-mail must be able to unsubscribe for at least 60 days after it was sent (Canada's anti-spam law).
  KEYTURN_LINK_DAYS: z.coerce.number().int().min(60).max(3650).default(180),
  KEYTURN_TRUSTED_PROXIES: z.string().default(''),
  KEYTURN_HELP_DESK_URL: optionalUrl,
  KEYTURN_SENTRY_DSN: optionalUrl,
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
  KEYTURN_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      error: 'must be the address of a replica, such as postgres://user:password@host/keyturn',
    })
    .optional(),
  KEYTURN_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(16),
}
type Environment = Variables<typeof platformVariables>

/** What the platform reads of the environment. */
export interface PlatformConfig {
  port: number
  host: string
  databaseUrl: string | null
  /** A streaming replica that reads may go to; `null` without one. */
  replicaUrl: string | null
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
  domain: string
  /** Address under which browsers reach the product; `null` means the address of the request. */
  publicUrl: string | null
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
  /** Days for which links in e-mails work. */
  linkDays: number
  /** Addresses of the load balancers whose word on the address of a browser is believed. */
  trustedProxies: readonly string[]
  helpDeskUrl: string | null
  /** Where unexpected errors are reported; `null` on stages that report none. */
  sentryDsn: string | null
  /** Address of map tiles (with `{z}`, `{x}`, `{y}`) or of a map style; `null` for the built-in map of the region. */
  mapTiles: string | null
  mapAttribution: string
  /** Addresses beside its own that pages of the product may connect to, as integrations name them. */
  connectsTo?: readonly string[]
  /** Requests a minute of one user, or of one address before sign-in; 0 for no limit. */
  requestsPerMinute: number
  /** Most live streams of this process. */
  liveStreams: number
  /** Whether every answer is parsed by its schema (tests, development) or only picked to its declared fields. */
  checksAnswers: boolean
}

/**
 * The configuration of a process, read once at start. Integrations and features add what they read:
 * `declare module '../../platform/server/config.ts' { interface Config extends MailConfig {} }`.
 */
export interface Config extends PlatformConfig {}

type Variables<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** What a slice may know of the rest. */
export type ConfigBase = Pick<PlatformConfig, 'mode' | 'siteName' | 'domain'>

/** What an integration or a feature reads of the environment, declared beside it. */
export interface ConfigSlice<Fields extends object = object> {
  /** Its variables by name, each with its default. */
  variables: z.ZodRawShape
  /** What they say; throws a `ConfigError` where they do not go together. */
  read(env: never, base: ConfigBase): Fields
}

/** Declares variables and what is read from them. */
export const defineConfig = <Shape extends z.ZodRawShape, Fields extends object>(
  variables: Shape,
  read: (env: Variables<Shape>, base: ConfigBase) => Fields,
): ConfigSlice<Fields> => ({ variables, read })

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

/** The parts of a text with commas. */
export const list = (text: string): string[] => text.split(',').flatMap(part => part.trim() || [])

/** The secret to use. */
function secretOf(env: Environment): Pick<PlatformConfig, 'secret'> {
  const secret = env.KEYTURN_SECRET
  if (env.KEYTURN_MODE === 'demo') return { secret: secret || DEMO_SECRET }
  if (!secret) {
    throw new ConfigError([
      'KEYTURN_SECRET is missing: set it to a random text of at least 32 characters, for example the output of "openssl rand -base64 48".',
    ])
  }
  if (secret.length < MIN_SECRET_LENGTH || secret === DEMO_SECRET || new Set(secret).size < 10) {
    throw new ConfigError([`KEYTURN_SECRET is too weak: it needs at least ${MIN_SECRET_LENGTH} random characters.`])
  }
  return { secret }
}

/** Where browsers reach a production server is not taken from their own word, as whoever asks could name any host. */
function publicUrlOf(env: Environment): Pick<PlatformConfig, 'publicUrl'> {
  if (env.KEYTURN_MODE === 'production' && !env.KEYTURN_PUBLIC_URL)
    throw new ConfigError([
      'KEYTURN_PUBLIC_URL must be set: the address under which browsers reach the product, such as https://crm.example.com.',
    ])
  return { publicUrl: env.KEYTURN_PUBLIC_URL ?? null }
}

/** Tiles come without words about whose they are, and whoever makes them asks for some; a map style brings its own. */
function mapOf(env: Environment): Pick<PlatformConfig, 'mapTiles' | 'mapAttribution'> {
  const { KEYTURN_MAP_TILES: mapTiles = null, KEYTURN_MAP_ATTRIBUTION: mapAttribution } = env
  if (mapTiles && isTileAddress(mapTiles) && !mapAttribution)
    throw new ConfigError([
      'KEYTURN_MAP_ATTRIBUTION must be set beside KEYTURN_MAP_TILES: it says on the map whose it is.',
    ])
  return { mapTiles, mapAttribution }
}

function platformConfigOf(
  env: Environment,
  nodeEnv: string | undefined,
): Omit<PlatformConfig, 'secret' | 'publicUrl' | 'mapTiles' | 'mapAttribution' | 'sentryDsn'> {
  const dataDir = resolve(env.KEYTURN_DATA)
  return {
    port: env.PORT,
    // The demo's accounts and keys are published: it shows itself to others only when told to.
    host: env.HOST ?? (env.KEYTURN_MODE === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrl: env.KEYTURN_REPLICA_URL ?? null,
    databaseConnections: env.KEYTURN_DATABASE_CONNECTIONS,
    dataDir,
    sharedBuffers: env.KEYTURN_SHARED_BUFFERS,
    filesDir: join(dataDir, 'files'),
    mode: env.KEYTURN_MODE,
    role: env.KEYTURN_ROLE,
    installation: env.KEYTURN_INSTALLATION ?? null,
    stage: env.KEYTURN_STAGE,
    siteName: env.KEYTURN_SITE_NAME,
    domain: env.KEYTURN_DOMAIN,
    oldSecrets: list(env.KEYTURN_OLD_SECRETS),
    debug: env.KEYTURN_DEBUG ?? env.KEYTURN_MODE === 'demo',
    logLevel: env.KEYTURN_LOG,
    platformGate: env.KEYTURN_PLATFORM_GATE ?? null,
    metricsToken: env.KEYTURN_METRICS_TOKEN ?? null,
    hasApiDocs: env.KEYTURN_API_DOCS ?? env.KEYTURN_MODE === 'demo',
    linkDays: env.KEYTURN_LINK_DAYS,
    trustedProxies: list(env.KEYTURN_TRUSTED_PROXIES),
    helpDeskUrl: env.KEYTURN_HELP_DESK_URL ?? null,
    requestsPerMinute: env.KEYTURN_REQUESTS_PER_MINUTE,
    liveStreams: env.KEYTURN_LIVE_STREAMS,
    checksAnswers: ['test', 'development'].includes(nodeEnv ?? ''),
  }
}

/** Every variable of the platform and of the slices, by name. */
export const variablesOf = (slices: readonly ConfigSlice[]): z.ZodRawShape =>
  Object.assign({}, platformVariables, ...slices.map(slice => slice.variables))

/** What all slices read together. */
type Merged<Slices extends readonly ConfigSlice[]> = Slices extends readonly [
  ConfigSlice<infer Fields>,
  ...infer Rest extends readonly ConfigSlice[],
]
  ? Fields & Merged<Rest>
  : object

/**
 * Reads and checks the environment; throws a `ConfigError` that names each wrong variable. Errors are reported on the named
 * stages only.
 */
export function readConfig<const Slices extends readonly ConfigSlice[]>(
  environment: NodeJS.ProcessEnv,
  slices: Slices,
  reportedStages: readonly string[] = [],
): PlatformConfig & Merged<Slices> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = z.object(variablesOf(slices)).safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}.`))
  }
  const env = parsed.data as Environment
  const base: ConfigBase = { mode: env.KEYTURN_MODE, siteName: env.KEYTURN_SITE_NAME, domain: env.KEYTURN_DOMAIN }
  const parts = [
    () => platformConfigOf(env, environment.NODE_ENV),
    () => secretOf(env),
    () => publicUrlOf(env),
    () => mapOf(env),
    () => ({ sentryDsn: (reportedStages.includes(env.KEYTURN_STAGE) && env.KEYTURN_SENTRY_DSN) || null }),
    ...slices.map(slice => () => slice.read(env as never, base)),
  ].map(outcomeOf)
  const sentences = parts.flatMap(part => ('sentences' in part ? part.sentences : []))
  if (sentences.length > 0) throw new ConfigError(sentences)
  return Object.assign({}, ...parts.map(part => ('fields' in part ? part.fields : {})))
}

/** What a part reads, or what is wrong with it: all problems are listed at once. */
function outcomeOf(read: () => object): { fields: object } | { sentences: readonly string[] } {
  try {
    return { fields: read() }
  } catch (error) {
    if (error instanceof ConfigError) return { sentences: error.sentences }
    throw error
  }
}
