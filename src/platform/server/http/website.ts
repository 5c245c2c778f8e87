import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_VERSION } from '../../wire/envelope.ts'
import type { Config } from '../config.ts'
import { notFound } from '../errors.ts'
import { open, openAll } from './routes.ts'

/** What the page needs to know before its first call; read by the browser from the page itself. */
const pageConfig = (config: Config) => ({
  site_name: config.siteName,
  domain: config.domain,
  stage: config.stage,
  mode: config.mode,
  debug: config.debug,
  version: APP_VERSION,
  platform_gate: config.platformGate,
  help_desk_url: config.helpDeskUrl,
  sentry_dsn: config.sentryDsn,
  map_tiles: config.mapTiles,
  map_attribution: config.mapAttribution,
})

/** What the build says about a screen that people arrive at: its address, and the files that it needs. */
interface Arrivals {
  font?: string
  screens: { path: string; files: string[] }[]
}

/** Names the files of a screen in the page, so that the browser fetches them beside the first script and not after it. */
function headOf(url: string, { font, screens }: Arrivals): string {
  const [path = ''] = url.split('?')
  const files = screens.find(screen => new RegExp(screen.path).test(path))?.files ?? []
  const links = files.map(file =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  if (font) links.unshift(`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`)
  return links.join('')
}

async function readArrivals(folder: string): Promise<Arrivals> {
  const text = await readFile(join(folder, 'arrivals.json'), 'utf8').catch(() => '{"screens":[]}')
  return JSON.parse(text) as Arrivals
}

/** A file that is not there is no page: crawlers ask for many. Screens have no extension in their addresses. */
const FILE = /^(\/\.well-known\/.*|\/[^/?]+\.[a-z]{2,11})(\?|$)/
const NOT_PAGES = /^\/(crm|v1|assets|photos|pictures|auth|hooks|healthz|readyz|metrics|openapi\.json|docs)(\/|$|\?)/

/** What is served: the folder of the build, and what its page shall know beside what the platform writes into it. */
export interface Website {
  folder: string
  page: object
}

/** Serves the built browser application: its files, and its page for every other address. */
export async function serveWebsite(
  app: FastifyInstance,
  config: Config,
  { folder, page: more }: Website,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw notFound('page')
    })
    return
  }
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const configText = JSON.stringify({ ...pageConfig(config), ...more }).replaceAll('<', '\\u003c')
  const arrivals = await readArrivals(folder)
  const page = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        html
          .replace('</head>', end => headOf(request.url, arrivals) + end)
          .replaceAll('__KEYTURN_CONFIG__', () => configText)
          .replaceAll('__CSP_NONCE__', reply.cspNonce.style)
          .replaceAll('__SITE_NAME__', () => escapeHtml(config.siteName)),
      )

  app.get('/', open, page)
  await app.register(async scope => {
    openAll(scope)
    await scope.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['index.html', 'arrivals.json', 'assets/**', '**/*.br', '**/*.gz'],
      setHeaders: response => void response.header('cache-control', 'no-cache'),
    })
    // Hundreds of files: one route for all of them, because to add one for each takes seconds of a start.
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      setHeaders: response => void response.header('cache-control', 'public, max-age=31536000, immutable'),
    })
  })
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    if (request.method !== 'GET' || NOT_PAGES.test(request.url) || FILE.test(request.url)) throw notFound('page')
    return page(request, reply)
  })
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
